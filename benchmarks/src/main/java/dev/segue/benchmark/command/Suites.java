// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Slice;
import dev.segue.benchmark.command.Settings.Extent;
import dev.segue.benchmark.kafka.RecordCase;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.rpc.CallCase;
import dev.segue.benchmark.rpc.FlightCase;
import dev.segue.benchmark.rpc.IdleCase;
import dev.segue.benchmark.shm.ShmCase;
import java.util.List;
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
  private static final String PIPELINE = "PipelineBenchmark";
  private static final String STORED = "StoredBlocksBenchmark";
  private static final String COLD = "ColdStartBenchmark";
  private static final String MIXED = "MixedWorkloadBenchmark";
  private static final String EVERYDAY = "EverydayBenchmark";
  private static final String TEXTS = "TextBenchmark";

  /// Objects without shared references, read by the same classes.
  private static final String TREES = "references=false schema=CONSISTENT";

  private static final List<Suite> SUITES =
      List.of(
          new JmhSuite(
              "serialization",
              "Serialization",
              "One object graph to a reused buffer and back. Every library writes the same object to"
                  + " the same kind of memory, with its classes registered. Contents of buffers and"
                  + " arrays (ZeroCopyBenchmark) are in the payload, or passed beside it if a library"
                  + " supports that.",
              List.of(
                  Slice.of(
                      GRAPHS,
                      TREES
                          + " buffer=ARRAY object=STRUCT,MEDIA_CONTENT,SAMPLE"
                          + " library=segue,fory,fory-fixed,kryo,fst"),
                  Slice.of(
                      GRAPHS, TREES + " buffer=ARRAY object=STRUCT2 library=segue,fory-fixed,kryo"),
                  Slice.of(
                      GRAPHS, "buffer=ARRAY references=false schema=COMPATIBLE library=segue,fory"),
                  Slice.of(
                      GRAPHS,
                      TREES
                          + " buffer=DIRECT object=STRUCT,MEDIA_CONTENT"
                          + " library=segue,fory-fixed,kryo")),
              List.of(
                  Slice.of(GRAPHS, TREES),
                  Slice.of(
                      GRAPHS,
                      "references=true schema=CONSISTENT library=segue,fory,kryo buffer=ARRAY"),
                  Slice.of(
                      GRAPHS,
                      "references=false schema=COMPATIBLE buffer=ARRAY"
                          + " library=segue,segue-registry,fory,fory-metashared,kryo"),
                  Slice.of(CONTENTS, "arraySize=1000"))),
          new JmhSuite(
              "zstd",
              "Zstandard",
              "One payload to a frame and back, at level 3. All libraries reuse contexts and buffers,"
                  + " except zstd-jni-static, whose methods create them.",
              List.of(
                  Slice.of(
                      ZSTD,
                      "data=text size=1024,65536,1048576"
                          + " library=segue-segment,zstd-jni,zstd-jni-ffm")),
              List.of(
                  Slice.of(ZSTD, "data=text size=1024,65536,1048576"),
                  Slice.of(ZSTD, "data=json size=1024"))),
          new JmhSuite(
              "codecs",
              "Codecs on pages",
              "One page of a column compressed and decompressed. All libraries of a codec write the"
                  + " same format at the same level.",
              List.of(),
              List.of(Slice.of(CODECS, "pageSize=65536"))),
          new JmhSuite(
              "small",
              "Small values",
              "Small JSON messages to zstd frames and back, with and without a dictionary; and values"
                  + " in a Redis server, if one is installed.",
              List.of(),
              List.of(Slice.of(SMALL, "size=100,1000"), Slice.of(REDIS, "data=json tasks=1"))),
          new JmhSuite(
              "caches",
              "Caches in Redis",
              "One object stored in a Redis server on loopback and read from it, through Spring's"
                  + " RedisTemplate and through Redisson. Times include the server and both ways; bytes"
                  + " are those stored. No library has ids for classes; Jackson alone knows the class of"
                  + " the values. Segue is in compatible mode. PRODUCT has about 200 bytes of text,"
                  + " LONG_DOCUMENT is 50 KB of JSON.",
              List.of(),
              List.of(
                  Slice.of(
                      CACHES,
                      "object=PRODUCT,LONG_DOCUMENT"
                          + " library=segue,jackson-smile,kryo,fory-compatible"))),
          new PlannedSuite(
              "kafka",
              "Records of Kafka",
              "One producer and one consumer in a process, one broker on loopback. Cores are those that"
                  + " their threads use: the broker's do not count. Latencies are from the time when a"
                  + " record was due until it has been read, at 50 % and 80 % of the throughput that the"
                  + " library has reached. Bytes are those of a value, and what serializer and"
                  + " deserializer allocate for it. All libraries are in the mode that allows for other"
                  + " versions of the classes; segue-registry has its schemas on a topic, Avro's reader"
                  + " has the schema already. Large batches are those with batch.size=131072.",
              Suites::records),
          new PlannedSuite(
              "rpc",
              "Calls of gRPC",
              "Calls that return their message, between two processes: unary ones one after the other,"
                  + " the same after pauses in which readers fall asleep, and 100 in flight; messages on"
                  + " one stream. RpcBenchmark compares transports with the same marshaller,"
                  + " RpcMarshallerBenchmark marshallers on a Unix domain socket. All transports have"
                  + " their defaults. Bytes are those that client and server allocate in a unary call."
                  + " grpc-inprocess is one process, and serializes nothing.",
              Suites::calls),
          new PlannedSuite(
              "flight",
              "Arrow Flight",
              "Record batches that a client reads from a server in another process, over each transport"
                  + " of gRPC. Megabytes are those of the values. CPU time is of both processes.",
              settings -> unlessHeadline(settings, FlightCase.of(settings.processes()))),
          new PlannedSuite(
              "idle",
              "Idle channels of gRPC",
              "Two hundred channels between two processes without calls: their CPU time, in percent of a"
                  + " core, the threads that they add, and the first call of each channel afterwards.",
              settings -> unlessHeadline(settings, IdleCase.of(settings.processes()))),
          new JmhSuite(
              "messages",
              "Messages of Netty and gRPC",
              "One message through the handlers of Netty or a marshaller of gRPC, to the memory of a"
                  + " transport and back, without a socket. Fory and Kryo write and read arrays.",
              MESSAGES),
          new JmhSuite(
              "stored",
              "Stored blocks",
              "Stored fields of a Lucene index of access logs: one fetched, and the ten best of a query.",
              List.of(),
              List.of(Slice.of(STORED, "documents=1000000"))),
          new PlannedSuite(
              "pipeline",
              "Pipeline",
              "Object to compressed bytes to object: a serializer and zstd at level 3, combined. Within"
                  + " one process; and as round trips between two, which encode the received object"
                  + " again (TwoProcessPipelineBenchmark): compressed into shared memory by Segue, and"
                  + " by Fory and zstd-jni over Aeron and a Unix domain socket.",
              Suites::pipeline),
          new PlannedSuite(
              "shm",
              "Shared memory",
              "Messages between two processes. Round trips: one after the other, and (due) on a"
                  + " schedule, counted from when they were due. One way: as many as possible. The time"
                  + " of a bare flag between the same two processes stands beside each row: far apart,"
                  + " their processors share no cache. segue-blocking sleeps until a message wakes it.",
              Suites::messages),
          new JmhSuite(
              "one-thread",
              "Both ends on one thread",
              "Short messages sent and received by one thread, one by one and in batches of 16, and"
                  + " polls that find nothing: what instructions cost where no cache line moves"
                  + " between processors.",
              "OneThreadBenchmark"),
          new JmhSuite(
              "cold",
              "Cold start",
              "The first object in a fresh JVM: loading a library, setting it up, one round trip."
                  + " segue-auto interprets at first, and compiles in the background. With an AOT"
                  + " cache, the JVM has loaded and linked all classes in an earlier run.",
              List.of(
                  Slice.of(
                      COLD,
                      "object=MEDIA_CONTENT"
                          + " library=segue,segue-auto,segue-auto-aot,fory,kryo,kryo-aot")),
              List.of(Slice.all(COLD))),
          new JmhSuite(
              "mixed",
              "Mixed workload, unseen classes",
              "Twenty-four randomly generated classes, on heap, native and mapped memory in turn. No"
                  + " library can have been tuned for them.",
              List.of(Slice.of(MIXED, "library=segue,fory")),
              List.of(Slice.all(MIXED))),
          new JmhSuite(
              "classes",
              "Many registered classes, compatible mode",
              "An object with one field of type Object, where 300 classes are registered and the"
                  + " reader may have other versions of them.",
              "ManyClassesBenchmark"),
          new JmhSuite(
              "rules",
              "Classes by rule",
              "Objects of classes that a rule allows, and has met before, compared with registered"
                  + " ones: an order whose declared types name all classes, and objects with others.",
              "ClassRulesBenchmark"),
          new JmhSuite(
              "everyday",
              "Everyday types",
              "Objects of business code: an order with identifiers, dates, decimals, records, an"
                  + " Optional, sets and maps of enums, and a map of strings; a catalog of a hundred"
                  + " products, mostly strings; a document of untyped maps and lists, as a JSON parser"
                  + " creates them; a ranking of sorted maps and sets. References are not tracked.",
              List.of(Slice.of(EVERYDAY, "buffer=ARRAY object=ORDER,DOCUMENT")),
              List.of(Slice.all(EVERYDAY))),
          new JmhSuite(
              "texts",
              "Texts",
              "Eight strings of 8 to 200 characters: Latin-1, one wide character each, or all wide.",
              List.of(),
              List.of(
                  Slice.of(
                      TEXTS, "buffer=ARRAY text=LATIN1,ONE_WIDE length=16 library=segue,fory"))),
          new JmhSuite(
              "views",
              "Single fields",
              "Two numbers of STRUCT, or two numbers and a string of MEDIA_CONTENT, read from native"
                  + " memory: through a view, through accessors of other formats, and by reading the"
                  + " whole object.",
              "ViewBenchmark"),
          new JmhSuite(
              "threads",
              "Threads",
              "Serialization with one thread, two, and one per processor. All threads share one Segue"
                  + " serializer, and have one instance each of the others. Figures are for all threads"
                  + " together.",
              List.of(),
              List.of(
                  Slice.of(
                      GRAPHS,
                      TREES + " buffer=ARRAY object=STRUCT,MEDIA_CONTENT library=segue,fory,kryo")),
              List.of(1, 2, Runtime.getRuntime().availableProcessors())),
          new JmhSuite(
              REGRESSION,
              "Regression",
              "A few cases, to be compared with a baseline of ratios.",
              List.of(),
              List.of(
                  Slice.of(GRAPHS, TREES + " object=STRUCT,MEDIA_CONTENT library=segue,fory"),
                  Slice.of(ZSTD, "data=json size=1024 library=segue-segment,zstd-jni"))));

  private Suites() {}

  private static Suite.Plan plan(List<? extends ProcessCase> cases) {
    return new Suite.Plan(cases.stream().<Cell>map(Cell.InProcesses::new).toList(), List.of());
  }

  private static Suite.Plan unlessHeadline(Settings settings, List<? extends ProcessCase> cases) {
    return plan(settings.extent() == Extent.HEADLINE ? List.of() : cases);
  }

  /// Five times the usual duration: clients and broker have more code to compile, and form batches.
  private static Suite.Plan records(Settings settings) {
    long millis = 5 * settings.processes().millis();
    return unlessHeadline(settings, RecordCase.of(millis, settings.extent() == Extent.EVERY));
  }

  private static Suite.Plan calls(Settings settings) {
    return plan(
        settings.extent() == Extent.HEADLINE
            ? CallCase.headline(settings.processes().millis())
            : CallCase.of(settings.processes(), settings.extent() == Extent.EVERY));
  }

  private static Suite.Plan messages(Settings settings) {
    return plan(
        settings.extent() == Extent.HEADLINE
            ? ShmCase.headline(settings.processes())
            : ShmCase.of(settings.processes(), settings.extent() == Extent.EVERY));
  }

  /// Within one process, which JMH measures, and between two.
  private static Suite.Plan pipeline(Settings settings) {
    var within = new JmhSuite(PIPELINE, "", "", PIPELINE);
    Suite.Plan inOne = within.plan(settings);
    Suite.Plan between = unlessHeadline(settings, ShmCase.ofObjects(settings.processes()));
    return new Suite.Plan(
        Stream.concat(inOne.cells().stream(), between.cells().stream()).toList(), inOne.absences());
  }

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
