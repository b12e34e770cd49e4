// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Quick;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The suites by name. A suite added here appears in the command, in `all` and in the report.
final class Suites {
  /// The suite that has a baseline of ratios.
  static final String REGRESSION = "regression";

  private static final String ALL = "all";

  private static final List<Suite> SUITES =
      List.of(
          new JmhSuite(
              "serialization",
              "Serialization",
              "One object graph to a reused buffer and back. Every library writes the same object to"
                  + " the same kind of memory, with its classes registered and its buffer reused."
                  + " By default Fory writes variable-length numbers, fory-fixed fixed-width ones."
                  + " handwritten is code for that one class, the upper bound."
                  + " Large contents (ZeroCopyBenchmark) are in the payload, or out of band if a"
                  + " library supports that.",
              Set.of("SerializationBenchmark", "ZeroCopyBenchmark"),
              Quick.of(
                  List.of(
                      Map.of(
                          "references", List.of("false"),
                          "schema", List.of("CONSISTENT"),
                          "arraySize", List.of("1000")),
                      Map.of(
                          "references", List.of("true"),
                          "schema", List.of("CONSISTENT"),
                          "arraySize", List.of("1000"),
                          "SerializationBenchmark.library", List.of("segue", "fory", "kryo")),
                      Map.of(
                          "references",
                          List.of("false"),
                          "schema",
                          List.of("COMPATIBLE"),
                          "arraySize",
                          List.of("1000"),
                          "SerializationBenchmark.library",
                          List.of("segue", "segue-registry", "fory", "fory-metashared", "kryo"))))),
          new JmhSuite(
              "zstd",
              "Zstandard",
              "One payload to a frame and back, at level 3; all libraries reuse contexts and buffers except"
                  + " zstd-jni-static, the static methods such as Zstd.compress(byte[], int)."
                  + " zstd-jni is 1.5.7-17, the last release that uses JNI only; zstd-jni-ffm is a later"
                  + " one, which uses java.lang.foreign itself.",
              Set.of("ZstdBenchmark"),
              Quick.of(
                  List.of(
                      Map.of(
                          "data", List.of("text", "json"),
                          "size", List.of("1024", "65536", "1048576", "67108864"))))),
          new JmhSuite(
              "codecs",
              "Codecs on pages",
              "One page compressed and decompressed. All libraries of a codec write the same format at"
                  + " the same level.",
              Set.of("CodecBenchmark"),
              Quick.of(List.of(Map.of("pageSize", List.of("65536", "1048576"))))),
          new JmhSuite(
              "small",
              "Small values",
              "Small JSON messages to zstd frames and back, with and without a dictionary; and values in"
                  + " a Redis server, if that benchmark is built.",
              Set.of("SmallMessageBenchmark", "RedisBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "stored",
              "Stored blocks",
              "Stored fields of an index of access logs, if that benchmark is built.",
              Set.of("StoredBlocksBenchmark"),
              Quick.of(List.of(Map.of()))),
          new PipelineSuite(),
          new ShmSuite(),
          new JmhSuite(
              "cold",
              "Cold start",
              "The first object in a fresh JVM: loading a library, setting it up, one round"
                  + " trip.",
              Set.of("ColdStartBenchmark"),
              new Quick(List.of(Map.of()), 5, 0, 1, 1)),
          new JmhSuite(
              "mixed",
              "Mixed workload, unseen classes",
              "Twenty-four randomly generated classes, alternating heap, native and mapped memory. No"
                  + " library can have been tuned for them.",
              Set.of("MixedWorkloadBenchmark"),
              Map.of(),
              new Quick(List.of(Map.of()), 1, 8, 5, 500),
              List.of(1)),
          new JmhSuite(
              "everyday",
              "Everyday types",
              "Objects of business code: an order with identifiers, dates, decimals,"
                  + " records, an Optional, sets and maps of enums, and a map of strings; a catalog"
                  + " of a hundred products, mostly strings; a document of untyped maps and lists,"
                  + " as a JSON parser creates them; a ranking of sorted maps and sets."
                  + " References are not tracked.",
              Set.of("EverydayBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "views",
              "Single fields",
              "Two numbers of STRUCT, or two numbers and a string of MEDIA_CONTENT, read from native"
                  + " memory: through a view, through accessors of other formats, and by reading the"
                  + " whole object.",
              Set.of("ViewBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "threads",
              "Threads",
              "Serialization with one thread, two, and one per processor. All threads share one"
                  + " Segue serializer, and have one instance each of the others. Figures are for all"
                  + " threads together.",
              Set.of("SerializationBenchmark"),
              Map.of(
                  "references", List.of("false", "true"),
                  "schema", List.of("CONSISTENT"),
                  "buffer", List.of("ARRAY", "DIRECT"),
                  "object", List.of("STRUCT", "MEDIA_CONTENT"),
                  "library", List.of("segue", "fory", "kryo")),
              Quick.of(List.of(Map.of())),
              List.of(1, 2, Runtime.getRuntime().availableProcessors())),
          new JmhSuite(
              REGRESSION,
              "Regression",
              "A few cases, to be compared with a baseline of ratios.",
              Set.of("SerializationBenchmark", "ZstdBenchmark"),
              Map.of(
                  "references", List.of("false"),
                  "schema", List.of("CONSISTENT"),
                  "object", List.of("STRUCT", "MEDIA_CONTENT"),
                  "data", List.of("json"),
                  "size", List.of("1024"),
                  "SerializationBenchmark.library", List.of("segue", "fory"),
                  "ZstdBenchmark.library", List.of("segue-segment", "zstd-jni")),
              new Quick(List.of(Map.of()), 1, 3, 5, 300),
              List.of(1)));

  private Suites() {}

  /// Returns every suite, in the order of the report.
  static List<Suite> all() {
    return SUITES;
  }

  /// Returns the names that the command line accepts.
  static String names() {
    return SUITES.stream().map(Suite::name).collect(Collectors.joining(", ")) + ", " + ALL;
  }

  /// Returns the suites with these names, each once, in the order of the report.
  ///
  /// @throws IllegalArgumentException if a name is unknown
  static List<Suite> named(List<String> names) {
    for (String name : names) {
      if (!name.equals(ALL) && SUITES.stream().noneMatch(suite -> suite.name().equals(name))) {
        throw new IllegalArgumentException(
            "unknown suite '" + name + "'; the suites are " + names());
      }
    }
    return SUITES.stream()
        .filter(
            suite -> names.contains(suite.name()) || (names.contains(ALL) && suite.isPartOfAll()))
        .toList();
  }
}
