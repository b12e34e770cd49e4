// SPDX-License-Identifier: Apache-2.0

/// Runs the cases of the suites: which of them exist, with which JVM flags, and in which order.
@NullMarked
package dev.segue.benchmark.launch;

import org.jspecify.annotations.NullMarked;
