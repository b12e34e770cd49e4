// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The libraries by their names in the tables. Only [#open] and [#openOnArrays] load them.
public final class GraphLibraries {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// Suppresses the JDK's warning about `sun.misc.Unsafe`.
  private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  private GraphLibraries() {}

  /// Returns why a library does not support a case, or empty if it does.
  static Optional<String> absence(String library, boolean references, boolean compatible) {
    return switch (library) {
      case "segue-registry", "fory-metashared" ->
          reason(!compatible, "a way to share schemas in compatible mode");
      case "fst" -> reason(compatible, "no compatible mode without annotations");
      case "activej", "protostuff" ->
          references
              ? reason(true, "no references without annotations")
              : reason(compatible, "no compatible mode without annotations");
      case "handwritten" ->
          references ? reason(true, "no references") : reason(compatible, "no compatible mode");
      default -> Optional.empty();
    };
  }

  private static Optional<String> reason(boolean absent, String reason) {
    return absent ? Optional.of(reason) : Optional.empty();
  }

  /// Returns the JVM flags that a library's own documentation recommends.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static List<String> jvmFlags(String library) {
    return switch (library) {
      case "segue", "segue-auto", "segue-registry", "segue-rules" -> List.of(NATIVE_ACCESS);
      case "segue-opens" -> Stream.concat(Stream.of(NATIVE_ACCESS), opens("java.lang")).toList();
      case "fory", "fory-fixed", "fory-metashared" -> ForyCodec.JVM_FLAGS;
      // For its unsafe buffers.
      case "kryo" -> Stream.concat(opens("java.nio", "sun.nio.ch"), Stream.of(UNSAFE)).toList();
      case "fst" ->
          Stream.concat(
                  opens(
                      "java.lang",
                      "java.math",
                      "java.net",
                      "java.text",
                      "java.time",
                      "java.util",
                      "java.util.concurrent"),
                  Stream.of("--add-opens=java.sql/java.sql=ALL-UNNAMED", UNSAFE))
              .toList();
      case "hessian", "protostuff", "jsonb" -> List.of(UNSAFE);
      case "jdk", "activej", "handwritten" -> List.of();
      default -> throw unknown(library);
    };
  }

  private static Stream<String> opens(String... packages) {
    return Stream.of(packages).map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED");
  }

  private static IllegalArgumentException unknown(String library) {
    return new IllegalArgumentException("unknown library: " + library);
  }

  private static void requireSupport(GraphCase graphCase) {
    Optional<String> absence =
        absence(
            graphCase.library(),
            graphCase.references(),
            graphCase.schema() == GraphCase.Schema.COMPATIBLE);
    if (absence.isPresent()) {
      throw new IllegalArgumentException(graphCase + ": " + absence.get());
    }
  }

  /// Sets up a library without using it.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  private static GraphCodec openUnchecked(GraphCase graphCase) {
    requireSupport(graphCase);
    return switch (graphCase.library()) {
      case "segue", "segue-auto", "segue-registry", "segue-opens" -> SegueCodec.of(graphCase);
      case "fory" -> ForyCodec.of(graphCase, ForyCodec.Numbers.VARIABLE_LENGTH);
      case "fory-fixed" -> ForyCodec.of(graphCase, ForyCodec.Numbers.FIXED_LENGTH);
      case "fory-metashared" -> ForyCodec.metaShared(graphCase);
      case "kryo" -> KryoCodec.of(graphCase);
      case "fst" -> new FstCodec(graphCase);
      case "hessian" -> new ArrayCodecs.Hessian(graphCase);
      case "jdk" -> new ArrayCodecs.Jdk(graphCase);
      case "protostuff" -> new ArrayCodecs.Protostuff(graphCase);
      case "jsonb" -> new ArrayCodecs.Jsonb(graphCase);
      case "activej" -> new ActiveJCodec(graphCase);
      case "handwritten" -> HandwrittenCodec.of(graphCase);
      default -> throw unknown(graphCase.library());
    };
  }

  /// Sets up a library for the first object in a JVM, with byte arrays, as in the introduction of
  /// its documentation.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  static GraphCodec openOnArrays(GraphCase graphCase) {
    return graphCase.library().startsWith("segue")
        ? SegueArrayCodec.of(graphCase)
        : openUnchecked(graphCase);
  }

  /// Sets up a library for the calling thread, and checks that an object survives a round trip.
  /// Threads share whatever the library permits.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  public static GraphCodec open(GraphCase graphCase) {
    requireSupport(graphCase);
    GraphCodec codec =
        graphCase.library().startsWith("segue")
            ? SegueCodec.shared(graphCase)
            : openUnchecked(graphCase);
    return RoundTrip.checked(codec, graphCase.create(), graphCase);
  }
}
