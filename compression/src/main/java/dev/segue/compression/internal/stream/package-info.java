// SPDX-License-Identifier: Apache-2.0

/// The base classes of the streams of all formats: bounds, buffers for short reads and writes,
/// single-threaded use, and permanent failures. Also the format without compression. Depends only
/// on the contract of engines.
@NullMarked
package dev.segue.compression.internal.stream;

import org.jspecify.annotations.NullMarked;
