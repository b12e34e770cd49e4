// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Claim;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageSerializer;
import dev.segue.shm.Publisher;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TypedPublisher;
import dev.segue.shm.TypedSubscriber;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sending and receiving allocate nothing once compiled. The test is in this module because the
/// transport's own module does not require `java.management`.
@Timeout(600)
class AllocationTest {

  private static final int MESSAGES = 20_000;
  private static final double VIEW_BYTES = 48;
  private static final long LONGEST_WARM_UP_NANOS = 300_000_000_000L;

  private long sum;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MemorySegment message = Arena.ofAuto().allocate(32, 8);

  /// A raw handler: a message handler gets a view of each message, whose allocation the JIT can
  /// remove only if the call site has seen few handlers.
  private final RawMessageHandler handler =
      (memory, offset, _) -> sum += memory.get(ValueLayout.JAVA_LONG, offset);

  private final MessageSerializer<Long> writer =
      (value, destination, offset) -> {
        destination.set(ValueLayout.JAVA_LONG, offset, value);
        return Long.BYTES;
      };

  @TempDir private Path directory = Path.of("");
  private Channel channel;
  private Publisher publisher;
  private Subscriber subscriber;

  @BeforeEach
  void open() {
    channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults());
    publisher = channel.addPublisher();
    subscriber = channel.addSubscriber();
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private void assertAllocatesNothing(Runnable roundTrip) {
    assertAllocatesAtMost(0.1, roundTrip);
  }

  /// Repeats an action until it is compiled, which takes long on a busy machine.
  private void assertAllocatesAtMost(double limit, Runnable roundTrip) {
    long start = System.nanoTime();
    double perMessage;
    do {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < MESSAGES; i++) {
        roundTrip.run();
      }
      perMessage = (threads.getCurrentThreadAllocatedBytes() - before) / (double) MESSAGES;
    } while (perMessage > limit && System.nanoTime() - start < LONGEST_WARM_UP_NANOS);
    assertTrue(perMessage <= limit, "bytes for each message: " + perMessage);
  }

  @Test
  void copyingOffersAllocateNothing() {
    assertAllocatesNothing(() -> {
      publisher.offer(message);
      subscriber.poll(handler, 10);
    });
  }

  /// Handlers of different classes, so that their calls cannot be inlined.
  private List<RawMessageHandler> handlers() {
    return List.of(
        (memory, offset, _) -> sum += memory.get(ValueLayout.JAVA_LONG, offset),
        (memory, offset, _) -> sum -= memory.get(ValueLayout.JAVA_LONG, offset),
        (memory, offset, _) -> sum ^= memory.get(ValueLayout.JAVA_LONG, offset),
        (_, _, length) -> sum += length);
  }

  @Test
  void manyRawHandlersAndWritersAllocateNothing() {
    List<RawMessageHandler> handlers = handlers();
    assertAllocatesNothing(() -> {
      for (int i = 0; i < handlers.size(); i++) {
        Claim claim = publisher.tryClaim(32);
        if (claim != null) {
          claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), i);
          claim.commit(32);
        }
        subscriber.poll(handlers.get(i), 10);
      }
    });
  }

  @Test
  void mostlyEmptyPollsAllocateNothing() {
    RawMessageHandler reading = handlers().getFirst();
    assertAllocatesNothing(() -> {
      for (int i = 0; i < 200; i++) {
        subscriber.poll(reading, 10);
      }
      publisher.offer(message);
      subscriber.poll(reading, 10);
    });
  }

  @Test
  void claimsAllocateNothing() {
    assertAllocatesNothing(() -> {
      Claim claim = publisher.tryClaim(32);
      if (claim != null) {
        claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), 7);
        claim.commit(32);
      }
      subscriber.poll(handler, 10);
    });
  }

  @Test
  void closingAClaimAllocatesNothing() {
    assertAllocatesNothing(() -> {
      try (Claim claim = publisher.tryClaim(8)) {
        if (claim != null) {
          claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), 7);
          claim.commit();
        }
      }
      subscriber.poll(handler, 10);
    });
  }

  @Test
  void emptyValuePollsAllocateNothing() {
    MessageCodec<Long> codec = MessageCodec.of(writer, m -> 7L, 64);
    subscriber.close();
    TypedSubscriber<Long> values = channel.addSubscriber(codec);
    Consumer<Long> consumer = value -> sum += value;
    assertAllocatesNothing(() -> values.poll(consumer, 10));
  }

  /// Allocates only the views for the codec, which the JIT removes only if it inlines the codec's
  /// calls.
  @Test
  void codecValuesAllocateOnlyViews() {
    Long value = 7L;
    MessageCodec<Long> codec = MessageCodec.of(writer, m -> m.get(ValueLayout.JAVA_LONG, 0), 64);
    publisher.close();
    subscriber.close();
    Duration patience = Duration.ofSeconds(1);
    TypedPublisher<Long> typed = channel.addPublisher(codec);
    TypedSubscriber<Long> values = channel.addSubscriber(codec);
    assertAllocatesAtMost(
        2 * VIEW_BYTES,
        () -> {
          typed.offer(value, patience);
          values.poll(number -> sum += number, 10, patience);
        });
  }

  /// Allocates only the view for the writer, which the JIT removes only if it inlines the writer's
  /// calls.
  @Test
  void serializersAllocateOnlyViews() {
    Long value = 7L;
    assertAllocatesAtMost(
        VIEW_BYTES,
        () -> {
          publisher.offer(writer, value, 64);
          subscriber.poll(handler, 10);
        });
  }

  @Test
  void waitsAllocateNothing() {
    Duration patience = Duration.ofSeconds(1);
    assertAllocatesNothing(() -> {
      publisher.offer(message);
      subscriber.poll(handler, 10, patience);
    });
  }
}
