// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.pipeline.Pipeline;
import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Measures the way from object to compressed bytes and back: a serializer combined with zstd at
/// level 3.
///
/// Segue works on native segments, the peers on byte arrays, where both their serializer and their
/// compressor are fast. All of them reuse contexts and buffers. A round trip is checked before
/// anything is timed.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PipelineBenchmark extends SteadyBenchmark {
  /// The libraries that serialize and compress.
  @Param({"segue", "fory+zstd-jni", "kryo+zstd-jni"})
  public String library = "";

  /// The object to send.
  @Param public Workload object = Workload.STRUCT;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Pipeline pipeline;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  /// Sets up the libraries.
  @Setup
  public void prepare() {
    graph = object.create();
    pipeline = Pipelines.open(library, object);
    Figures.payload(pipeline.send(graph));
  }

  /// Releases the libraries.
  @TearDown
  public void release() {
    pipeline.close();
  }

  /// Measures the round trip: returns the object received.
  @Benchmark
  public Object roundTrip() {
    pipeline.send(graph);
    return pipeline.receive();
  }
}
