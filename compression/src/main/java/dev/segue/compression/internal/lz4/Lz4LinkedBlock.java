// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// A block that may refer to the content of the blocks before it.
final class Lz4LinkedBlock {

  private Lz4LinkedBlock() {}

  /// Decompresses a block.
  ///
  /// @param historyLength up to 64 KiB of content, right before where this block's goes; 0 for an
  ///   independent block
  /// @return bytes written; negative when it is malformed or does not fit
  static long tryDecompress(
      long historyLength,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (historyLength == 0) {
      return Lz4Block.tryDecompress(
          source, offset, length, destination, destinationOffset, capacity);
    }
    long history = destinationOffset - historyLength;
    Staging staging = Staging.POOL.acquire();
    Staging before = Staging.POOL.acquire();
    try {
      MemorySegment past = before.input().atLeast(historyLength);
      MemorySegment.copy(destination, history, past, 0, historyLength);
      MemorySegment in = staging.input().atLeast(length);
      MemorySegment.copy(source, offset, in, 0, length);
      MemorySegment out = staging.output().atLeast(capacity);
      long written = Lz4Bindings.decompressAfter(past, historyLength, in, length, out, capacity);
      if (written > 0) {
        MemorySegment.copy(out, 0, destination, destinationOffset, written);
      }
      return written;
    } finally {
      Staging.POOL.release(before);
      Staging.POOL.release(staging);
    }
  }
}
