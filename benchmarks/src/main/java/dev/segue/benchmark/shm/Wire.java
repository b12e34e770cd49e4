// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One of two ends that send each other messages.
abstract class Wire implements AutoCloseable {
  /// What messages hold.
  final Content content;

  /// What is sent, unless it is made where it goes.
  final MemorySegment message;

  private long sentStamp;
  private long stamp;
  private int length;

  Wire(Content content) {
    this.content = content;
    message = Arena.global().allocate(content.mostBytes(), Long.BYTES);
  }

  /// Sends a message with a stamp, spinning until there is room.
  final void send(long newStamp) {
    sentStamp = newStamp;
    if (!makesInPlace()) {
      length = content.prepare(message);
      message.set(ValueLayout.JAVA_LONG, 0, newStamp);
    }
    while (!trySend()) {
      Thread.onSpinWait();
    }
  }

  /// The stamp of the next message, spinning until there is one.
  final long receive() {
    while (!tryReceive()) {
      Thread.onSpinWait();
    }
    return stamp;
  }

  /// Whether messages are made where they go.
  boolean makesInPlace() {
    return false;
  }

  abstract boolean trySend();

  /// Hands a message to {@link #read}, if there is one.
  abstract boolean tryReceive();

  /// The length of the message that is to be sent.
  final int length() {
    return length;
  }

  /// Makes the message that is to be sent where it goes.
  ///
  /// @return its length
  final int make(MemorySegment memory, long offset) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, sentStamp);
    return content.make(memory, offset);
  }

  /// Reads what has arrived.
  final void read(MemorySegment memory, long offset, long bytes) {
    stamp = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    content.read(memory, offset, bytes);
  }

  @Override
  public abstract void close();
}
