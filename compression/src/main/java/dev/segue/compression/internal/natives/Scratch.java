// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// A block of native memory that grows on demand and is reused. Belongs to one thread at a time.
///
/// Every method that returns the block invalidates its earlier contents.
public final class Scratch {

  private long address;
  private long sizeBytes;

  /// The block as a segment, created on first use.
  private MemorySegment block = MemorySegment.NULL;

  /// Creates an instance that holds no memory yet.
  public Scratch() {}

  /// Returns a block of at least this many bytes.
  public MemorySegment atLeast(long bytes) {
    long start = addressOf(bytes);
    if (block.byteSize() < sizeBytes) {
      block = NativeMemory.block(start, sizeBytes);
    }
    return block;
  }

  /// Returns the address of a block of at least this many bytes, which is its offset in
  /// [NativeMemory#ALL]. Allocates nothing on the heap.
  public long addressOf(long bytes) {
    if (sizeBytes < bytes) {
      free();
      address = NativeMemory.allocateAddress(bytes);
      sizeBytes = bytes;
    }
    return address;
  }

  /// Copies a range to the start of the block, and returns the block.
  public MemorySegment copyOf(MemorySegment source, long offset, long length) {
    MemorySegment copy = atLeast(length);
    MemorySegment.copy(source, offset, copy, 0, length);
    return copy;
  }

  /// Copies a range to the start of the block, and returns its address. Allocates nothing on the
  /// heap.
  public long addressOfCopy(MemorySegment source, long offset, long length) {
    long copy = addressOf(length);
    MemorySegment.copy(source, offset, NativeMemory.ALL, copy, length);
    return copy;
  }

  /// Returns the size of the block, in bytes.
  public long sizeBytes() {
    return sizeBytes;
  }

  /// Frees the block; the next use allocates a new one.
  public void free() {
    if (sizeBytes > 0) {
      long freed = sizeBytes;
      sizeBytes = 0;
      block = MemorySegment.NULL;
      NativeMemory.free(address, freed);
    }
  }
}
