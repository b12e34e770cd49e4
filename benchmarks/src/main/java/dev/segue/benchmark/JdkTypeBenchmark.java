// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.jdktype.JdkType;
import dev.segue.benchmark.jdktype.JdkTypeLibraries;
import dev.segue.benchmark.launch.PayloadSize;
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

/// Writes and reads an object with four fields of one JDK type, for each type, with a reused
/// buffer.
///
/// It shows which types a library handles well, which tables of larger objects hide. The classes
/// are generated on demand and registered; references are not tracked. A round trip is checked
/// before anything is timed.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar JdkTypeBenchmark -p object=LOCAL_DATE,PATTERN
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class JdkTypeBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory"})
  public String library = "";

  /// The type of the object's fields.
  @Param public JdkType object = JdkType.LOCAL_DATE;

  /// The memory to serialize to.
  @Param({"ARRAY"})
  public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCodec codec;

  /// Sets the library up and leaves one serialized object in its buffer.
  @Setup
  public void prepare() {
    graph = object.create();
    codec = JdkTypeLibraries.open(library, object, buffer);
    PayloadSize.report(codec.serialize(graph));
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
