// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A hostile process with write access stores to one field as fast as it can, or publishes forever.
/// No call may hang because of it, and none may fail in an undocumented way.
@Timeout(600)
class ScribblingPeerTest extends InScratch {

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final int MEMBERS = 4;
  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults()
          .withLaneCapacity(4000)
          .withMaxMembers(MEMBERS)
          .withMemberTimeout(Duration.ZERO);
  private static final Set<Kind> ANSWERS =
      EnumSet.of(
          Kind.CORRUPT,
          Kind.FENCED,
          Kind.IN_USE,
          Kind.LIMIT_EXCEEDED,
          Kind.NOT_FOUND,
          Kind.INCOMPATIBLE);

  /// Longer than any call takes on any machine, unless the other process blocks it.
  private static final long LONGEST_CALL_NANOS = 120_000_000_000L;

  private static final long TIME_PER_FIELD_NANOS = 25_000_000L;
  private static final int LIMIT = 10;

  /// Every field of a lane's header and of the control file (see docs/shm-protocol.md), and the
  /// offsets of the first records.
  static Stream<Arguments> fields() {
    LongStream header = LongStream.of(0, 8, 16, 24);
    LongStream counters = LongStream.of(256, 264, 272, 280, 2560);
    LongStream positions = LongStream.of(384, 512, 520, 640, 648, 768);
    LongStream records = LongStream.of(4096, 4104, 4112, 8184);
    LongStream lane =
        Stream.of(header, counters, positions, records).flatMapToLong(offsets -> offsets);
    LongStream settings = LongStream.of(0, 8, 16, 24, 32, 40, 48, 128, 256);
    LongStream members =
        LongStream.of(0, 128).flatMap(at -> LongStream.of(0, 8, 16, 24, 64, 72).map(f -> at + f));
    LongStream lanes = LongStream.of(0, 8, 16, 24).map(field -> MEMBERS * 128 + field);
    LongStream tables = LongStream.concat(members, lanes).map(offset -> 4096 + offset);
    return Stream.concat(
        lane.mapToObj(offset -> Arguments.of("lane-1", offset)),
        LongStream.concat(settings, tables).mapToObj(offset -> Arguments.of("channel", offset)));
  }

  private static long word(SplittableRandom random) {
    return switch (random.nextInt(7)) {
      case 0 -> random.nextLong();
      case 1 -> 1L << random.nextInt(64);
      case 2 -> random.nextLong(8192);
      case 3 -> (1L << 56) | random.nextLong(8192);
      case 4 -> (2L << 56) | random.nextLong(8192);
      case 5 -> -random.nextLong(4096);
      default -> 0;
    };
  }

  private static final class Scribbler implements AutoCloseable {
    private final Thread thread;
    private volatile boolean stopped;

    Scribbler(MemorySegment file, long offset) {
      thread =
          Thread.ofPlatform()
              .start(() -> {
                SplittableRandom random = new SplittableRandom(offset);
                while (!stopped) {
                  WORD.setRelease(file, offset, word(random));
                }
              });
    }

    @Override
    public void close() {
      stopped = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private interface Call {
    void run() throws Exception;
  }

  /// Returns whether the call succeeded; asserts that any failure is documented and in time.
  private static boolean succeeds(Call call) {
    long start = System.nanoTime();
    try {
      call.run();
      return true;
    } catch (TransportException e) {
      assertTrue(ANSWERS.contains(e.kind()), e::toString);
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      long nanos = System.nanoTime() - start;
      assertTrue(nanos < LONGEST_CALL_NANOS, "a call took ms=" + nanos / 1_000_000);
    }
  }

  private static void poll(Subscriber subscriber) {
    int[] count = new int[1];
    int told = subscriber.poll((_, _, length) -> count[0] += length >= 0 ? 1 : 0, LIMIT);
    assertEquals(told, count[0]);
    assertTrue(told <= LIMIT, "limit=" + LIMIT + " messages=" + told);
  }

  private static void closeQuietly(@Nullable AutoCloseable what) {
    if (what != null) {
      succeeds(what::close);
    }
  }

  private void use(Channel channel) {
    AtomicReference<@Nullable Publisher> publisher = new AtomicReference<>();
    AtomicReference<@Nullable Subscriber> subscriber = new AtomicReference<>();
    succeeds(() -> publisher.set(channel.addPublisher()));
    succeeds(() -> subscriber.set(channel.addSubscriber()));
    Publisher sending = publisher.get();
    Subscriber receiving = subscriber.get();
    for (int i = 0; i < 50; i++) {
      int length = 8 * i;
      if (sending != null) {
        succeeds(() -> sending.offer(Messages.message(1, length)));
      }
      if (receiving != null) {
        succeeds(() -> poll(receiving));
        if (i % 10 == 0) {
          succeeds(() -> receiving.poll(_ -> {}, LIMIT, Duration.ofMillis(1)));
        }
      }
    }
    succeeds(channel::members);
    succeeds(channel::lanes);
    closeQuietly(sending);
    closeQuietly(receiving);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void writerInALoopDoesNotBlockReaders(String file, long offset) throws IOException {
    Channel channel = Channel.create(path, CONFIG);
    try (Arena arena = Arena.ofShared();
        FileChannel opened =
            FileChannel.open(
                Scratch.file(path, file), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment mapped = opened.map(MapMode.READ_WRITE, 0, opened.size(), arena);
      use(channel);
      try (Scribbler _ = new Scribbler(mapped, offset)) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TIME_PER_FIELD_NANOS) {
          use(channel);
          succeeds(() -> Channel.open(path).close());
        }
      }
    }
    closeQuietly(channel);
    Channel.unlink(path);
  }

  @Test
  void pollStopsAtItsLimitWhileAPublisherKeepsSending() throws InterruptedException {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      boolean[] stopped = new boolean[1];
      MemorySegment message = Messages.message(1, 8);
      Thread flood =
          Thread.ofPlatform()
              .start(() -> {
                while (!isSet(stopped)) {
                  publisher.offer(message);
                }
              });
      for (int i = 0; i < 10_000; i++) {
        poll(subscriber);
      }
      synchronized (stopped) {
        stopped[0] = true;
      }
      flood.join();
    }
  }

  private static boolean isSet(boolean[] flag) {
    synchronized (flag) {
      return flag[0];
    }
  }
}
