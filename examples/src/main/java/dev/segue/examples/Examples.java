// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import java.util.List;
import java.util.stream.Collectors;

/// Runs an example by its name, or lists them all: `./segue example [NAME]`.
public final class Examples {

  private static final int WRONG_USAGE = 2;

  /// The body of an example.
  @FunctionalInterface
  private interface Body {
    void main(String[] args) throws Exception;
  }

  /// An example.
  ///
  /// @param name for the command line
  /// @param description in one line
  /// @param body to be run
  private record Example(String name, String description, Body body) {}

  private static final List<Example> ALL =
      List.of(
          new Example(
              "quick-start",
              "Write an object to bytes, and read it back.",
              SerializerQuickStart::main),
          new Example(
              "serializer",
              "Write objects to arrays and native memory, read them, and handle errors.",
              SerializerExample::main),
          new Example(
              "streams",
              "Write objects of unknown size to growing buffers and streams.",
              StreamsExample::main),
          new Example(
              "evolution",
              "Read objects of an older or newer version of their class.",
              EvolutionExample::main),
          new Example(
              "schema-registry",
              "Count the bytes that schemas take in payloads.",
              SchemaRegistryExample::main),
          new Example("view", "Read single fields without creating the object.", ViewExample::main),
          new Example(
              "out-of-band",
              "Pass large arrays and buffers outside the payload.",
              OutOfBandExample::main),
          new Example(
              "surrogate",
              "Serialize a type that you do not own, through one that you do.",
              TypeSurrogateExample::main),
          new Example(
              "compression",
              "Compress memory with zstd, and restore it.",
              CompressionExample::main),
          new Example(
              "compression-quick-start",
              "Compress arrays, segments, streams, and small values with a dictionary.",
              CompressionQuickStart::main),
          new Example("shm", "Pass objects through shared memory.", ShmExample::main),
          new Example(
              "quotes",
              "Exchange objects between two programs that start in any order.",
              QuotesExample::main),
          new Example(
              "request-reply",
              "Call another process through shared memory.",
              RequestReplyExample::main),
          new Example(
              "transports",
              "Run a program on shared memory, Aeron and Kafka, and kill its processes.",
              TransportsExample::main),
          new Example(
              "compressed-channel",
              "Pass compressed objects through shared memory.",
              CompressedChannelExample::main),
          new Example(
              "other-serializers",
              "Use Kryo and Fory on a channel in shared memory.",
              OtherSerializersExample::main),
          new Example(
              "migrate-kryo",
              "Move a store of Kryo payloads to Segue while programs use it.",
              KryoMigrationExample::main),
          new Example(
              "migrate-fory",
              "Convert a file of Fory payloads to Segue.",
              ForyMigrationExample::main),
          new Example(
              "migrate-fst",
              "Read values that FST has written, and convert them to Segue.",
              FstMigrationExample::main),
          new Example(
              "migrate-zstd-jni",
              "Read values that zstd-jni has compressed, and write shorter ones.",
              ZstdJniMigrationExample::main),
          new Example(
              "migrate-aeron",
              "Send messages between processes without a media driver.",
              AeronMigrationExample::main),
          new Example(
              "migrate-chronicle",
              "Keep messages in a file, pass them on, and replay them.",
              ChronicleMigrationExample::main));

  private Examples() {}

  /// Runs an example, or lists the examples.
  ///
  /// @param args the name of an example and its own arguments, or nothing
  /// @throws Exception if the example throws one
  public static void main(String[] args) throws Exception {
    int code = run(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /// @return the exit code
  static int run(String[] args) throws Exception {
    if (args.length == 0 || args[0].equals("--help") || args[0].equals("-h")) {
      list();
      return 0;
    }
    for (Example example : ALL) {
      if (example.name.equals(args[0])) {
        example.body.main(List.of(args).subList(1, args.length).toArray(String[]::new));
        return 0;
      }
    }
    System.err.println("segue example: no example '" + args[0] + "'" + suggestion(args[0]));
    System.err.println("Try './segue example' for a list.");
    return WRONG_USAGE;
  }

  /// Suggests the examples whose names begin or end as the unknown one does.
  private static String suggestion(String unknown) {
    int enough = Math.max(1, unknown.length() / 2);
    String start = unknown.substring(0, enough);
    String end = unknown.substring(unknown.length() - enough);
    String names =
        ALL.stream()
            .map(Example::name)
            .filter(name -> name.startsWith(start) || name.endsWith(end))
            .collect(Collectors.joining(" or "));
    return names.isEmpty() ? "" : "; did you mean " + names + "?";
  }

  private static void list() {
    System.out.println("Usage: segue example [NAME]");
    System.out.println("Run an example; without a name, list them.");
    System.out.println();
    for (Example example : ALL) {
      System.out.printf("  %-25s%s%n", example.name, example.description);
    }
    System.out.println();
    System.out.println("Exit status: 0 success, 1 failure, 2 wrong usage.");
    System.out.println("Their sources are in examples/src/main/java/dev/segue/examples.");
  }
}
