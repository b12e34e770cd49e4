// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Several threads at once use a sender and a receiver that are for one thread: each call is
/// refused or succeeds.
@Timeout(600)
class ManyThreadsTest {

  private static final AeronConfig CONFIG = AeronConfig.of("aeron:ipc").withTermLength(1 << 20);
  private static final int THREADS = 3;
  private static final int MESSAGES_OF_A_THREAD = 2_000;
  private static final int MESSAGES = THREADS * MESSAGES_OF_A_THREAD;

  /// Longer than a fragment.
  private static final int LONGS = 300;

  private final AtomicLong nextNumber = new AtomicLong();
  private final AtomicInteger count = new AtomicInteger();
  private final ConcurrentLinkedQueue<Long> received = new ConcurrentLinkedQueue<>();

  private static long write(long number, MemorySegment destination, long offset) {
    for (int i = 0; i < LONGS; i++) {
      destination.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + (long) i * Long.BYTES, number);
    }
    return (long) LONGS * Long.BYTES;
  }

  private void receive(MemorySegment message) {
    assertEquals(LONGS * Long.BYTES, message.byteSize());
    long number = message.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    for (int i = 0; i < LONGS; i++) {
      assertEquals(number, message.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES));
    }
    received.add(number);
    count.incrementAndGet();
  }

  private List<Long> send(MessageSender sender) {
    List<Long> sent = new ArrayList<>();
    while (sent.size() < MESSAGES_OF_A_THREAD) {
      long number = nextNumber.incrementAndGet();
      try {
        if (sender.offer(ManyThreadsTest::write, number, LONGS * Long.BYTES)) {
          sent.add(number);
        }
      } catch (IllegalStateException e) {
        // Refused.
      }
    }
    return sent;
  }

  private boolean receiveAll(MessageReceiver receiver) {
    while (count.get() < MESSAGES) {
      try {
        receiver.poll(this::receive, 100);
      } catch (IllegalStateException e) {
        // Refused.
      }
    }
    return true;
  }

  @Test
  void eachMessageArrivesOnceAndComplete() throws Exception {
    List<Long> sent = new ArrayList<>();
    try (AeronTransport transport = AeronTransport.open(CONFIG);
        MessageSender sender = transport.addSender();
        MessageReceiver receiver = transport.addReceiver()) {
      try (var threads = Executors.newFixedThreadPool(2 * THREADS)) {
        List<Future<List<Long>>> sending = new ArrayList<>();
        List<Future<Boolean>> receiving = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          sending.add(threads.submit(() -> send(sender)));
          receiving.add(threads.submit(() -> receiveAll(receiver)));
        }
        for (Future<List<Long>> each : sending) {
          sent.addAll(each.get());
        }
        for (Future<Boolean> each : receiving) {
          assertTrue(each.get());
        }
      }
      assertEquals(0, receiver.poll(this::receive, 100));
    }
    assertEquals(sent.stream().sorted().toList(), received.stream().sorted().toList());
  }

  @Test
  void serializerMustNotSend() {
    try (AeronTransport transport = AeronTransport.open(CONFIG);
        MessageSender sender = transport.addSender()) {
      assertThrows(
          IllegalStateException.class,
          () ->
              sender.offer(
                  (_, _, _) -> {
                    sender.offer(MemorySegment.ofArray(new byte[8]));
                    return 0;
                  },
                  "",
                  8));
    }
  }
}
