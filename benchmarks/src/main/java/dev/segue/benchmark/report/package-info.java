// SPDX-License-Identifier: Apache-2.0

/// Turns results into tables, ratios, plots and a page, and detects regressions.
///
/// It depends on the format of JMH's results only, not on how they are measured.
@NullMarked
package dev.segue.benchmark.report;

import org.jspecify.annotations.NullMarked;
