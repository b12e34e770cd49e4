// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// Both ends of a transport, for the tests that each transport runs.
@Timeout(600)
abstract class TransportEnds {

  static final MessageCodec<String> TEXT =
      MessageCodec.of(
          (value, destination, offset) -> {
            destination.setString(offset, value);
            return value.length() + 1L;
          },
          message -> message.getString(0),
          10_000);

  /// Both ends of one transport.
  ///
  /// @param sender to be closed
  /// @param receiver to be closed
  /// @param closing other resources, to be closed after the sender and the receiver
  record Ends(MessageSender sender, MessageReceiver receiver, AutoCloseable closing) {}

  private Ends ends;
  MessageSender sender;
  MessageReceiver receiver;

  /// Opens a transport that accepts messages of at least 4 MiB.
  abstract Ends open() throws Exception;

  @BeforeEach
  final void openEnds() throws Exception {
    ends = open();
    sender = ends.sender();
    receiver = ends.receiver();
  }

  @AfterEach
  final void closeEnds() throws Exception {
    sender.close();
    receiver.close();
    ends.closing().close();
  }

  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadline < 0, "in vain");
      LockSupport.parkNanos(10_000);
    }
  }

  final void send(int seed, int length) {
    MemorySegment message = Messages.message(seed, length);
    await(() -> sender.offer(message));
  }

  final void receive(int seed, int length) {
    await(() -> receiver.poll(m -> assertTrue(Messages.matches(m, seed, length)), 1) == 1);
  }

  /// @return the number of messages that were sent
  final int fill(MemorySegment message) {
    await(sender::isConnected);
    int sent = 0;
    while (sender.offer(message) || !isFull(message)) {
      sent++;
      assertTrue(sent < 100_000, "never full");
    }
    return sent;
  }

  /// The transport must stay full, not just for a moment. A message that gets through counts as
  /// sent.
  private boolean isFull(MemorySegment message) {
    for (int i = 0; i < 20; i++) {
      LockSupport.parkNanos(1_000_000);
      if (sender.offer(message)) {
        return false;
      }
    }
    return true;
  }
}
