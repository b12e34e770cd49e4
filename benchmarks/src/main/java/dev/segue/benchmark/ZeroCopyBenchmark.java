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

/// Writes and reads objects that consist mostly of buffers or primitive arrays, with a reused
/// buffer.
///
/// Out of band (`copy=false`), the writer passes the contents separately, and the reader finds them
/// outside the payload, where they were put once before: no transport is measured. Both libraries
/// read them as new arrays, and as views for buffers. Segue passes the memory itself, for contents
/// of at least 128 bytes other than `boolean[]`; Fory passes, for every array and buffer, an object
/// that can write or copy the content later, which is not measured either.
///
/// With `copy=true`, all bytes are in the payload. Fory reads buffers as views of it; the others
/// copy them. The reported length is that of the payload alone.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar ZeroCopyBenchmark
/// java -jar benchmarks/target/benchmarks.jar ZeroCopyBenchmark \
///     -p library=segue,fory -p arraySize=1000
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ZeroCopyBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo", "fst"})
  public String library = "";

  /// The object to serialize.
  @Param public Contents data = Contents.BUFFER;

  /// The bytes of each buffer, or the elements of each array.
  @Param({"200", "1000", "5000"})
  public int arraySize;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  /// Whether the contents are part of the payload, or passed out of band.
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
    PayloadSize.report(codec.serialize(object));
  }

  /// Releases the library.
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
