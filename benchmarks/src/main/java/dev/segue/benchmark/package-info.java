// SPDX-License-Identifier: Apache-2.0

/// The JMH suites, by the names that the tables know them by, and the program that runs them.
@NullMarked
package dev.segue.benchmark;

import org.jspecify.annotations.NullMarked;
