// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A `libdeflate_compressor`, which compresses one gzip member at a time; a run returns 0 if the
/// member does not fit. Used by one thread at a time, which the pool of its level ensures.
///
/// It reads a copy: libdeflate reads its source twice and relies on the counts of the first pass.
/// If the content changes in between, it writes outside its tables and the destination.
final class DeflateCompressor extends RangeFunction implements NativeResource {

  private static final AtomicReferenceArray<NativePool<DeflateCompressor>> POOLS =
      new AtomicReferenceArray<>(GzipEngine.LEVEL_MAX + 1);

  private final long address;

  private DeflateCompressor(int level) {
    super(new Staging());
    address =
        NativeCall.asLong(() ->
            (long) DeflateBindings.ALLOC_COMPRESSOR.invokeExact(level, AccountedAllocator.OPTIONS));
    if (address == 0) {
      staging().free();
      throw outOfMemory();
    }
  }

  static CodecFailure outOfMemory() {
    return new CodecFailure(Reason.OUT_OF_MEMORY, "libdeflate cannot allocate memory");
  }

  /// Returns the pool of a level.
  static NativePool<DeflateCompressor> pool(int level) {
    NativePool<DeflateCompressor> pool = POOLS.get(level);
    if (pool != null) {
      return pool;
    }
    synchronized (POOLS) {
      pool = POOLS.get(level);
      if (pool == null) {
        pool = new NativePool<>(() -> new DeflateCompressor(level));
        POOLS.set(level, pool);
      }
      return pool;
    }
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
    return (long)
        DeflateBindings.COMPRESS.invokeExact(
            address, from, length, to, capacity, source, destination);
  }

  @Override
  protected boolean readsCopy() {
    return true;
  }

  @Override
  protected long directLimit() {
    return NEVER;
  }

  @Override
  protected long work(long length, long capacity) {
    return length;
  }

  @Override
  protected long outputLength(long length, long capacity) {
    return Math.min(GzipMember.bound(length), capacity);
  }

  @Override
  public long settle() {
    return staging().settle();
  }

  @Override
  public void free() {
    staging().free();
    NativeCall.run(() -> {
      DeflateBindings.FREE_COMPRESSOR.invokeExact(address);
    });
  }
}
