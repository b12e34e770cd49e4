// SPDX-License-Identifier: Apache-2.0

/// What results are made into: tables, ratios, plots, a page; and whether they got worse.
///
/// Knows the form of JMH's results, and nothing of how they come about.
@NullMarked
package dev.segue.benchmark.report;

import org.jspecify.annotations.NullMarked;
