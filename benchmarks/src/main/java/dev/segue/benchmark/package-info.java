// SPDX-License-Identifier: Apache-2.0

/// The JMH suites, by their names in the tables, and the program that runs them.
@NullMarked
package dev.segue.benchmark;

import org.jspecify.annotations.NullMarked;
