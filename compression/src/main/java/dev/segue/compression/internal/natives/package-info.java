// SPDX-License-Identifier: Apache-2.0

/// Native libraries and native memory: loading libraries, calling their functions, and allocating
/// and counting native memory. Does not depend on any codec.
@NullMarked
package dev.segue.compression.internal.natives;

import org.jspecify.annotations.NullMarked;
