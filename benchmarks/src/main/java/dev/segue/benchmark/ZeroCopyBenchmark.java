// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.launch.PayloadSize;
import dev.segue.benchmark.zerocopy.Contents;
import dev.segue.benchmark.zerocopy.ZeroCopyCase;
import dev.segue.benchmark.zerocopy.ZeroCopyLibraries;
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

/// Objects that are mostly buffers or arrays of primitives, to a reused buffer, and back from it.
///
/// Out of band (`copy=false`) the writer hands their contents over, and the reader has them beside
/// the payload, where they were put once before: no transport is measured. Both make new arrays of
/// them, and views for buffers. Segue hands over the memory itself, of what has 128 bytes or more,
/// but of no `boolean[]`; Fory hands over, of every array and buffer, an object that can write or
/// copy the content later, which is not measured either.
///
/// Else (`copy=true`) all bytes are in the payload. Fory reads buffers as views of it; all others
/// copy them. The payload's length is that of the payload alone.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar ZeroCopyBenchmark
/// java -jar benchmarks/target/benchmarks.jar ZeroCopyBenchmark \
///     -p library=segue,fory -p arraySize=1000 -f 1 -wi 3 -w 1 -i 3 -r 1
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class ZeroCopyBenchmark {
  /// Who serializes.
  @Param({"segue", "fory", "kryo", "fst"})
  public String library = "";

  /// What is serialized.
  @Param public Contents data = Contents.BUFFER;

  /// The bytes of each buffer, or the elements of each array.
  @Param({"200", "1000", "5000"})
  public int arraySize;

  /// Where to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  /// Whether the contents are written to the payload, or handed over beside it.
  @Param({"false", "true"})
  public boolean copy;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object object;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private GraphCodec codec;

  /// Sets the library up and leaves one serialized object in its buffer.
  @Setup
  public void prepare() {
    var zeroCopyCase = new ZeroCopyCase(library, data, arraySize, buffer, copy);
    object = zeroCopyCase.create();
    codec = ZeroCopyLibraries.open(zeroCopyCase);
    PayloadSize.tell(codec.serialize(object));
  }

  /// Gives back what the library holds.
  @TearDown
  public void release() {
    codec.close();
  }

  /// Measures writing: returns the bytes written.
  @Benchmark
  public long serialize() {
    return codec.serialize(object);
  }

  /// Measures reading: returns the object read.
  @Benchmark
  public Object deserialize() {
    return codec.deserialize();
  }
}
