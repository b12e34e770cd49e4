// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.everyday.EverydayCase;
import dev.segue.benchmark.everyday.EverydayLibraries;
import dev.segue.benchmark.everyday.EverydayObject;
import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
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

/// Writes and reads objects of types that are common in business code, with a reused buffer.
///
/// The other benchmarks' objects consist of numbers, arrays of them and a few strings. These have
/// identifiers, dates, decimals, records, an `Optional`, sets and maps of enums and a map of
/// strings (`ORDER`), a hundred products that are mostly strings (`CATALOG`), untyped maps and
/// lists as a JSON parser creates them (`DOCUMENT`), and sorted maps and sets (`RANKING`). All
/// classes are registered, references are not tracked, reader and writer have the same classes. A
/// round trip is checked before anything is timed.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar EverydayBenchmark
/// java -jar benchmarks/target/benchmarks.jar EverydayBenchmark \
///     -p object=ORDER -p buffer=ARRAY
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class EverydayBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// The object to serialize.
  @Param public EverydayObject object = EverydayObject.ORDER;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCodec codec;

  /// Sets the library up and leaves one serialized object in its buffer.
  @Setup
  public void prepare() {
    graph = object.create();
    codec = EverydayLibraries.open(new EverydayCase(library, object, buffer));
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
