// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.natives;

import java.lang.foreign.MemorySegment;

/// A block of native memory that grows to what it is asked for and is used again and again.
///
/// Belongs to one thread at a time.
public final class Scratch {

  private MemorySegment block = MemorySegment.NULL;

  /// Creates one that holds no memory yet.
  public Scratch() {}

  /// A block of at least so many bytes; what an earlier one held is lost.
  public MemorySegment atLeast(long bytes) {
    if (block.byteSize() < bytes) {
      free();
      block = NativeMemory.allocate(bytes);
    }
    return block;
  }

  /// Bytes held now.
  public long sizeBytes() {
    return block.byteSize();
  }

  /// Gives the memory back; the next use allocates anew.
  public void free() {
    if (block.byteSize() > 0) {
      MemorySegment freed = block;
      block = MemorySegment.NULL;
      NativeMemory.free(freed);
    }
  }
}
