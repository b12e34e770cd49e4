// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import dev.segue.shm.RangeHandler;
import dev.segue.shm.Subscriber;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;

/// A channel for each direction.
final class SegueWire extends Wire {

  /// How messages are sent, and waited for.
  enum Way {
    /// Copied into the lane; spinning.
    COPY,
    /// Made in the lane; spinning.
    IN_PLACE,
    /// Copied into the lane; asleep.
    BLOCKING
  }

  private static final long ONES = 0x01_01_01_01_01_01_01_01L;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Channel out;
  private final Channel in;
  private final Publisher publisher;
  private final Subscriber subscriber;
  private final RangeHandler reading = (memory, offset, _) -> read(memory, offset);
  private final Way way;

  SegueWire(boolean client, Path directory, int length, Way way) {
    super(length);
    this.way = way;
    Path there = directory.resolve("there");
    Path back = directory.resolve("back");
    if (client) {
      ChannelConfig config =
          ChannelConfig.defaults().withCapacityBytes(SharedFiles.capacity(length));
      out = Channel.create(there, config);
      in = Channel.create(back, config);
    } else {
      SharedFiles.await(back);
      out = Channel.open(back);
      in = Channel.open(there);
    }
    publisher = out.publisher();
    subscriber = in.subscriber();
  }

  @Override
  boolean trySend() {
    if (way != Way.IN_PLACE) {
      return publisher.offer(message);
    }
    long length = message.byteSize();
    Claim claim = publisher.tryClaim(length);
    if (claim == null) {
      return false;
    }
    write(claim.memory(), claim.offset(), length);
    claim.commit(length);
    return true;
  }

  private void write(MemorySegment memory, long offset, long length) {
    long words = length & -Long.BYTES;
    for (long at = 0; at < words; at += Long.BYTES) {
      memory.set(ValueLayout.JAVA_LONG, offset + at, ONES);
    }
    for (long at = words; at < length; at++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + at, (byte) 1);
    }
    memory.set(ValueLayout.JAVA_LONG, offset, message.get(ValueLayout.JAVA_LONG, 0));
  }

  @Override
  boolean tryReceive() {
    return way == Way.BLOCKING
        ? subscriber.pollBlocking(reading, 1, PATIENCE) > 0
        : subscriber.poll(reading, 1) > 0;
  }

  @Override
  public void close() {
    out.close();
    in.close();
  }
}
