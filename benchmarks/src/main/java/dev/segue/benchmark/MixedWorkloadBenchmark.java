// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.PayloadSize;
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

/// Twenty-four classes that no one has seen before, on heap, native and mapped memory in turn.
///
/// The classes are made up from the seed, and are of the kinds that the tables' objects are of. One
/// call is one object; each next one has another class or another memory, in an order without a
/// pattern, as in a program that does more than one thing.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar MixedWorkloadBenchmark
/// java -jar benchmarks/target/benchmarks.jar MixedWorkloadBenchmark -p seed=1,2,3 -f 1
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 5, time = 2)
public class MixedWorkloadBenchmark {
  /// Who serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// What the classes are made up from.
  @Param("17")
  public long seed;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private MixedWorkload workload;

  /// Makes the classes up and sets the library up.
  @Setup
  public void prepare() {
    workload = new MixedWorkload(library, seed);
    PayloadSize.tell(workload.meanBytes());
  }

  /// Gives back the memory.
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
