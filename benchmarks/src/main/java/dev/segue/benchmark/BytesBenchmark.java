// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.zstd.BytesCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Compresses and decompresses a payload.
///
/// A round trip is checked before anything is timed.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class BytesBenchmark extends SteadyBenchmark {
  @SuppressWarnings("NullAway.Init") // by prepare()
  private BytesCodec opened;

  /// Sets up the library and checks it.
  abstract BytesCodec open();

  /// Sets up the library, and leaves one compressed payload in its buffer.
  @Setup
  public void prepare() {
    opened = open();
    Figures.payload(opened.compress());
  }

  /// Releases the library.
  @TearDown
  public void release() {
    opened.close();
  }

  /// Measures compression: returns the compressed length.
  @Benchmark
  public long compress() {
    return opened.compress();
  }

  /// Measures decompression: returns the length of the payload.
  @Benchmark
  public long decompress() {
    return opened.decompress();
  }
}
