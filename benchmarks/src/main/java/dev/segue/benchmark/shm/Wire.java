// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One end of a connection between the two measuring processes.
abstract class Wire implements AutoCloseable {
  /// The content of the messages.
  final Content content;

  /// The message to send, unless it is created in the transport's memory.
  final MemorySegment message;

  private long sentStamp;
  private long stamp;
  private int length;

  Wire(Content content) {
    this.content = content;
    message = Arena.global().allocate(content.mostBytes(), Long.BYTES);
  }

  /// Sends a message with a stamp, spinning until there is room.
  final void send(long newStamp) throws IOException {
    sentStamp = newStamp;
    if (!makesInPlace()) {
      length = content.prepare(message);
      message.set(ValueLayout.JAVA_LONG, 0, newStamp);
    }
    while (!trySend()) {
      Thread.onSpinWait();
    }
  }

  /// Returns the stamp of the next message, spinning until there is one.
  final long receive() throws IOException {
    while (!tryReceive()) {
      Thread.onSpinWait();
    }
    return stamp;
  }

  /// Returns whether messages are created in the transport's memory.
  boolean makesInPlace() {
    return false;
  }

  abstract boolean trySend() throws IOException;

  /// Passes the next message to [#read], if there is one.
  abstract boolean tryReceive() throws IOException;

  /// Returns the length of the message to send.
  final int length() {
    return length;
  }

  /// Creates the message to send in the transport's memory.
  ///
  /// @return its length
  final int make(MemorySegment memory, long offset) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, sentStamp);
    return content.make(memory, offset);
  }

  /// Reads a received message.
  final void read(MemorySegment memory, long offset, long bytes) {
    stamp = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    content.read(memory, offset, bytes);
  }

  /// Closes this end. By default does nothing: mapped files stay mapped until the process ends.
  @Override
  public void close() throws IOException {}
}
