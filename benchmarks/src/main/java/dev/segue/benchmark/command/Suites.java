// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Slice;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The suites by name. A suite that is added here appears in the command, in `all` and in the
/// report.
final class Suites {
  /// The suite that has a baseline of ratios.
  static final String REGRESSION = "regression";

  /// The name that stands for all suites.
  static final String ALL = "all";

  /// The name that stands for the cases quoted in the README and documents, from several suites.
  static final String HEADLINE = "headline";

  /// The subcommand, which is also suggested because a misspelt subcommand is parsed as a suite.
  private static final String COMPARE = "compare";

  private static final String GRAPHS = "SerializationBenchmark";
  private static final String CONTENTS = "ZeroCopyBenchmark";
  private static final String ZSTD = "ZstdBenchmark";
  private static final String CODECS = "CodecBenchmark";
  private static final String SMALL = "SmallMessageBenchmark";
  private static final String REDIS = "RedisBenchmark";
  private static final String CACHES = "CacheBenchmark";
  private static final String MESSAGES = "RpcMessageBenchmark";
  private static final String STORED = "StoredBlocksBenchmark";
  private static final String COLD = "ColdStartBenchmark";
  private static final String MIXED = "MixedWorkloadBenchmark";
  private static final String EVERYDAY = "EverydayBenchmark";

  private static final String ARRAY = "buffer=ARRAY";
  private static final String NATIVE = "buffer=DIRECT";
  private static final String NO_REFERENCES = "references=false";
  private static final String CONSISTENT = "schema=CONSISTENT";
  private static final String COMPATIBLE = "schema=COMPATIBLE";

  private static final List<Suite> SUITES =
      List.of(
          new JmhSuite(
              "serialization",
              "Serialization",
              "One object graph to a reused buffer and back. Every library writes the same object to"
                  + " the same kind of memory, with its classes registered. Contents of buffers and"
                  + " arrays (ZeroCopyBenchmark) are in the payload, or passed beside it if a library"
                  + " supports that.",
              Set.of(GRAPHS, CONTENTS),
              List.of(
                  Slice.of(
                      GRAPHS,
                      ARRAY,
                      NO_REFERENCES,
                      CONSISTENT,
                      "object=STRUCT,MEDIA_CONTENT,SAMPLE",
                      "library=segue,fory,fory-fixed,kryo,fst"),
                  Slice.of(
                      GRAPHS,
                      ARRAY,
                      NO_REFERENCES,
                      CONSISTENT,
                      "object=STRUCT2",
                      "library=segue,fory-fixed,kryo"),
                  Slice.of(GRAPHS, ARRAY, NO_REFERENCES, COMPATIBLE, "library=segue,fory"),
                  Slice.of(
                      GRAPHS,
                      NATIVE,
                      NO_REFERENCES,
                      CONSISTENT,
                      "object=STRUCT,MEDIA_CONTENT",
                      "library=segue,fory-fixed,kryo")),
              List.of(
                  Slice.of(GRAPHS, NO_REFERENCES, CONSISTENT),
                  Slice.of(GRAPHS, "references=true", CONSISTENT, "library=segue,fory,kryo", ARRAY),
                  Slice.of(
                      GRAPHS,
                      NO_REFERENCES,
                      COMPATIBLE,
                      ARRAY,
                      "library=segue,segue-registry,fory,fory-metashared,kryo"),
                  Slice.of(CONTENTS, "arraySize=1000"))),
          new JmhSuite(
              "zstd",
              "Zstandard",
              "One payload to a frame and back, at level 3. All libraries reuse contexts and buffers,"
                  + " except zstd-jni-static, whose methods create them.",
              Set.of(ZSTD),
              List.of(
                  Slice.of(
                      ZSTD,
                      "data=text",
                      "size=1024,65536,1048576",
                      "library=segue-segment,zstd-jni,zstd-jni-ffm")),
              List.of(
                  Slice.of(ZSTD, "data=text", "size=1024,65536,1048576"),
                  Slice.of(ZSTD, "data=json", "size=1024"))),
          new JmhSuite(
              "codecs",
              "Codecs on pages",
              "One page of a column compressed and decompressed. All libraries of a codec write the"
                  + " same format at the same level.",
              Set.of(CODECS),
              List.of(),
              List.of(Slice.of(CODECS, "pageSize=65536"))),
          new JmhSuite(
              "small",
              "Small values",
              "Small JSON messages to zstd frames and back, with and without a dictionary; and values"
                  + " in a Redis server, if one is installed.",
              Set.of(SMALL, REDIS),
              List.of(),
              List.of(Slice.of(SMALL, "size=100,1000"), Slice.of(REDIS, "data=json", "tasks=1"))),
          new JmhSuite(
              "caches",
              "Caches in Redis",
              "One object stored in a Redis server on loopback and read from it, through Spring's"
                  + " RedisTemplate and through Redisson. Times include the server and both ways; bytes"
                  + " are those stored. No library has ids for classes; Jackson alone knows the class of"
                  + " the values. Segue is in compatible mode. PRODUCT has about 200 bytes of text,"
                  + " LONG_DOCUMENT is 50 KB of JSON.",
              Set.of(CACHES),
              List.of(),
              List.of(
                  Slice.of(CACHES, "client=RedisTemplate"),
                  Slice.of(
                      CACHES,
                      "client=Redisson",
                      "object=PRODUCT,LONG_DOCUMENT",
                      "library=segue,segue-registry,jackson-smile,kryo,fory-compatible"))),
          new RpcSuite(),
          new JmhSuite(
              "messages",
              "Messages of Netty and gRPC",
              "One message through the handlers of Netty or a marshaller of gRPC, to the memory of a"
                  + " transport and back, without a socket. Fory and Kryo write and read arrays.",
              Set.of(MESSAGES),
              List.of(),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "stored",
              "Stored blocks",
              "Stored fields of an index of access logs, if that benchmark is built.",
              Set.of(STORED),
              List.of(),
              List.of(Slice.WHOLE)),
          new PipelineSuite(),
          new ShmSuite(),
          new JmhSuite(
              "cold",
              "Cold start",
              "The first object in a fresh JVM: loading a library, setting it up, one round trip."
                  + " segue-auto interprets at first, and compiles in the background. With an AOT"
                  + " cache, the JVM has loaded and linked all classes in an earlier run.",
              Set.of(COLD),
              List.of(
                  Slice.of(
                      COLD,
                      "object=MEDIA_CONTENT",
                      "library=segue,segue-auto,segue-auto-aot,fory,kryo,kryo-aot")),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "mixed",
              "Mixed workload, unseen classes",
              "Twenty-four randomly generated classes, on heap, native and mapped memory in turn. No"
                  + " library can have been tuned for them.",
              Set.of(MIXED),
              List.of(Slice.of(MIXED, "library=segue,fory")),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "classes",
              "Many registered classes, compatible mode",
              "An object with one field of type Object, where 300 classes are registered and the"
                  + " reader may have other versions of them.",
              Set.of("ManyClassesBenchmark"),
              List.of(),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "rules",
              "Classes by rule",
              "Objects of classes that a rule allows, and has met before, compared with registered"
                  + " ones: an order whose declared types name all classes, and objects with others.",
              Set.of("ClassRulesBenchmark"),
              List.of(),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "everyday",
              "Everyday types",
              "Objects of business code: an order with identifiers, dates, decimals, records, an"
                  + " Optional, sets and maps of enums, and a map of strings; a catalog of a hundred"
                  + " products, mostly strings; a document of untyped maps and lists, as a JSON parser"
                  + " creates them; a ranking of sorted maps and sets. References are not tracked.",
              Set.of(EVERYDAY),
              List.of(Slice.of(EVERYDAY, ARRAY, "object=ORDER,DOCUMENT")),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "views",
              "Single fields",
              "Two numbers of STRUCT, or two numbers and a string of MEDIA_CONTENT, read from native"
                  + " memory: through a view, through accessors of other formats, and by reading the"
                  + " whole object.",
              Set.of("ViewBenchmark"),
              List.of(),
              List.of(Slice.WHOLE)),
          new JmhSuite(
              "threads",
              "Threads",
              "Serialization with one thread, two, and one per processor. All threads share one Segue"
                  + " serializer, and have one instance each of the others. Figures are for all threads"
                  + " together.",
              Set.of(GRAPHS),
              List.of(),
              List.of(
                  Slice.of(
                      GRAPHS,
                      NO_REFERENCES,
                      CONSISTENT,
                      ARRAY,
                      "object=STRUCT,MEDIA_CONTENT",
                      "library=segue,fory,kryo")),
              List.of(1, 2, Runtime.getRuntime().availableProcessors())),
          new JmhSuite(
              REGRESSION,
              "Regression",
              "A few cases, to be compared with a baseline of ratios.",
              Set.of(GRAPHS, ZSTD),
              List.of(),
              List.of(
                  Slice.of(
                      GRAPHS,
                      NO_REFERENCES,
                      CONSISTENT,
                      "object=STRUCT,MEDIA_CONTENT",
                      "library=segue,fory"),
                  Slice.of(ZSTD, "data=json", "size=1024", "library=segue-segment,zstd-jni"))));

  private Suites() {}

  /// Returns every suite, in the order of the report.
  static List<Suite> all() {
    return SUITES;
  }

  /// Returns the names that the command line accepts.
  static String names() {
    return SUITES.stream().map(Suite::name).collect(Collectors.joining(", "))
        + ", "
        + ALL
        + ", "
        + HEADLINE;
  }

  private static String unknown(String name) {
    List<String> known =
        Stream.concat(SUITES.stream().map(Suite::name), Stream.of(ALL, HEADLINE, COMPARE)).toList();
    String question = SimilarNames.question(name, known);
    return "unknown suite '%s'%s"
        .formatted(name, question.isEmpty() ? "; the suites are " + names() : question);
  }

  /// Returns the suites with these names, each once, in the order of the report.
  ///
  /// @throws IllegalArgumentException if a name is unknown
  static List<Suite> named(List<String> names) {
    for (String name : names) {
      if (!name.equals(ALL)
          && !name.equals(HEADLINE)
          && SUITES.stream().noneMatch(suite -> suite.name().equals(name))) {
        throw new IllegalArgumentException(unknown(name));
      }
    }
    if (names.contains(HEADLINE) && names.size() > 1) {
      throw new IllegalArgumentException("headline is a run of its own: name no other suite");
    }
    boolean many = names.contains(ALL) || names.contains(HEADLINE);
    return SUITES.stream()
        .filter(suite -> names.contains(suite.name()) || (many && suite.isPartOfAll()))
        .toList();
  }
}
