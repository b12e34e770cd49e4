// SPDX-License-Identifier: Apache-2.0

/// `segue zstd`: compresses and decompresses files, lists and measures them, and trains
/// dictionaries.
@NullMarked
package dev.segue.cli.zstd;

import org.jspecify.annotations.NullMarked;
