// SPDX-License-Identifier: Apache-2.0

/// zstd: the bindings, the contexts and their pools, and the frame format where it is read without
/// the library. Speaks segments that its callers have checked.
@NullMarked
package dev.segue.compression.internal.zstd;

import org.jspecify.annotations.NullMarked;
