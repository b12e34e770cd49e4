// SPDX-License-Identifier: Apache-2.0

/// Benchmarks with many randomly generated classes and all kinds of memory in one JVM.
@NullMarked
package dev.segue.benchmark.mixed;

import org.jspecify.annotations.NullMarked;
