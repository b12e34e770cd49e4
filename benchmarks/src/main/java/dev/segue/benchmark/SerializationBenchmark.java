// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.launch.PayloadSize;
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

/// Writes and reads one object graph, with a reused buffer.
///
/// All libraries write the same object to the same kind of memory, with all classes registered and
/// a reused buffer; references are tracked by all of them or by none. A round trip is checked
/// before anything is timed.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar SerializationBenchmark
/// java -jar benchmarks/target/benchmarks.jar SerializationBenchmark \
///     -p object=STRUCT -p buffer=DIRECT -p references=false -p schema=CONSISTENT
///    
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class SerializationBenchmark {
  /// The library that serializes.
  @Param({
    "segue",
    "segue-opens",
    "segue-registry",
    "fory",
    "fory-fixed",
    "fory-metashared",
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

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  /// Whether shared references are preserved.
  @Param({"false", "true"})
  public boolean references;

  /// Whether reader and writer may have different versions of a class.
  @Param public GraphCase.Schema schema = GraphCase.Schema.CONSISTENT;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object graph;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCodec codec;

  /// Sets the library up and leaves one serialized object in its buffer.
  @Setup
  public void prepare() {
    var graphCase = new GraphCase(library, object, buffer, references, schema);
    graph = graphCase.create();
    codec = GraphLibraries.open(graphCase);
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
