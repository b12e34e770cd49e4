// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.PayloadSize;
import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.benchmark.zstd.Payload;
import dev.segue.benchmark.zstd.ZstdLibraries;
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

/// Compresses one payload to a zstd frame and decompresses it, at level 3.
///
/// All libraries reuse contexts and buffers, except `zstd-jni-static`, whose methods create them. A
/// round trip is checked before anything is timed.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar ZstdBenchmark
/// java -jar benchmarks/target/benchmarks.jar ZstdBenchmark \
///     -p size=1024 -p data=json
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ZstdBenchmark {
  /// The library that compresses.
  @Param({
    "segue-segment",
    "segue-bytes",
    "zstd-jni",
    "zstd-jni-static",
    "zstd-jni-ffm",
    "zstd-jni-direct",
    "aircompressor-native",
    "aircompressor-java"
  })
  public String library = "";

  /// The size of the payload in bytes: 1 KiB, 64 KiB, 1 MiB, 64 MiB.
  @Param({"1024", "65536", "1048576", "67108864"})
  public int size;

  /// The kind of payload.
  @Param({"text", "json", "random"})
  public String data = "";

  @SuppressWarnings("NullAway.Init") // by prepare()
  private BytesCodec codec;

  /// Sets the library up and leaves one frame in its buffer.
  @Setup
  public void prepare() {
    codec = ZstdLibraries.open(library, Payload.of(data, size));
    PayloadSize.report(codec.compress());
  }

  /// Releases the library.
  @TearDown
  public void release() {
    codec.close();
  }

  /// Measures compression: returns the length of the frame.
  @Benchmark
  public long compress() {
    return codec.compress();
  }

  /// Measures decompression: returns the length of the payload.
  @Benchmark
  public long decompress() {
    return codec.decompress();
  }
}
