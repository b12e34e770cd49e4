// SPDX-License-Identifier: Apache-2.0

/// Compresses bytes to zstd frames and back: Segue and its peers behind a common interface.
@NullMarked
package dev.segue.benchmark.zstd;

import org.jspecify.annotations.NullMarked;
