// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.benchmark.zstd.Payload;
import dev.segue.benchmark.zstd.ZstdLibraries;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Compresses small JSON messages to zstd frames and decompresses them, at level 3, with and
/// without a dictionary.
///
/// All libraries use the same dictionary: at most 8 KiB, trained with other messages of the same
/// kind and size. Each call uses the next of 64 messages; the reported length is their mean. Frame
/// lengths, and so the ratio, are equal for all libraries with the same version of zstd.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SmallMessageBenchmark extends SteadyBenchmark {
  private static final int MESSAGES = 64;

  /// The library that compresses; `segue-envelope` has its own header instead of the frame's.
  @Param({"segue-segment", "segue-envelope", "zstd-jni"})
  public String library = "";

  /// The size of a message in bytes.
  @Param({"100", "500", "1000", "4000"})
  public int size;

  /// Whether to use a trained dictionary.
  @Param({"false", "true"})
  public boolean dictionary;

  private BytesCodec[] codecs = {};
  private int next;

  /// Sets up the library, and leaves a frame of each message in its buffers.
  @Setup
  public void prepare() {
    codecs = ZstdLibraries.open(library, Payload.messages(2, MESSAGES, size), dictionary);
    Figures.payload(Stream.of(codecs).mapToLong(BytesCodec::compress).sum() / MESSAGES);
  }

  /// Releases the library.
  @TearDown
  public void release() {
    codecs[0].close();
  }

  /// Measures compression: returns the length of the frame.
  @Benchmark
  public long compress() {
    return next().compress();
  }

  /// Measures decompression: returns the length of the message.
  @Benchmark
  public long decompress() {
    return next().decompress();
  }

  private BytesCodec next() {
    next = (next + 1) % MESSAGES;
    return codecs[next];
  }
}
