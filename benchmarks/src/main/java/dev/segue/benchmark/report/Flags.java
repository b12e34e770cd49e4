// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The JVM flags of the libraries.
final class Flags {
  private Flags() {}

  /// Returns the flags, keyed by the libraries that share them.
  static Map<String, String> of(List<Table> tables) {
    var byContestant = new LinkedHashMap<String, Set<String>>();
    for (Table table : tables) {
      for (Map<String, Score> row : table.scores().values()) {
        row.values()
            .forEach(score ->
                byContestant
                    .computeIfAbsent(score.contestant(), _ -> new LinkedHashSet<>())
                    .addAll(shown(score)));
      }
    }
    var byFlags = new LinkedHashMap<String, Set<String>>();
    byContestant.forEach((contestant, flags) -> {
      if (!flags.isEmpty()) {
        byFlags
            .computeIfAbsent(String.join(" ", flags), _ -> new LinkedHashSet<>())
            .add(contestant);
      }
    });
    return byFlags.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> String.join(", ", entry.getValue()),
                Map.Entry::getKey,
                (first, _) -> first,
                LinkedHashMap::new));
  }

  /// Returns the flags without those of JMH and of the launcher.
  private static List<String> shown(Score score) {
    return score.jvmFlags().stream().filter(flag -> !flag.startsWith("-D")).toList();
  }
}
