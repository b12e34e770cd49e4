// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The claims of docs/migrate/agrona-aeron.md. The marked parts are its snippets of Aeron and
/// Agrona.
@Timeout(600)
class AeronMigrationTest {

  @TempDir Path directory;

  private final List<Long> received = new ArrayList<>();

  // tag::before[]
  static void send(Publication publication, DirectBuffer message, int length, IdleStrategy idle) {
    for (long result; (result = publication.offer(message, 0, length)) < 0; idle.idle()) {
      if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
        throw new IllegalStateException(Publication.errorString(result));
      } // NOT_CONNECTED, BACK_PRESSURED, ADMIN_ACTION: try again
    }
  }

  static int receive(Subscription subscription, FragmentAssembler assembler, IdleStrategy idle) {
    int fragments = subscription.poll(assembler, 10);
    idle.idle(fragments);
    return fragments;
  }

  // end::before[]

  // tag::wrap[]
  /// Passes Segue's messages to a handler of Agrona's buffers, such as one with SBE decoders.
  private static RawMessageHandler wrapping(UnsafeBuffer buffer, Handler handler) {
    return (memory, offset, length) -> {
      buffer.wrap(memory.address() + offset, (int) length);
      handler.onMessage(buffer, 0, (int) length);
    };
  }

  // end::wrap[]

  @FunctionalInterface
  interface Handler {
    void onMessage(DirectBuffer buffer, int offset, int length);
  }

  // tag::both[]
  /// While there are publishers of both: receives from Aeron and from Segue.
  static int receive(
      Subscription subscription,
      FragmentHandler assembler,
      Subscriber subscriber,
      RawMessageHandler handler,
      IdleStrategy idle) {
    int messages = subscription.poll(assembler, 10) + subscriber.poll(handler, 10);
    idle.idle(messages);
    return messages;
  }

  // end::both[]

  private void onMessage(DirectBuffer buffer, int offset, int length) {
    assertEquals(8, length);
    received.add(buffer.getLong(offset));
  }

  @Test
  void subscriberReceivesFromBothDuringTheMigration() {
    IdleStrategy idle = new BackoffIdleStrategy();
    UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    FragmentAssembler assembler =
        new FragmentAssembler((buffer, offset, length, _) -> onMessage(buffer, offset, length));
    try (MediaDriver driver = MediaDriver.launch(driverContext());
        Aeron aeron =
            Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        Publication publication = aeron.addPublication("aeron:ipc", 7);
        Subscription subscription = aeron.addSubscription("aeron:ipc", 7);
        Channel channel = Channel.openOrCreate(directory.resolve("channel"));
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      message.putLong(0, 1);
      send(publication, message, 8, idle);
      while (receive(subscription, assembler, idle) == 0) {}

      RawMessageHandler handler = wrapping(new UnsafeBuffer(), this::onMessage);
      message.putLong(0, 2);
      send(publication, message, 8, idle);
      message.putLong(0, 3);
      AeronMigrationExample.send(publisher, MemorySegment.ofArray(message.byteArray()));
      while (received.size() < 3) {
        receive(subscription, assembler, subscriber, handler, idle);
      }
      assertEquals(List.of(1L, 2L, 3L), received.stream().sorted().toList());
    }
    Channel.unlinkIfExists(directory.resolve("channel"));
  }

  private MediaDriver.Context driverContext() {
    return new MediaDriver.Context()
        .aeronDirectoryName(directory.resolve("aeron").toString())
        .threadingMode(ThreadingMode.SHARED)
        .ipcTermBufferLength(1 << 16)
        .dirDeleteOnShutdown(true);
  }

  @Test
  void ringBufferHandlerIsReused() {
    OneToOneRingBuffer ring =
        new OneToOneRingBuffer(
            new UnsafeBuffer(
                ByteBuffer.allocateDirect(1024 + RingBufferDescriptor.TRAILER_LENGTH)));
    UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    message.putLong(0, 4);
    assertTrue(ring.write(1, message, 0, 8));
    try (Channel channel = Channel.openOrCreate(directory.resolve("channel"));
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      message.putLong(0, 5);
      AeronMigrationExample.send(publisher, MemorySegment.ofArray(message.byteArray()));
      ring.read((_, buffer, offset, length) -> onMessage(buffer, offset, length), 10);
      subscriber.poll(wrapping(new UnsafeBuffer(), this::onMessage), 10);
    }
    Channel.unlinkIfExists(directory.resolve("channel"));
    assertEquals(List.of(4L, 5L), received);
  }
}
