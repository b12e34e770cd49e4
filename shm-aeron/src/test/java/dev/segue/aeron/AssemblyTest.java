// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class AssemblyTest {

  private static final int MOST = 150_000;

  private boolean memoryIsFull;
  private long mostAllocated;
  private final Assembly assembly = new Assembly(this::allocate);

  private MemorySegment allocate(int bytes) {
    if (memoryIsFull) {
      throw new OutOfMemoryError("as the test says");
    }
    mostAllocated = Math.max(mostAllocated, bytes);
    return MemorySegment.ofArray(new long[(bytes + 7) / 8]);
  }

  private static MemorySegment fragment(int length, int value) {
    return MemorySegment.ofArray(new byte[length]).fill((byte) value);
  }

  private void assertTakesTheNextMessage() {
    assembly.begin();
    assertTrue(assembly.add(fragment(40_000, 4), MOST));
    assertTrue(assembly.add(fragment(40_000, 5), MOST));
    MemorySegment message = assembly.end();
    assertEquals(80_000, message.byteSize());
    assertEquals(-1, message.asSlice(0, 40_000).mismatch(fragment(40_000, 4)));
    assertEquals(-1, message.asSlice(40_000).mismatch(fragment(40_000, 5)));
  }

  @Test
  void messageWithoutMemoryIsLostAsAWhole() {
    assembly.begin();
    assertTrue(assembly.add(fragment(40_000, 1), MOST));
    memoryIsFull = true;
    assertThrows(OutOfMemoryError.class, () -> assembly.add(fragment(40_000, 2), MOST));
    memoryIsFull = false;
    assertFalse(assembly.add(fragment(1_000, 3), MOST), "with a hole in it");
    assertTakesTheNextMessage();
  }

  /// Longer than any message that senders accept.
  @Test
  void tooLongMessageIsLostAsAWhole() {
    assembly.begin();
    assertTrue(assembly.add(fragment(100_000, 1), MOST));
    assertTrue(assembly.add(fragment(50_000, 2), MOST));
    assertFalse(assembly.add(fragment(1, 3), MOST));
    assertFalse(assembly.add(fragment(1, 3), MOST));
    assertEquals(MOST, mostAllocated);
    assertTakesTheNextMessage();
  }

  @Test
  void messageStartsWithItsFirstFragment() {
    assertFalse(assembly.add(fragment(10, 1), MOST));
    assertTakesTheNextMessage();
  }
}
