// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.lz4;

import dev.segue.compression.natives.Staging;
import java.lang.foreign.MemorySegment;

/// A block that may refer to the content of the blocks before it.
final class Lz4LinkedBlock {

  private Lz4LinkedBlock() {}

  /// Decompresses a block.
  ///
  /// @param history up to 64 KiB of content before it; empty for an independent block
  /// @return bytes written; negative when it is malformed or does not fit
  static long tryDecompress(MemorySegment history, MemorySegment body, MemorySegment target) {
    long before = history.byteSize();
    if (before == 0) {
      return Lz4Block.tryDecompress(body, target);
    }
    if (body.isNative() && target.isNative() && history.isNative()) {
      return Lz4Bindings.decompressAfter(
          history, before, body, body.byteSize(), target, target.byteSize());
    }
    Staging staging = Staging.POOL.acquire();
    try {
      MemorySegment in = staging.input().atLeast(before + body.byteSize());
      MemorySegment.copy(history, 0, in, 0, before);
      MemorySegment.copy(body, 0, in, before, body.byteSize());
      MemorySegment out = staging.output().atLeast(target.byteSize());
      long written =
          Lz4Bindings.decompressAfter(
              in, before, in.asSlice(before), body.byteSize(), out, target.byteSize());
      if (written > 0) {
        MemorySegment.copy(out, 0, target, 0, written);
      }
      return written;
    } finally {
      Staging.POOL.release(staging);
    }
  }
}
