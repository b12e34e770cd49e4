// SPDX-License-Identifier: Apache-2.0

/// Benchmarks of objects that consist mostly of large buffers and arrays, passed out of band if the
/// library supports it, and in the payload.
@NullMarked
package dev.segue.benchmark.zerocopy;

import org.jspecify.annotations.NullMarked;
