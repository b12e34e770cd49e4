// SPDX-License-Identifier: Apache-2.0

/// `segue bench`: defines the suites, runs them with progress and resumption, and writes reports.
@NullMarked
package dev.segue.benchmark.command;

import org.jspecify.annotations.NullMarked;
