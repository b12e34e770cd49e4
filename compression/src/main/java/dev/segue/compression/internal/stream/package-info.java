// SPDX-License-Identifier: Apache-2.0

/// The base of the streams of all formats: bounds, buffers for short reads and writes, use by one
/// thread at a time, and failures that last. Also the format without compression. Depends on the
/// contract of engines only.
@NullMarked
package dev.segue.compression.internal.stream;

import org.jspecify.annotations.NullMarked;
