// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

/// Opens the libraries by their names in the tables.
public final class GraphLibraries {
  private GraphLibraries() {}

  static GraphLibrary named(String name) {
    return switch (name) {
      case "segue" -> SegueLibrary.asItComes();
      case "segue-auto" -> SegueLibrary.adaptive();
      case "segue-registry" -> SegueLibrary.withRegistry();
      case "segue-opens" -> SegueLibrary.withStringsOpen();
      case "fory" -> new ForyLibrary(ForyLibrary.Numbers.VARIABLE_LENGTH);
      case "fory-fixed" -> new ForyLibrary(ForyLibrary.Numbers.FIXED_LENGTH);
      case "fory-metashared" -> new ForyMetaSharedLibrary();
      case "kryo" -> new KryoLibrary();
      case "fst" -> new FstLibrary();
      case "hessian" -> new HessianLibrary();
      case "jdk" -> new JdkLibrary();
      case "protostuff" -> new ProtostuffLibrary();
      case "jsonb" -> new JsonbLibrary();
      case "activej" -> new ActiveJLibrary();
      case "handwritten" -> new HandwrittenLibrary();
      default -> throw new IllegalArgumentException("unknown library: " + name);
    };
  }

  /// Sets a library up without using it before, for the first object in a JVM.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  public static GraphCodec openUnchecked(GraphCase graphCase) {
    return capable(graphCase).open(graphCase);
  }

  /// Sets a library up for the calling thread and checks that it reads an object equal to the one
  /// it wrote.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  public static GraphCodec open(GraphCase graphCase) {
    GraphCodec codec = capable(graphCase).openForOneOfThreads(graphCase);
    return RoundTrip.checked(codec, graphCase.create(), graphCase);
  }

  private static GraphLibrary capable(GraphCase graphCase) {
    GraphLibrary library = named(graphCase.library());
    library
        .absence(graphCase)
        .ifPresent(reason -> {
          throw new IllegalArgumentException(graphCase + ": " + reason);
        });
    return library;
  }
}
