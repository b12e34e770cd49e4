// SPDX-License-Identifier: Apache-2.0

/// Native libraries and native memory: finding a library, loading it, linking its functions, and
/// accounting for every byte that was allocated outside the heap. Knows nothing of any codec.
@NullMarked
package dev.segue.compression.internal.natives;

import org.jspecify.annotations.NullMarked;
