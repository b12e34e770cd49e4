// SPDX-License-Identifier: Apache-2.0

/// Objects that are mostly contents, buffers and arrays: beside the payload where a library can,
/// and in it.
@NullMarked
package dev.segue.benchmark.zerocopy;

import org.jspecify.annotations.NullMarked;
