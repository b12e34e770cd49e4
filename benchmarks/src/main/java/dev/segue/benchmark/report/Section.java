// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;

/// The section of a report about one suite.
///
/// @param name of the suite
/// @param title its heading
/// @param summary describes the measurement in one paragraph
/// @param tables the results
/// @param absences a line for each unsupported case
public record Section(
    String name, String title, String summary, List<Table> tables, List<String> absences) {}
