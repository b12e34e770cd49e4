// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The JVM flags of the libraries in some rows, as measured: all but the heap's, which are the same
/// for every library, and those of the harness.
///
/// @param rows of a run
record JvmFlags(List<Row> rows) {
  private static final String NONE = "none";
  private static final String AOT_CACHE = "-XX:AOTCache";

  /// Beginnings of flags that say nothing about a library.
  private static final List<String> COMMON =
      List.of("-Xm", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:AOTMode", "-D");

  /// Properties of a library.
  private static final String OF_AGRONA = "-Dagrona.";

  /// Returns the flags of the forms of Segue that are compared with peers, or `none`.
  String ours() {
    var flags = new TreeSet<String>();
    for (Row row : rows) {
      row.edge().ifPresent(edge -> flags.addAll(of(row, edge.first())));
    }
    return text(flags);
  }

  /// Returns the libraries by their flags, or `none`: those of most libraries first.
  Map<String, List<Library>> libraries() {
    var byLibrary = new LinkedHashMap<Library, Set<String>>();
    for (Row row : rows) {
      for (String library : row.libraries()) {
        byLibrary
            .computeIfAbsent(Library.of(library, row.params()), _ -> new TreeSet<>())
            .addAll(of(row, library));
      }
    }
    var byFlags = new TreeMap<String, List<Library>>();
    byLibrary.forEach((library, flags) ->
        byFlags.merge(
            text(flags),
            List.of(library),
            (a, b) -> Stream.concat(a.stream(), b.stream()).toList()));
    return byFlags.entrySet().stream()
        .sorted(Map.Entry.comparingByValue((a, b) -> Integer.compare(b.size(), a.size())))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (a, _) -> a, LinkedHashMap::new));
  }

  private static Set<String> of(Row row, String library) {
    return row.rounds(library).values().stream()
        .flatMap(score -> score.jvmFlags().stream())
        .filter(flag -> flag.startsWith(OF_AGRONA) || COMMON.stream().noneMatch(flag::startsWith))
        .map(flag -> flag.startsWith(AOT_CACHE) ? AOT_CACHE : flag)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String text(Set<String> flags) {
    return flags.isEmpty() ? NONE : String.join(" ", flags);
  }
}
