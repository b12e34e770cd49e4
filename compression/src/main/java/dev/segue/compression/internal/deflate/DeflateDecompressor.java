// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// A `libdeflate_decompressor`, which decompresses one gzip member at a time. The pool ensures that
/// one thread at a time uses it.
final class DeflateDecompressor implements NativeResource {

  static final NativePool<DeflateDecompressor> POOL = new NativePool<>(DeflateDecompressor::new);

  /// The content does not fit (`LIBDEFLATE_INSUFFICIENT_SPACE`).
  static final long INSUFFICIENT_SPACE = -3;

  private static final long DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long CONSUMED = 0;
  private static final long PRODUCED = Long.BYTES;

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);
  private final long address;

  private DeflateDecompressor() {
    address =
        NativeCall.asLong(() ->
            (long) DeflateBindings.ALLOC_DECOMPRESSOR.invokeExact(AccountedAllocator.OPTIONS));
    if (address == 0) {
      staging.free();
      throw DeflateCompressor.outOfMemory();
    }
  }

  /// Decompresses one member at the start of a range.
  ///
  /// @return the content length, or the negative of a `libdeflate_result`
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long most = Math.min(capacity, Math.multiplyExact(GzipMember.RATIO_MAX, length));
    long words = staging.words().address();
    long consumed = words + CONSUMED;
    long produced = words + PRODUCED;
    try {
      if (Math.max(most, length) <= DIRECT_LIMIT
          && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
        return produced(
            (int)
                DeflateBindings.DECOMPRESS_HEAP.invokeExact(
                    address, source, length, destination, capacity, consumed, produced));
      }
      MemorySegment in = ranges.read(source, offset, length);
      MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
      int result =
          (int)
              DeflateBindings.DECOMPRESS.invokeExact(
                  address,
                  ranges.from(),
                  length,
                  ranges.to(),
                  ranges.room(),
                  consumed,
                  produced,
                  in,
                  out);
      return ranges.deliver(produced(result), destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  private long produced(int result) {
    return result == 0 ? staging.words().get(JAVA_LONG, PRODUCED) : -result;
  }

  /// Returns the compressed length of the member that the last call has decompressed.
  long consumed() {
    return staging.words().get(JAVA_LONG, CONSUMED);
  }

  /// Copies members to native memory, and returns their address. The next call may read them there.
  long copyAhead(MemorySegment source, long offset, long length) {
    return staging.input().addressOfCopy(source, offset, length);
  }

  @Override
  public long settle() {
    return staging.settle();
  }

  @Override
  public void free() {
    staging.free();
    NativeCall.run(() -> {
      DeflateBindings.FREE_DECOMPRESSOR.invokeExact(address);
    });
  }
}
