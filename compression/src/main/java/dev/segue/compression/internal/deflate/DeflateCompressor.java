// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A `libdeflate_compressor`, which compresses one gzip member at a time. The pool of its level
/// ensures that one thread at a time uses it.
///
/// It reads a copy: libdeflate reads its source twice and relies on the counts of the first pass.
/// If the content changed in between, it would write outside its tables and the destination.
final class DeflateCompressor implements NativeResource {

  private static final AtomicReferenceArray<NativePool<DeflateCompressor>> POOLS =
      new AtomicReferenceArray<>(GzipEngine.LEVEL_MAX + 1);

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);
  private final long address;

  private DeflateCompressor(int level) {
    address =
        NativeCall.asLong(() ->
            (long) DeflateBindings.ALLOC_COMPRESSOR.invokeExact(level, AccountedAllocator.OPTIONS));
    if (address == 0) {
      staging.free();
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

  /// Compresses a range to one member.
  ///
  /// @return bytes written; 0 if the member does not fit
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment in = ranges.readCopy(source, offset, length);
    long most = Math.min(GzipMember.bound(length), capacity);
    MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
    try {
      long result =
          (long)
              DeflateBindings.COMPRESS.invokeExact(
                  address, ranges.from(), length, ranges.to(), ranges.room(), in, out);
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
    NativeCall.run(() -> {
      DeflateBindings.FREE_COMPRESSOR.invokeExact(address);
    });
  }
}
