// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.receive;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;

/// A hostile process with write access overwrites the files, which causes exceptions and nothing
/// worse.
@Timeout(600)
class HostilePeerTest extends InScratch {

  private static final int SEEDS = 100;

  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults()
          .withLaneCapacity(4000)
          .withMaxMembers(4)
          .withMemberTimeout(Duration.ZERO);

  private static MemorySegment map(Path file, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
    }
  }

  /// Words that are likely to do harm.
  private static long word(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextLong();
      case 1 -> 1L << random.nextInt(64);
      case 2 -> random.nextLong(8192);
      case 3 -> (1L << 56) | random.nextLong(8192);
      default -> -random.nextLong(4096);
    };
  }

  /// Uses the channel in all ways, and checks that every failure is a `TransportException`.
  private static void use(Channel channel, SplittableRandom random) {
    Publisher publisher = null;
    Subscriber subscriber = null;
    try {
      publisher = channel.addPublisher();
      subscriber = channel.addSubscriber();
      for (int i = 0; i < 20; i++) {
        publisher.offer(Messages.message(i, random.nextInt(1000)));
        subscriber.poll(m -> m.toArray(ValueLayout.JAVA_BYTE), 10);
      }
    } catch (TransportException e) {
      assertTrue(
          e.kind() == Kind.CORRUPT
              || e.kind() == Kind.FENCED
              || e.kind() == Kind.IN_USE
              || e.kind() == Kind.LIMIT_EXCEEDED
              || e.kind() == Kind.NOT_FOUND,
          e::toString);
    } finally {
      closeQuietly(publisher);
      closeQuietly(subscriber);
    }
  }

  private static void closeQuietly(@Nullable AutoCloseable endpoint) {
    try {
      if (endpoint != null) {
        endpoint.close();
      }
    } catch (TransportException e) {
      // Any documented failure is acceptable for a channel in this state.
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void overwrittenLaneCausesOnlyExceptions() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (Channel channel = Channel.create(path, CONFIG);
          Arena arena = Arena.ofConfined()) {
        MemorySegment lane = map(Scratch.file(path, "lane-1"), arena);
        use(channel, random);
        for (int i = 0; i < 5; i++) {
          long[] places = {8, 16, 24, 384, 512, 640, 4096, 4104, 8 * random.nextLong(1024)};
          lane.set(ValueLayout.JAVA_LONG, places[random.nextInt(places.length)], word(random));
          use(channel, random);
        }
        channel.unlink();
      }
    }
  }

  @Test
  void overwrittenTablesCauseOnlyExceptions() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (Channel channel = Channel.create(path, CONFIG);
          Arena arena = Arena.ofConfined()) {
        MemorySegment control = map(path.resolve("channel"), arena);
        for (int i = 0; i < 5; i++) {
          long place =
              random.nextBoolean()
                  ? 128 + 128L * random.nextInt(2)
                  : 4096 + 8 * random.nextLong((control.byteSize() - 4096) / 8);
          control.set(ValueLayout.JAVA_LONG, place, word(random));
          use(channel, random);
        }
        channel.unlink();
      }
    }
  }

  @Test
  void openDetectsAnOverwrittenHeader() throws IOException {
    Channel.create(path, CONFIG).close();
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment control = map(path.resolve("channel"), arena);
        long place = 8 * random.nextLong(6);
        long before = control.get(ValueLayout.JAVA_LONG, place);
        control.set(ValueLayout.JAVA_LONG, place, word(random));
        try (Channel channel = Channel.open(path)) {
          use(channel, random);
        } catch (TransportException e) {
          assertTrue(e.kind() == Kind.INCOMPATIBLE || e.kind() == Kind.CORRUPT, e::toString);
        }
        control.set(ValueLayout.JAVA_LONG, place, before);
      }
    }
  }

  private static void assertDamageIsTold(Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(Kind.CORRUPT, e.kind(), e::toString);
  }

  private static void truncate(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be truncated there")
  @Test
  void truncatedLaneUnderLoadThrows() throws IOException {
    try (Channel channel = Channel.create(path, CONFIG.withLaneCapacity(1 << 20))) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      assertTrue(publisher.offer(Messages.message(1, 10_000)));
      assertEquals(1, subscriber.poll(m -> {}, 1));
      truncate(Scratch.file(path, "lane-1"), 4096);
      assertDamageIsTold(() -> publisher.offer(Messages.message(1, 9_000)));
      assertDamageIsTold(() -> receive(subscriber));
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be truncated there")
  @Test
  void truncatedControlFileUnderLoadThrows() throws IOException {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      long size = Files.size(path.resolve("channel"));
      truncate(path.resolve("channel"), 0);
      assertDamageIsTold(() -> publisher.tryClaim(1));
      assertDamageIsTold(() -> receive(subscriber));
      assertDamageIsTold(channel::members);
      // Extended again with zeros, so that the tables are empty.
      try (FileChannel file = FileChannel.open(path.resolve("channel"), StandardOpenOption.WRITE)) {
        assertEquals(1, file.write(ByteBuffer.allocate(1), size - 1));
      }
      assertEquals(
          Kind.FENCED, assertThrows(TransportException.class, () -> receive(subscriber)).kind());
    }
  }

  @Test
  void unlinkingUnderLoadDoesNotDisturbMembers() throws IOException {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      Channel.unlink(path);
      for (int i = 0; i < 100; i++) {
        assertTrue(publisher.offer(Messages.message(i, 100)));
        assertEquals(1, subscriber.poll(m -> {}, 1));
      }
      assertEquals(
          Kind.IN_USE, assertThrows(TransportException.class, channel::addPublisher).kind());
      publisher.close();
      subscriber.close();
    }
  }
}
