// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One of two ends that send each other messages of one length. What is sent is copied from memory
/// of the sender's; of what is received, each cache line is read.
abstract class Wire implements AutoCloseable {

  private static final long CACHE_LINE = 64;
  private static final byte FILLING = 0x5a;

  /// What is sent, with the stamp in its first word.
  final MemorySegment message;

  private long stamp;
  private long sum;

  Wire(int length) {
    message = Arena.global().allocate(length, Long.BYTES).fill(FILLING);
  }

  /// Sends a message with a stamp, spinning until there is room.
  final void send(long newStamp) {
    message.set(ValueLayout.JAVA_LONG, 0, newStamp);
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

  abstract boolean trySend();

  /// Hands a message to {@link #read}, if there is one.
  abstract boolean tryReceive();

  /// Reads what has arrived.
  final void read(MemorySegment arrived) {
    read(arrived, 0);
  }

  /// Reads what has arrived at an offset.
  final void read(MemorySegment memory, long offset) {
    stamp = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    long lines = 0;
    for (long at = CACHE_LINE; at < message.byteSize(); at += CACHE_LINE) {
      lines += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
    }
    sum += lines;
  }

  /// What was read, so that reading is not optimised away.
  final long sum() {
    return sum;
  }

  @Override
  public abstract void close();
}
