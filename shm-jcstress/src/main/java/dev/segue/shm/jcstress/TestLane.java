// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.lane.LaneObserver;
import dev.segue.shm.internal.lane.LaneProducer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A new lane with a ring of one page, and both of its ends.
final class TestLane {

  /// The length of the longest message.
  static final long MAX = 4096 - 16;

  static final long NONE = -1;

  private final MemorySegment memory;
  final LaneProducer producer;
  final LaneConsumer consumer;

  TestLane() {
    memory = Arena.ofAuto().allocate(LaneLayout.fileLength(MAX), Long.BYTES);
    LaneLayout.initialize(memory, MAX);
    producer = new LaneProducer(memory, MAX);
    consumer = takeOver();
  }

  LaneConsumer takeOver() {
    return LaneConsumer.takeOver(memory, MAX);
  }

  LaneObserver observer() {
    return new LaneObserver(memory, MAX, (int) MAX);
  }

  /// Sends a message with a number in its first and last word, if there is room.
  boolean send(long length, long value) {
    if (!producer.tryClaim(length)) {
      return false;
    }
    write(length, value);
    producer.commit(length);
    return true;
  }

  /// Writes the number to the open claim.
  void write(long length, long value) {
    MemorySegment claimed = producer.claimed();
    claimed.set(ValueLayout.JAVA_LONG, 0, value);
    claimed.set(ValueLayout.JAVA_LONG, length - Long.BYTES, value);
  }

  /// Returns the number of the next message, {@link #NONE} when there is none, or another value
  /// when its two words differ.
  static long receive(LaneConsumer consumer) {
    return consumer.advance() ? value(consumer.message()) : NONE;
  }

  static long value(MemorySegment message) {
    long first = message.get(ValueLayout.JAVA_LONG, 0);
    long last = message.get(ValueLayout.JAVA_LONG, message.byteSize() - Long.BYTES);
    return first == last ? first : -1000 - first - 10 * last;
  }

  /// Sends, receives and releases a message, to advance both ends.
  void pass(long length) {
    if (!send(length, 9) || receive(consumer) != 9) {
      throw new IllegalStateException("the lane was not empty");
    }
    consumer.release();
  }
}
