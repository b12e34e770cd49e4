// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.codec.PageCodec;
import dev.segue.benchmark.codec.PageCodecs;
import dev.segue.benchmark.launch.PayloadSize;
import dev.segue.benchmark.parquet.PageGenerator;
import dev.segue.benchmark.zstd.BytesCodec;
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

/// Compresses and decompresses one page with each codec.
///
/// All libraries of a codec write the same format at the same level, with contexts and buffers
/// reused. A round trip is checked before anything is timed. `parquet-heap` and `parquet-direct`
/// are the factories of parquet-hadoop, `segue-parquet-heap` and `segue-parquet-direct` those of
/// `integrations/parquet`, each called the way Parquet's readers and writers call them.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar CodecBenchmark
/// java -jar benchmarks/target/benchmarks.jar CodecBenchmark \
///     -p codec=LZ4 -p pageSize=65536
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  /// The codec.
  @Param public PageCodec codec = PageCodec.ZSTD;

  /// The library that compresses.
  @Param({
    "segue",
    "zstd-jni",
    "snappy-java",
    "brotli4j",
    "jdk",
    "aircompressor-native",
    "aircompressor-java",
    "segue-parquet-heap",
    "segue-parquet-direct",
    "parquet-heap",
    "parquet-direct"
  })
  public String library = "";

  /// The size of a page in bytes: 64 KiB, 128 KiB, 256 KiB, 1 MiB.
  @Param({"65536", "131072", "262144", "1048576"})
  public int pageSize;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private BytesCodec page;

  /// Sets the library up and leaves one compressed page in its buffer.
  @Setup
  public void prepare() {
    page = PageCodecs.open(codec, library, PageGenerator.page(pageSize));
    PayloadSize.report(page.compress());
  }

  /// Releases the library.
  @TearDown
  public void release() {
    page.close();
  }

  /// Measures compression: returns the compressed length.
  @Benchmark
  public long compress() {
    return page.compress();
  }

  /// Measures decompression: returns the length of the page.
  @Benchmark
  public long decompress() {
    return page.decompress();
  }
}
