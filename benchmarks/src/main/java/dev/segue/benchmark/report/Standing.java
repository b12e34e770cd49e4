// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The comparison of Segue with one peer in all rows of a run that contain both.
///
/// @param peer the peer
/// @param ratios a ratio for each row, between the best forms of both in that row; not empty
record Standing(Peer peer, List<Ratio> ratios) {
  /// A peer in one mode.
  ///
  /// @param name of the library
  /// @param version the name of the fact with its version
  /// @param mode the way in which it was used
  /// @param forms its keys in the results
  /// @param rows accepts rows that compare like with like
  record Peer(String name, String version, String mode, List<String> forms, Predicate<Row> rows) {
    String title(RunInfo info) {
      String number = info.version(version);
      return number.isEmpty() ? name : name + " " + number;
    }
  }

  private static final Peer KRYO =
      new Peer("Kryo", "kryo", "", List.of("kryo"), Standing::isSteady);

  private static final Peer FORY =
      new Peer(
          "Fory", "fory", "compatible mode, its default", List.of("fory"), Standing::isCompatible);

  private static final Peer FORY_FIXED =
      new Peer(
          "Fory",
          "fory",
          "schema consistent, fixed width",
          List.of("fory-fixed"),
          Standing::isConsistent);

  private static final Peer FORY_VARIABLE =
      new Peer(
          "Fory",
          "fory",
          "schema consistent, variable length",
          List.of("fory"),
          Standing::isConsistent);

  private static final Peer KRYO_START =
      new Peer("Kryo", "kryo", "first object in a new JVM", List.of("kryo"), Standing::isStart);

  private static final Peer FORY_START =
      new Peer("Fory", "fory", "first object in a new JVM", List.of("fory"), Standing::isStart);

  private static final Peer ZSTD_JNI =
      new Peer(
          "zstd-jni",
          "zstd-jni",
          "best form of each row",
          List.of("zstd-jni", "zstd-jni-direct", "zstd-jni-ffm", "zstd-jni-static"),
          _ -> true);

  private static final Peer AGRONA =
      new Peer(
          "Agrona",
          "agrona",
          "best ring buffer of each row",
          List.of("agrona-ring", "agrona-many-to-one"),
          _ -> true);

  private static final Peer AERON =
      new Peer("Aeron", "aeron", "IPC", List.of("aeron-ipc"), _ -> true);

  private static final Peer UNIX_SOCKET =
      new Peer("grpc-netty", "grpc", "Unix socket", List.of("grpc-uds"), Standing::isUnaryOrStream);

  /// The peers in the README, by area of comparison.
  static final Map<String, List<Peer>> README = readme();

  private static Map<String, List<Peer>> readme() {
    var readme = new LinkedHashMap<String, List<Peer>>();
    readme.put("Serializer", List.of(FORY, FORY_VARIABLE, FORY_FIXED, KRYO));
    readme.put("zstd", List.of(ZSTD_JNI));
    readme.put("Shared memory", List.of(AGRONA, AERON));
    readme.put("Calls of gRPC", List.of(UNIX_SOCKET));
    readme.put("Start", List.of(FORY_START, KRYO_START));
    return readme;
  }

  /// Represents the best peer of each row.
  static final Peer BEST = new Peer("best peer", "", "", List.of(), _ -> true);

  /// All peers of the first table, in order.
  private static final List<Peer> PEERS =
      List.of(
          KRYO,
          new Peer("FST", "fst", "", List.of("fst"), Standing::isSteady),
          FORY,
          FORY_FIXED,
          FORY_VARIABLE,
          KRYO_START,
          FORY_START,
          ZSTD_JNI,
          AGRONA,
          AERON,
          UNIX_SOCKET,
          new Peer("grpc-netty", "grpc", "TCP", List.of("grpc-tcp"), Standing::isUnaryOrStream),
          new Peer("protobuf", "protobuf", "", List.of("protobuf"), _ -> true));

  private static boolean isStart(Row row) {
    return row.benchmark().startsWith("ColdStart");
  }

  /// Returns whether a row depends more on a transport or server than on the libraries.
  private static boolean isCall(Row row) {
    return row.benchmark().startsWith("RpcMarshaller")
        || row.benchmark().startsWith("Cache")
        || row.benchmark().startsWith("Kafka");
  }

  private static boolean isUnaryOrStream(Row row) {
    return row.benchmark().startsWith("RpcBenchmark");
  }

  private static boolean isSteady(Row row) {
    return !isStart(row) && !isCall(row);
  }

  private static boolean isCompatible(Row row) {
    return row.param("schema").equals("COMPATIBLE");
  }

  private static boolean isConsistent(Row row) {
    return isSteady(row) && !isCompatible(row);
  }

  /// Returns the standings of a run. A row that is part of several suites counts once.
  static List<Standing> of(List<Section> sections) {
    return PEERS.stream()
        .map(peer -> new Standing(peer, ratios(peer, rows(sections))))
        .filter(standing -> !standing.ratios().isEmpty())
        .toList();
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
        .filter(peer.rows())
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
