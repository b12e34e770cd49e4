// SPDX-License-Identifier: Apache-2.0

/// Bytes to zstd frames and back: Segue and its peers with one common interface.
@NullMarked
package dev.segue.benchmark.zstd;

import org.jspecify.annotations.NullMarked;
