// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.ColdFamily;
import dev.segue.benchmark.graph.FirstRoundTrip;
import dev.segue.workload.Workload;
import java.util.concurrent.TimeUnit;
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

/// Measures the first object in a fresh JVM: loading a library, setting it up, and one round trip.
///
/// Each of many forks runs this once. The object exists before the measurement; the library's
/// classes are not loaded.
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
    "segue-auto-aot",
    "fory",
    "fory-fixed",
    "kryo",
    "kryo-aot",
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
  private FirstRoundTrip first;

  /// Creates the object.
  @Setup
  public void prepare() {
    first = new FirstRoundTrip(ColdFamily.library(library), object);
  }

  /// Checks the deserialized object.
  @TearDown
  public void check() {
    first.close();
  }

  /// Measures everything from the first use of the library's classes: returns the object read.
  @Benchmark
  public Object firstRoundTrip() {
    return first.run();
  }
}
