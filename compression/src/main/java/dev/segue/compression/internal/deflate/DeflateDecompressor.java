// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// A `libdeflate_decompressor`, which decompresses one gzip member at a time. A run returns the
/// content length, or the negative of a `libdeflate_result`. Used by one thread at a time, which
/// the pool ensures.
final class DeflateDecompressor extends RangeFunction implements NativeResource {

  static final NativePool<DeflateDecompressor> POOL = new NativePool<>(DeflateDecompressor::new);

  /// The content does not fit (`LIBDEFLATE_INSUFFICIENT_SPACE`).
  static final long INSUFFICIENT_SPACE = -3;

  private static final long DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long CONSUMED = 0;
  private static final long PRODUCED = Long.BYTES;

  private final long address;

  private DeflateDecompressor() {
    super(new Staging());
    address =
        NativeCall.asLong(() ->
            (long) DeflateBindings.ALLOC_DECOMPRESSOR.invokeExact(AccountedAllocator.OPTIONS));
    if (address == 0) {
      staging().free();
      throw DeflateCompressor.outOfMemory();
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
    long words = staging().words().address();
    int result =
        (int)
            DeflateBindings.DECOMPRESS.invokeExact(
                address,
                from,
                length,
                to,
                capacity,
                words + CONSUMED,
                words + PRODUCED,
                source,
                destination);
    return produced(result);
  }

  @Override
  protected long callHeap(
      MemorySegment source, long length, MemorySegment destination, long capacity)
      throws Throwable {
    long words = staging().words().address();
    int result =
        (int)
            DeflateBindings.DECOMPRESS_HEAP.invokeExact(
                address, source, length, destination, capacity, words + CONSUMED, words + PRODUCED);
    return produced(result);
  }

  private long produced(int result) {
    return result == 0 ? staging().words().get(JAVA_LONG, PRODUCED) : -result;
  }

  /// Returns the length of the member that the last run has decompressed.
  long consumed() {
    return staging().words().get(JAVA_LONG, CONSUMED);
  }

  /// Copies members to native memory, and returns their address. The next run may read them there.
  long copyAhead(MemorySegment source, long offset, long length) {
    return staging().input().addressOfCopy(source, offset, length);
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
    return Math.min(capacity, Math.multiplyExact(GzipMember.RATIO_MAX, length));
  }

  @Override
  public long settle() {
    return staging().settle();
  }

  @Override
  public void free() {
    staging().free();
    NativeCall.run(() -> {
      DeflateBindings.FREE_DECOMPRESSOR.invokeExact(address);
    });
  }
}
