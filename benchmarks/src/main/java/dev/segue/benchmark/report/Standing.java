// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The comparison of Segue with one peer in all rows of a run that contain both.
///
/// @param peer the peer
/// @param ratios a ratio for each row, between the best forms of both in that row; not empty
record Standing(Peer peer, List<Ratio> ratios) {
  /// A peer in one mode.
  ///
  /// @param area of the comparison in the README; empty if the README leaves it out
  /// @param name of the library
  /// @param version the name of the fact with its version
  /// @param mode the way in which it was used
  /// @param forms its keys in the results
  /// @param rows the kind of rows that compare like with like
  record Peer(
      String area, String name, String version, String mode, List<String> forms, String rows) {
    String title(RunInfo info) {
      String number = info.version(version);
      return number.isEmpty() ? name : name + " " + number;
    }

    private boolean isComparedIn(Row row) {
      String benchmark = row.benchmark();
      boolean start = benchmark.startsWith("ColdStart");
      boolean compatible = row.param("schema").equals("COMPATIBLE");
      boolean steady = !start && SERVERS.stream().noneMatch(benchmark::startsWith);
      return switch (rows) {
        case "all" -> true;
        case "start" -> start;
        case "calls" -> benchmark.startsWith("RpcBenchmark");
        case "steady" -> steady;
        case "compatible" -> compatible;
        case "consistent" -> steady && !compatible;
        default -> throw new IllegalStateException("unknown rows: " + rows);
      };
    }
  }

  /// Benchmarks that depend more on a transport or server than on the libraries.
  private static final List<String> SERVERS = List.of("RpcMarshaller", "Cache", "Kafka");

  /// Represents the best peer of each row.
  static final Peer BEST = new Peer("", "best peer of each row", "", "", List.of(), "all");

  /// All peers, in order.
  private static final List<Peer> PEERS =
      Resources.table("peers.csv", 6).stream().map(Standing::peer).toList();

  private static Peer peer(List<String> cells) {
    List<String> forms = List.of(cells.get(4).split(" ", -1));
    return new Peer(cells.get(0), cells.get(1), cells.get(2), cells.get(3), forms, cells.get(5));
  }

  /// Returns the standings of a run. A row that is part of several suites counts once. If no row is
  /// compared with a particular peer, as in suites in which a server takes most of the time, there
  /// is one standing, against the best peer of each row.
  static List<Standing> of(List<Section> sections) {
    List<Standing> known =
        PEERS.stream()
            .map(peer -> new Standing(peer, ratios(peer, rows(sections))))
            .filter(standing -> !standing.ratios().isEmpty())
            .toList();
    List<Ratio> edges = edges(sections);
    return known.isEmpty() && !edges.isEmpty() ? List.of(new Standing(BEST, edges)) : known;
  }

  /// Returns the comparison with the best peer in each row that has one.
  static List<Ratio> edges(List<Section> sections) {
    return rows(sections).stream().flatMap(row -> row.edge().stream()).toList();
  }

  /// Returns all rows, each once.
  static List<Row> rows(List<Section> sections) {
    var rows = new LinkedHashMap<Row.Key, Row>();
    for (Section section : sections) {
      for (Table table : section.tables()) {
        table.rows().forEach(row -> rows.putIfAbsent(row.key(), row));
      }
    }
    return new ArrayList<>(rows.values());
  }

  private static List<Ratio> ratios(Peer peer, List<Row> rows) {
    return rows.stream()
        .filter(peer::isComparedIn)
        .flatMap(row -> row.edge(peer.forms()::contains).stream())
        .toList();
  }

  /// Returns the names of all rows, by key.
  static Map<Row.Key, String> names(List<Section> sections) {
    var names = new LinkedHashMap<Row.Key, String>();
    for (Section section : sections) {
      for (Table table : section.tables()) {
        table.rows().forEach(row -> names.putIfAbsent(row.key(), table.fullName(row)));
      }
    }
    return names;
  }

  /// Describes how the peer was used, how Segue was used if not in its default form, and how many
  /// rows have no verdict.
  String mode() {
    int undecided = count(Verdict.UNDECIDED);
    String note =
        undecided == 0 ? "" : undecided + (undecided == 1 ? " row" : " rows") + " not decided";
    return Stream.of(peer.mode(), ownForm(), note)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String ownForm() {
    Row row = ratios.getFirst().row();
    String form = ratios.getFirst().first();
    return row.ours().filter(form::equals).isEmpty()
            && ratios.stream().allMatch(ratio -> ratio.first().equals(form))
        ? "Segue " + Library.of(form, row.params()).brief()
        : "";
  }

  /// Returns the peer's name, version and mode.
  String label(RunInfo info) {
    return peer.title(info) + (mode().isEmpty() ? "" : ", " + mode());
  }

  /// Returns the geometric mean of the ratios.
  double mean() {
    return Math.exp(
        ratios.stream().mapToDouble(ratio -> Math.log(ratio.median())).average().orElseThrow());
  }

  /// Returns whether the mean is above or below 1. It is ahead or behind only if a row is; a tie if
  /// it is 1 when shown, or if all rows are tied.
  Verdict verdict() {
    Verdict verdict = mean() > 1 ? Verdict.AHEAD : Verdict.BEHIND;
    int undecided = count(Verdict.UNDECIDED);
    if (undecided == ratios.size() || (count(verdict) == 0 && undecided > 0)) {
      return Verdict.UNDECIDED;
    }
    return count(verdict) == 0 || Math.abs(mean() - 1) < 0.005 ? Verdict.TIED : verdict;
  }

  /// Returns the ratios with a verdict, in ascending order.
  List<Ratio> with(Verdict verdict) {
    return ratios.stream()
        .filter(ratio -> ratio.verdict() == verdict)
        .sorted(Comparator.comparingDouble(Ratio::median))
        .toList();
  }

  int count(Verdict verdict) {
    return with(verdict).size();
  }
}
