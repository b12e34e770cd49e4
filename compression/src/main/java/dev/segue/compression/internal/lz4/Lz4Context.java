// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// The functions of liblz4 that need no state but scratch memory: fast compression, and
/// decompression. Used by one thread at a time, which the pool ensures.
final class Lz4Context implements NativeResource {

  static final NativePool<Lz4Context> POOL = new NativePool<>(Lz4Context::new);

  private final Staging staging = new Staging();
  final FastCompression compression = new FastCompression(staging);
  final Decompression decompression = new Decompression(staging);

  private Lz4Context() {}

  /// `LZ4_compress_fast`; returns 0 if the block does not fit.
  static final class FastCompression extends RangeFunction {

    private static final long DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);

    private int acceleration = 1;

    private FastCompression(Staging staging) {
      super(staging);
    }

    /// Sets the acceleration of the next run.
    FastCompression with(int acceleration) {
      this.acceleration = acceleration;
      return this;
    }

    @Override
    protected long callNative(
        long from,
        long length,
        long to,
        long capacity,
        MemorySegment source,
        MemorySegment destination)
        throws Throwable {
      return (int)
          Lz4Bindings.COMPRESS_FAST.invokeExact(
              from,
              to,
              (int) length,
              Lz4Bindings.clamp(capacity),
              acceleration,
              source,
              destination);
    }

    @Override
    protected long callHeap(
        MemorySegment source, long length, MemorySegment destination, long capacity)
        throws Throwable {
      return (int)
          Lz4Bindings.COMPRESS_FAST_HEAP.invokeExact(
              source, destination, (int) length, Lz4Bindings.clamp(capacity), acceleration);
    }

    @Override
    protected long directLimit() {
      return DIRECT_LIMIT;
    }

    @Override
    protected long work(long length, long capacity) {
      return length;
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return Math.min(Lz4Block.bound(length), capacity);
    }
  }

  /// `LZ4_decompress_safe`; returns a negative number for any invalid block.
  static final class Decompression extends RangeFunction {

    private static final long DIRECT_LIMIT = HeapAccess.directLimit(1_000_000_000);

    private Decompression(Staging staging) {
      super(staging);
    }

    @Override
    protected long callNative(
        long from,
        long length,
        long to,
        long capacity,
        MemorySegment source,
        MemorySegment destination)
        throws Throwable {
      return (int)
          Lz4Bindings.DECOMPRESS.invokeExact(
              from, to, (int) length, Lz4Bindings.clamp(capacity), source, destination);
    }

    @Override
    protected long callHeap(
        MemorySegment source, long length, MemorySegment destination, long capacity)
        throws Throwable {
      return (int)
          Lz4Bindings.DECOMPRESS_HEAP.invokeExact(
              source, destination, (int) length, Lz4Bindings.clamp(capacity));
    }

    @Override
    protected long directLimit() {
      return DIRECT_LIMIT;
    }

    @Override
    protected long work(long length, long capacity) {
      return Math.max(outputLength(length, capacity), length);
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return Math.min(capacity, Lz4Block.RATIO_MAX * length);
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
