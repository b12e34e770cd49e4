// SPDX-License-Identifier: Apache-2.0

/// Runs the cases of the suites: determines the supported cases, their JVM flags, and their order.
@NullMarked
package dev.segue.benchmark.launch;

import org.jspecify.annotations.NullMarked;
