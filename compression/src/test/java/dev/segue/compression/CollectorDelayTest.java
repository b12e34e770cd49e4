// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.Cost;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Heap segments of any size delay garbage collection by less than a millisecond.
///
/// A native call on heap memory delays it until the call returns, so the test asserts that the
/// longest such calls take little CPU time. It also measures the actual delays, from the JVM's own
/// log, while another thread compresses or decompresses continuously, and compares them with a
/// thread that only adds numbers. On a busy machine, all of these wait for a processor; `-Psoak`
/// prints the figures.
class CollectorDelayTest {

  private static final int COLLECTIONS = Soak.IS_ON ? 300 : 20;

  /// Half a millisecond; by default, ten times that for slow machines.
  private static final long LIMIT_NANOS = Soak.IS_ON ? 500_000 : 5_000_000;

  /// The number of rounds on a busy machine; one good round suffices.
  private static final int MOST_ROUNDS = 10;

  /// The limit for the median on a busy machine. A call on 10 MB that delayed collections until its
  /// end would raise the median to a hundred milliseconds or more.
  private static final long BUSY_LIMIT_NANOS = 40_000_000;

  private static final Pattern WAIT = Pattern.compile("Reaching safepoint: (\\d+) ns");

  /// The action of the other thread.
  enum Load {
    CONTROL(Codec.stored(), 0, false),
    ZSTD_COMPRESS_LONGEST_DIRECT(Codec.zstd(), 9_900, false),
    ZSTD_COMPRESS_STAGED(Codec.zstd(), 900_000, false),
    ZSTD_COMPRESS_IN_PIECES(Codec.zstd(9), 10_000_000, false),
    ZSTD_DECOMPRESS_LONGEST_DIRECT(Codec.zstd(), 49_000, true),
    ZSTD_DECOMPRESS_IN_PIECES(Codec.zstd(), 10_000_000, true),
    LZ4_COMPRESS_LONGEST_DIRECT(Codec.lz4Raw(), 24_900, false),
    LZ4_DECOMPRESS_LONGEST_DIRECT(Codec.lz4Raw(), 99_000, true),
    SNAPPY_COMPRESS_LONGEST_DIRECT(Codec.snappy(), 24_900, false),
    GZIP_COMPRESS_LONGEST_DIRECT(Codec.gzip(), 1_990, false),
    GZIP_DECOMPRESS_LONGEST_DIRECT(Codec.gzip(), 24_900, true),
    BROTLI_COMPRESS_STAGED(Codec.brotli(), 1_000_000, false),
    BROTLI_DECOMPRESS_STAGED(Codec.brotli(), 10_000_000, true);

    private final Codec codec;
    private final int length;
    private final boolean decompresses;

    Load(Codec codec, int length, boolean decompresses) {
      this.codec = codec;
      this.length = length;
      this.decompresses = decompresses;
    }

    private Runnable work() {
      if (this == CONTROL) {
        long[] numbers = new long[100_000];
        return () -> sink = Arrays.stream(numbers).sum();
      }
      MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.BINARY, length));
      MemorySegment out = MemorySegment.ofArray(new byte[(int) codec.maxCompressedLength(length)]);
      MemorySegment frame = out.asSlice(0, codec.compress(content, out));
      return decompresses
          ? () -> sink = codec.decompress(frame, content)
          : () -> sink = codec.compress(content, out);
    }

    private static volatile long sink;
  }

  /// Triggers collections while a load runs.
  static final class Collections {

    private static final long WARM_UP_NANOS = 300_000_000;

    private static volatile boolean over;

    private Collections() {}

    public static void main(String[] args) throws InterruptedException {
      Runnable work = Load.valueOf(System.getProperty("segue.load", "CONTROL")).work();
      long start = System.nanoTime();
      while (System.nanoTime() - start < WARM_UP_NANOS) {
        work.run();
      }
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            while (!over) {
              work.run();
            }
          });
      Thread.sleep(200);
      System.out.println("begin");
      for (int i = 0; i < Integer.getInteger("segue.collections", 0); i++) {
        Thread.sleep(3);
        System.gc();
      }
      System.out.println("end");
      over = true;
    }
  }

  private static long[] waits(Load load) {
    String printed =
        ChildJvm.run(
            Collections.class,
            "-Dsegue.load=" + load,
            "-Dsegue.collections=" + COLLECTIONS,
            "-XX:TieredStopAtLevel=4",
            "-XX:-UseSerialGC",
            "-XX:+UseG1GC", // else a JVM with one processor has no collector
            "-Xmx400m",
            "-Xlog:safepoint:stdout");
    String meanwhile = printed.substring(printed.indexOf("begin"), printed.indexOf("end"));
    return WAIT.matcher(meanwhile)
        .results()
        .map(MatchResult::group)
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sorted()
        .toArray();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = ".*DIRECT")
  void longestCallOnHeapMemoryIsShort(Load load) {
    Runnable work = load.work();
    for (int i = 0; i < 300; i++) {
      work.run();
    }
    long nanos = Cost.cpuNanos(work);
    assertTrue(nanos < LIMIT_NANOS, load + " takes micros=" + nanos / 1000);
  }

  static List<Load> loads() {
    return Soak.IS_ON ? List.of(Load.values()) : List.of(Load.ZSTD_COMPRESS_IN_PIECES);
  }

  @ParameterizedTest
  @MethodSource("loads")
  void collectionsDoNotWaitForALongCall(Load load) {
    long[] waits = waits(load);
    for (int round = 1; round < MOST_ROUNDS && median(waits) >= BUSY_LIMIT_NANOS; round++) {
      waits = waits(load);
    }
    assertTrue(waits.length >= COLLECTIONS, "waits=" + waits.length);
    String told =
        String.format(
            Locale.ROOT,
            "%-32s collections=%d micros: p50=%d p90=%d p99=%d max=%d",
            load,
            waits.length,
            median(waits) / 1000,
            waits[waits.length * 9 / 10] / 1000,
            waits[waits.length * 99 / 100] / 1000,
            waits[waits.length - 1] / 1000);
    if (Soak.IS_ON) {
      System.out.println(told);
    }
    assertTrue(median(waits) < BUSY_LIMIT_NANOS, told);
  }

  private static long median(long[] sorted) {
    return sorted[sorted.length / 2];
  }
}
