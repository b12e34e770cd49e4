// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// The functions of liblz4 that need only scratch memory and no state: fast compression, and
/// decompression. The pool ensures that one thread at a time uses it.
final class Lz4Context implements NativeResource {

  static final NativePool<Lz4Context> POOL = new NativePool<>(Lz4Context::new);

  private static final long COMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(1_000_000_000);

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);
  private int acceleration = 1;

  private Lz4Context() {}

  /// Sets the acceleration of the next compression.
  Lz4Context with(int acceleration) {
    this.acceleration = acceleration;
    return this;
  }

  /// Compresses a range to one block (`LZ4_compress_fast`).
  ///
  /// @return bytes written; 0 if the block does not fit
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      if (length <= COMPRESS_DIRECT_LIMIT
          && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
        return (int)
            Lz4Bindings.COMPRESS_FAST_HEAP.invokeExact(
                source, destination, (int) length, Lz4Bindings.clamp(capacity), acceleration);
      }
      MemorySegment in = ranges.read(source, offset, length);
      long most = Math.min(Lz4Block.bound(length), capacity);
      MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
      int result =
          (int)
              Lz4Bindings.COMPRESS_FAST.invokeExact(
                  ranges.from(),
                  ranges.to(),
                  (int) length,
                  Lz4Bindings.clamp(ranges.room()),
                  acceleration,
                  in,
                  out);
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Decompresses one block (`LZ4_decompress_safe`).
  ///
  /// @return bytes written; a negative number for any invalid block
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long most = Math.min(capacity, Lz4Block.RATIO_MAX * length);
    try {
      if (Math.max(most, length) <= DECOMPRESS_DIRECT_LIMIT
          && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
        return (int)
            Lz4Bindings.DECOMPRESS_HEAP.invokeExact(
                source, destination, (int) length, Lz4Bindings.clamp(capacity));
      }
      MemorySegment in = ranges.read(source, offset, length);
      MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
      int result =
          (int)
              Lz4Bindings.DECOMPRESS.invokeExact(
                  ranges.from(),
                  ranges.to(),
                  (int) length,
                  Lz4Bindings.clamp(ranges.room()),
                  in,
                  out);
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  @Override
  public long settle() {
    return staging.settle();
  }

  @Override
  public void free() {
    staging.free();
  }
}
