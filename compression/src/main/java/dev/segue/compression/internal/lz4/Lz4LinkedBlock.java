// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;

/// Decompresses blocks that may refer to the preceding content, and holds a copy of that content.
/// Used by one thread at a time.
final class Lz4LinkedBlock implements NativeResource {

  static final NativePool<Lz4LinkedBlock> POOL = new NativePool<>(Lz4LinkedBlock::new);

  private final Scratch history = new Scratch();
  private final Scratch input = new Scratch();
  private final Scratch output = new Scratch();
  private MemorySegment historyCopy = MemorySegment.NULL;
  private long historyLength;

  /// Copies the content that precedes the next block.
  ///
  /// @param length up to 64 KiB; 0 for an independent block
  Lz4LinkedBlock after(MemorySegment content, long offset, long length) {
    historyLength = length;
    if (length > 0) {
      historyCopy = history.copyOf(content, offset, length);
    }
    return this;
  }

  /// Decompresses a block.
  ///
  /// @return bytes written; negative if the block is malformed or does not fit
  long tryDecompress(
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
    MemorySegment in = input.copyOf(source, offset, length);
    MemorySegment out = output.atLeast(capacity);
    long written = call(in, length, out, capacity);
    if (written > 0) {
      MemorySegment.copy(out, 0, destination, destinationOffset, written);
    }
    return written;
  }

  private long call(MemorySegment in, long length, MemorySegment out, long capacity) {
    return NativeCall.asLong(() ->
        (int)
            Lz4Bindings.DECOMPRESS_USING_DICT.invokeExact(
                in,
                out,
                (int) length,
                Lz4Bindings.clamp(capacity),
                historyCopy,
                (int) historyLength));
  }

  @Override
  public long settle() {
    return history.sizeBytes() + input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public void free() {
    history.free();
    input.free();
    output.free();
  }
}
