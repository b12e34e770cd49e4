// SPDX-License-Identifier: Apache-2.0

/// Generates classes during the set-up of a benchmark.
@NullMarked
package dev.segue.benchmark.compile;

import org.jspecify.annotations.NullMarked;
