// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lane of more than 4 GiB in a sparse file. (`HugeLaneTest` allocates all pages.)
class SparseLaneTest {

  private static final long CAPACITY = 9L << 30;

  @Test
  void countsBeyondThirtyTwoBits(@TempDir Path directory) throws IOException {
    try (FileChannel file =
            FileChannel.open(
                directory.resolve("lane"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment lane = file.map(MapMode.READ_WRITE, 0, LaneLayout.fileLength(CAPACITY), arena);
      LaneLayout.initialize(lane, CAPACITY);
      LaneProducer producer = new LaneProducer(lane, CAPACITY);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, CAPACITY);
      long[] lengths = {5L << 30, 1, 0, (3L << 30) + 5, CAPACITY, 64 << 10, 5_000_000_001L};
      for (int turn = 0; turn < 50; turn++) {
        long length = lengths[turn % lengths.length];
        while (!producer.tryClaim(length)) {
          assertFalse(consumer.advance());
          consumer.release();
        }
        if (length > 0) {
          producer.claimed().set(ValueLayout.JAVA_BYTE, length - 1, (byte) turn);
        }
        producer.commit(length);
        assertTrue(consumer.advance());
        assertEquals(length, consumer.message().byteSize());
        if (length > 0) {
          assertEquals(turn, consumer.message().get(ValueLayout.JAVA_BYTE, length - 1));
        }
        consumer.release();
        if (turn % 10 == 9) {
          producer = new LaneProducer(lane, CAPACITY);
          consumer = LaneConsumer.takeOver(lane, CAPACITY);
        }
      }
      assertTrue(consumer.position() > 100L << 30);
    }
  }
}
