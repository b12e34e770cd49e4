// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Quick;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The suites by name. One that is added here is in the command, in `all` and in the report.
final class Suites {
  /// The suite that a baseline of ratios is kept for.
  static final String REGRESSION = "regression";

  private static final String ALL = "all";

  private static final List<Suite> SUITES =
      List.of(
          new JmhSuite(
              "serialization",
              "Serialization",
              "One object graph to a reused buffer, and back. Every library writes the same object to"
                  + " the same kind of memory, with its classes registered and its buffer reused."
                  + " Fory's default writes numbers in variable length; fory-fixed in their own width."
                  + " handwritten is straight-line code for that one class: the ceiling."
                  + " Large contents (ZeroCopyBenchmark) are in the payload, or beside it where a"
                  + " library can do that.",
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
              "One payload to a frame, and back, at level 3; contexts and buffers are reused by everyone but"
                  + " zstd-jni-static, which is Zstd.compress(byte[], int) and its like."
                  + " zstd-jni is 1.5.7-17, the last release that is JNI alone; zstd-jni-ffm is a later"
                  + " one, which goes through java.lang.foreign itself.",
              Set.of("ZstdBenchmark"),
              Quick.of(
                  List.of(
                      Map.of(
                          "data", List.of("text", "json"),
                          "size", List.of("1024", "65536", "1048576", "67108864"))))),
          new JmhSuite(
              "codecs",
              "Codecs on pages",
              "One page through a codec, and back. Every library of a codec writes the same format at"
                  + " the same level.",
              Set.of("CodecBenchmark"),
              Quick.of(List.of(Map.of("pageSize", List.of("65536", "1048576"))))),
          new JmhSuite(
              "small",
              "Small values",
              "Small JSON messages to zstd frames, and back, with and without a dictionary; and values in"
                  + " a Redis server, where that benchmark is built.",
              Set.of("SmallMessageBenchmark", "RedisBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "stored",
              "Stored blocks",
              "Stored fields of an index of access logs, where that benchmark is built.",
              Set.of("StoredBlocksBenchmark"),
              Quick.of(List.of(Map.of()))),
          new PipelineSuite(),
          new ShmSuite(),
          new JmhSuite(
              "cold",
              "Cold start",
              "The first object through a library in a fresh JVM: loading it, setting it up, one round"
                  + " trip.",
              Set.of("ColdStartBenchmark"),
              new Quick(List.of(Map.of()), 5, 0, 1, 1)),
          new JmhSuite(
              "mixed",
              "Mixed workload, unseen classes",
              "Twenty-four classes made up from a seed, on heap, native and mapped memory in turn. Nobody"
                  + " can have tuned anything to them.",
              Set.of("MixedWorkloadBenchmark"),
              Map.of(),
              new Quick(List.of(Map.of()), 1, 8, 5, 500),
              List.of(1)),
          new JmhSuite(
              "everyday",
              "Everyday types",
              "What business code is made of: an order, which has identifiers, dates, decimals,"
                  + " records, an Optional, sets and maps of enums, and a map of strings; a catalog"
                  + " of a hundred products, which are mostly strings; a document of maps and lists"
                  + " of anything, as a JSON parser leaves them; a ranking of sorted maps and sets."
                  + " References are not tracked.",
              Set.of("EverydayBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "types",
              "The JDK's types one by one",
              "An object with four fields of one of the JDK's types, to an array and back, for"
                  + " each of them. References are not tracked.",
              Set.of("JdkTypeBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "views",
              "Single fields",
              "Two numbers of STRUCT, and of MEDIA_CONTENT two numbers and a string, out of native"
                  + " memory: through a view, through accessors of other formats, and by reading the"
                  + " whole object.",
              Set.of("ViewBenchmark"),
              Quick.of(List.of(Map.of()))),
          new JmhSuite(
              "threads",
              "Threads",
              "The same on one thread, two, and one for each processor. All threads share one"
                  + " serializer of Segue's, and have one each of the others. Figures are for all"
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
              "A few cases, to be held against a baseline of ratios.",
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

  /// Every suite, in the order of the report.
  static List<Suite> all() {
    return SUITES;
  }

  /// The names that the command line may hold.
  static String names() {
    return SUITES.stream().map(Suite::name).collect(Collectors.joining(", ")) + ", " + ALL;
  }

  /// The suites by these names, each once, in the order of the report.
  ///
  /// @throws IllegalArgumentException where a name is no suite's
  static List<Suite> named(List<String> names) {
    for (String name : names) {
      if (!name.equals(ALL) && SUITES.stream().noneMatch(suite -> suite.name().equals(name))) {
        throw new IllegalArgumentException("unknown suite '" + name + "'; there are " + names());
      }
    }
    return SUITES.stream()
        .filter(
            suite -> names.contains(suite.name()) || (names.contains(ALL) && suite.isPartOfAll()))
        .toList();
  }
}
