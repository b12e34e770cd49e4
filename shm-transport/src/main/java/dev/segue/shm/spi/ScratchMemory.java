// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.spi;

import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A growing buffer for the serialized form of values that are encoded or decoded. Each sender and
/// receiver has one. For one thread at a time, which its owner ensures.
public final class ScratchMemory {

  private static final long MIN_BYTES = 4096;
  private static final long ALIGNMENT = 8;

  private MemorySegment memory = MemorySegment.NULL;

  /// Creates empty scratch memory.
  public ScratchMemory() {}

  /// Returns memory of a given length.
  ///
  /// @param length in bytes
  /// @return the memory, with arbitrary contents; valid until the next call
  public MemorySegment ofLength(long length) {
    if (memory.byteSize() < length) {
      long size = Math.max(MIN_BYTES, Math.max(length, Long.highestOneBit(length) * 2));
      memory = Arena.ofAuto().allocate(size, ALIGNMENT);
    }
    return memory.asSlice(0, length);
  }

  /// Returns memory for the content of an encoded message.
  ///
  /// @param stated the length that the message states for its content
  /// @param maxLength the longest content that the codec allows
  /// @return memory of the stated length, as {@link #ofLength} returns it
  /// @throws TransportException `CORRUPT` when the stated length is negative or exceeds the maximum
  public MemorySegment forContent(long stated, long maxLength) {
    if (stated < 0 || stated > maxLength) {
      throw new TransportException(
          Kind.CORRUPT,
          ("a message states that it has %d bytes when decoded, and the codec allows %d: sender and"
                  + " receiver must use the same codec")
              .formatted(stated, maxLength));
    }
    return ofLength(stated);
  }
}
