// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.INT;

import java.lang.foreign.MemorySegment;

/// Applies code for arrays to segments, through an intermediate array and one copy.
///
/// This is faster than direct writes to the segment if there are many short strings, which public
/// methods copy faster to arrays than to native memory. The length comes first.
///
/// @param <T> the class
public final class Staged<T> implements Straight<MemorySegment, T> {
  private final Straight<byte[], T> straight;
  private final byte[] stage;

  /// Creates the array.
  ///
  /// @param straight the code for arrays
  /// @param maxBytes the size of the largest object
  public Staged(Straight<byte[], T> straight, int maxBytes) {
    this.straight = straight;
    this.stage = new byte[maxBytes];
  }

  @Override
  public int write(MemorySegment memory, int offset, T object) {
    int length = straight.write(stage, 0, object);
    memory.set(INT, offset, length);
    MemorySegment.copy(stage, 0, memory, BYTE, offset + 4, length);
    return length + 4;
  }

  @Override
  public T read(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    MemorySegment.copy(memory, BYTE, offset + 4, stage, 0, length);
    return straight.read(stage, 0);
  }
}
