// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.workload.Workload;
import java.util.List;
import java.util.stream.Stream;

/// Opens the pipelines by their names in the tables.
public final class Pipelines {
  /// The level of zstd: its default.
  static final int LEVEL = 3;

  /// The size of each buffer: larger than any workload needs.
  static final int BUFFER_BYTES = 64 * 1024;

  private Pipelines() {}

  /// Sets up a pipeline, and checks that an object survives a round trip.
  public static Pipeline open(String library, Workload workload) {
    Pipeline pipeline =
        switch (library) {
          case "segue" -> new SeguePipeline(workload);
          case "fory+zstd-jni" -> new PeerPipelines.OfFory(workload);
          case "kryo+zstd-jni" -> new PeerPipelines.OfKryo(workload);
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    Object object = workload.create();
    long length = pipeline.send(object);
    Object received = pipeline.receive();
    if (!object.equals(received)) {
      throw new IllegalStateException(
          "%s: sent %s in %d bytes, received %s".formatted(library, object, length, received));
    }
    return pipeline;
  }

  /// Returns the JVM flags that the libraries' own documentation recommends.
  public static List<String> jvmFlags(String library) {
    String serializer = library.substring(0, (library + "+").indexOf('+'));
    return Stream.concat(
            Stream.of("--enable-native-access=ALL-UNNAMED"),
            GraphLibraries.jvmFlags(serializer).stream())
        .distinct()
        .toList();
  }
}
