// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.workload.Workload;
import org.jspecify.annotations.Nullable;

/// A library's first object in a JVM. The object exists before; the library's classes have not been
/// loaded.
public final class FirstRoundTrip implements AutoCloseable {
  private final GraphCase graphCase;
  private final Object graph;
  private @Nullable GraphCodec codec;
  private @Nullable Object copy;

  /// Creates the object.
  public FirstRoundTrip(String library, Workload object) {
    graphCase =
        new GraphCase(library, object, GraphCase.Buffer.ARRAY, false, GraphCase.Schema.CONSISTENT);
    graph = graphCase.create();
  }

  /// Runs the round trip in a JVM that then writes an AOT cache.
  ///
  /// @param args the library and the object
  public static void main(String[] args) {
    try (var first = new FirstRoundTrip(args[0], Workload.valueOf(args[1]))) {
      first.run();
    }
  }

  /// Sets up the library, writes the object and reads it.
  ///
  /// @return the object read
  public Object run() {
    var opened = GraphLibraries.openOnArrays(graphCase);
    codec = opened;
    opened.serialize(graph);
    Object read = opened.deserialize();
    copy = read;
    return read;
  }

  /// Checks the object that was read.
  ///
  /// @throws IllegalStateException if it differs from the object written
  @Override
  public void close() {
    if (codec != null) {
      codec.close();
    }
    if (!graph.equals(copy)) {
      throw new IllegalStateException(graphCase + ": read " + copy);
    }
  }
}
