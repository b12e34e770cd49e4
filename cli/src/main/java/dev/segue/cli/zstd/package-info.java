// SPDX-License-Identifier: Apache-2.0

/// `segue zstd`: files compressed, decompressed, looked into, measured, and learned from.
@NullMarked
package dev.segue.cli.zstd;

import org.jspecify.annotations.NullMarked;
