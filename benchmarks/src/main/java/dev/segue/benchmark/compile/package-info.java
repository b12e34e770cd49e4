// SPDX-License-Identifier: Apache-2.0

/// Classes that are made while a benchmark is set up.
@NullMarked
package dev.segue.benchmark.compile;

import org.jspecify.annotations.NullMarked;
