// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.launch.Figures;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Writes and reads an object, with a reused buffer.
///
/// All libraries have all classes registered. A round trip is checked before anything is timed.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class GraphBenchmark extends SteadyBenchmark {
  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCodec codec;

  /// Creates the object.
  abstract Object create();

  /// Sets up the library and checks it.
  abstract GraphCodec open();

  /// Sets up the library, and leaves one serialized object in its buffer.
  @Setup
  public void prepare() {
    graph = create();
    codec = open();
    Figures.payload(codec.serialize(graph));
  }

  /// Releases the library.
  @TearDown
  public void release() {
    codec.close();
  }

  /// Measures writing: returns the bytes written.
  @Benchmark
  public long serialize() {
    return codec.serialize(graph);
  }

  /// Measures reading: returns the object read.
  @Benchmark
  public Object deserialize() {
    return codec.deserialize();
  }
}
