// SPDX-License-Identifier: Apache-2.0

/// Zstandard: bindings, pooled contexts, streams, dictionaries, small values, the seekable format,
/// and a parser of the frame format. Its callers have checked the segments.
@NullMarked
package dev.segue.compression.internal.zstd;

import org.jspecify.annotations.NullMarked;
