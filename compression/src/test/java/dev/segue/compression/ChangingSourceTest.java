// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.compression.testing.Soak;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A source that another thread changes during a call, as it can in shared memory.
@Tag("jit")
class ChangingSourceTest {

  private static final int CALLS = Soak.IS_ON ? 100_000 : 20_000;
  private static final int LENGTH = 200;
  private static final int LONGER = 16_000;
  private static final byte MARK = 0x55;
  private static final ValueLayout.OfShort HEADER = ValueLayout.JAVA_SHORT_UNALIGNED;

  /// The block alternately states that its content is short and that it is longer than the
  /// destination.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void snappyNeverWritesPastTheDestination(boolean isHeap) throws InterruptedException {
    try (Arena arena = Arena.ofShared()) {
      Codec codec = Codec.snappy();
      byte[] block = codec.compress(new byte[LONGER]);
      MemorySegment source = isHeap ? MemorySegment.ofArray(block) : arena.allocate(block.length);
      source.copyFrom(MemorySegment.ofArray(block));
      short longer = source.get(HEADER, 0);
      short fits = MemorySegment.ofArray(codec.compress(new byte[LENGTH])).get(HEADER, 0);
      MemorySegment memory =
          isHeap ? MemorySegment.ofArray(new byte[2 * LONGER]) : arena.allocate(2 * LONGER);
      memory.fill(MARK);
      MemorySegment destination = memory.asSlice(0, LENGTH);
      AtomicBoolean over = new AtomicBoolean();
      Thread other =
          Thread.ofPlatform()
              .start(() -> {
                while (!over.get()) {
                  source.set(HEADER, 0, fits);
                  for (int i = 0; i < 20; i++) {
                    Thread.onSpinWait();
                  }
                  source.set(HEADER, 0, longer);
                }
              });
      try {
        for (int i = 0; i < CALLS; i++) {
          try {
            codec.decompress(source, destination);
          } catch (CompressionException e) {
            // Either kind, depending on the length that was read.
          }
          assertEquals(MARK, memory.get(ValueLayout.JAVA_BYTE, LENGTH + 100), "after calls: " + i);
        }
      } finally {
        over.set(true);
        other.join();
      }
    }
  }
}
