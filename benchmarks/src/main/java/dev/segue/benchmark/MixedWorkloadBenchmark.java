// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.mixed.MixedWorkload;
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

/// Writes and reads objects of 24 randomly generated classes, alternating heap, native and mapped
/// memory.
///
/// The classes are generated from the seed, with the same kinds of fields as the other benchmarks'
/// objects. One call handles one object; the next call has another class or another memory, in
/// random order, as in a program with several tasks.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 8, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class MixedWorkloadBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// The seed for the classes.
  @Param("17")
  public long seed;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private MixedWorkload workload;

  /// Generates the classes and sets up the library.
  @Setup
  public void prepare() {
    workload = new MixedWorkload(library, seed);
    Figures.payload(workload.meanBytes());
  }

  /// Releases the memory.
  @TearDown
  public void release() {
    workload.close();
  }

  /// Measures writing: returns the bytes written.
  @Benchmark
  public long serialize() {
    return workload.serializeNext();
  }

  /// Measures reading: returns the object read.
  @Benchmark
  public Object deserialize() {
    return workload.deserializeNext();
  }
}
