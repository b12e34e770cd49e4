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

/// The first object in a fresh JVM: loads a library, sets it up and makes one round trip.
///
/// Each of many forks runs it once. The object exists before the measurement; the library's classes
/// are not loaded.
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class ColdStartBenchmark {
  /// The library that serializes.
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

  /// The object to serialize.
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

  /// Checks the object that was read.
  @TearDown
  public void check() {
    if (codec != null) {
      codec.close();
    }
    if (!graph.equals(copy)) {
      throw new IllegalStateException(graphCase + ": read " + copy);
    }
  }

  /// Measures everything from the first use of the library's classes: returns the object read.
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
