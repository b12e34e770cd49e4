// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The first object through a library in a fresh JVM: loading it, setting it up, one round trip.
///
/// One shot in each of many forks. The object exists before; the library's classes don't.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar ColdStartBenchmark
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(20)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class ColdStartBenchmark {
  /// Who serializes.
  @Param({
    "segue",
    "segue-auto",
    "fory",
    "fory-fixed",
    "kryo",
    "fst",
    "hessian",
    "jdk",
    "protostuff",
    "jsonb",
    "activej",
    "handwritten"
  })
  public String library = "";

  /// What is serialized.
  @Param public Workload object = Workload.STRUCT;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCase graphCase;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  private @Nullable GraphCodec codec;
  private @Nullable Object copy;

  /// Creates the object.
  @Setup
  public void prepare() {
    graphCase =
        new GraphCase(library, object, GraphCase.Buffer.ARRAY, false, GraphCase.Schema.CONSISTENT);
    graph = graphCase.create();
  }

  /// Checks what came back.
  @TearDown
  public void check() {
    if (codec != null) {
      codec.close();
    }
    if (!graph.equals(copy)) {
      throw new IllegalStateException(graphCase + ": read " + copy);
    }
  }

  /// Measures everything from the library's first class on: returns the object read.
  @Benchmark
  public Object firstRoundTrip() {
    var opened = GraphLibraries.openUnchecked(graphCase);
    codec = opened;
    opened.serialize(graph);
    Object read = opened.deserialize();
    copy = read;
    return read;
  }
}
