// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// A block of native memory that grows to what it is asked for and is used again and again.
///
/// Belongs to one thread at a time.
public final class Scratch {

  private long address;
  private long sizeBytes;

  /// The block as a segment, once somebody wanted it so.
  private MemorySegment block = MemorySegment.NULL;

  /// Creates one that holds no memory yet.
  public Scratch() {}

  /// A block of at least so many bytes; what an earlier one held is lost.
  public MemorySegment atLeast(long bytes) {
    long start = addressOf(bytes);
    if (block.byteSize() < sizeBytes) {
      block = NativeMemory.block(start, sizeBytes);
    }
    return block;
  }

  /// Where a block of at least so many bytes begins, in [NativeMemory#ALL]; what an earlier one
  /// held is lost. Allocates nothing on the heap.
  public long addressOf(long bytes) {
    if (sizeBytes < bytes) {
      free();
      address = NativeMemory.allocateAddress(bytes);
      sizeBytes = bytes;
    }
    return address;
  }

  /// Bytes held now.
  public long sizeBytes() {
    return sizeBytes;
  }

  /// Gives the memory back; the next use allocates anew.
  public void free() {
    if (sizeBytes > 0) {
      long freed = sizeBytes;
      sizeBytes = 0;
      block = MemorySegment.NULL;
      NativeMemory.free(address, freed);
    }
  }
}
