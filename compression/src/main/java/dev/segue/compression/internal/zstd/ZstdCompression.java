// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// Compresses whole segments, on a context from the pool.
///
/// Native segments go to the library as they are, from any offset. Heap segments go as they are
/// while that is short, else through native scratch: at once up to [#STAGED_LENGTH_MAX], piece by
/// piece beyond. So do ranges of them that don't begin where their segment does: slices would have
/// to be allocated.
public final class ZstdCompression {

  /// Up to this length a heap segment is copied whole, beyond it in pieces.
  static final long STAGED_LENGTH_MAX = 1 << 20;

  /// The length of those pieces.
  static final long PIECE_LENGTH = 256 << 10;

  private static final long BOUND_MARGIN_BELOW = 128 << 10;

  private ZstdCompression() {}

  /// The longest a compressed source can become (`ZSTD_COMPRESSBOUND`).
  public static long bound(long length) {
    long margin = length < BOUND_MARGIN_BELOW ? (BOUND_MARGIN_BELOW - length) >>> 11 : 0;
    return length + (length >>> 8) + margin;
  }

  /// Compresses a range into another, both checked by the caller.
  ///
  /// @return bytes written
  public static long compress(
      CompressSettings settings,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    settings.acquire();
    long result = ZstdErrors.GENERIC;
    try {
      CompressContext context = CompressContext.POOL.acquire();
      try {
        context.configure(settings);
        result =
            compress(
                context,
                settings.heapAccessLimit,
                source,
                offset,
                length,
                destination,
                destinationOffset,
                capacity);
      } finally {
        if (settings.isThreaded && ZstdErrors.isError(result)) {
          context.free(); // waits for its threads, which may be reading the dictionary
        } else {
          CompressContext.POOL.release(context);
        }
      }
    } finally {
      settings.release();
    }
    if (ZstdErrors.isError(result)) {
      throw ZstdErrors.exception(
          result,
          "compressing %d bytes into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, bound(length)),
          -1);
    }
    return result;
  }

  private static long compress(
      CompressContext context,
      long heapAccessLimit,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (source.isNative() && destination.isNative()) {
      return context.compress(source, offset, length, destination, destinationOffset, capacity);
    }
    if (offset == 0 && destinationOffset == 0 && length <= heapAccessLimit) {
      return context.compressHeap(source, length, destination, capacity);
    }
    if (length <= STAGED_LENGTH_MAX) {
      return compressStaged(
          context, source, offset, length, destination, destinationOffset, capacity);
    }
    long end =
        compressInPieces(
            context,
            source,
            offset,
            offset + length,
            destination,
            destinationOffset,
            destinationOffset + capacity);
    return ZstdErrors.isError(end) ? end : end - destinationOffset;
  }

  private static long compressStaged(
      CompressContext context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment input = source;
    long inputOffset = offset;
    if (!source.isNative()) {
      input = context.input.atLeast(length);
      inputOffset = 0;
      MemorySegment.copy(source, offset, input, 0, length);
    }
    if (destination.isNative()) {
      return context.compress(input, inputOffset, length, destination, destinationOffset, capacity);
    }
    long room = Math.min(bound(length), capacity);
    MemorySegment output = context.output.atLeast(room);
    long result = context.compress(input, inputOffset, length, output, 0, room);
    if (!ZstdErrors.isError(result)) {
      MemorySegment.copy(output, 0, destination, destinationOffset, result);
    }
    return result;
  }

  /// Compresses what lies between two offsets.
  ///
  /// @return the offset in the destination where that ends, or an error
  private static long compressInPieces(
      CompressContext context,
      MemorySegment source,
      long start,
      long end,
      MemorySegment destination,
      long destinationStart,
      long destinationEnd) {
    long taken = start;
    long written = destinationStart;
    context.begin(end - start);
    do {
      MemorySegment input = source;
      long from = start;
      long to = end;
      if (!source.isNative()) {
        input = context.input.atLeast(PIECE_LENGTH);
        from = 0;
        to = Math.min(PIECE_LENGTH, end - taken);
        MemorySegment.copy(source, taken, input, 0, to);
      }
      taken += to - from;
      int directive = taken == end ? CompressContext.END : CompressContext.CONTINUE;
      written = feed(context, input, from, to, directive, destination, written, destinationEnd);
    } while (taken < end && !ZstdErrors.isError(written));
    return written;
  }

  /// Compresses one piece to the end of what was written so far.
  ///
  /// @return where what is written ends after it, or an error
  private static long feed(
      CompressContext context,
      MemorySegment input,
      long from,
      long to,
      int directive,
      MemorySegment destination,
      long alreadyWritten,
      long destinationEnd) {
    long written = alreadyWritten;
    context.sourcePosition(from);
    while (true) {
      long result;
      if (destination.isNative()) {
        context.destinationPosition(written);
        result = context.step(input, to, destination, destinationEnd, directive);
        written = context.destinationPosition();
      } else {
        MemorySegment output = context.output.atLeast(PIECE_LENGTH);
        long room = Math.min(PIECE_LENGTH, destinationEnd - written);
        context.destinationPosition(0);
        result = context.step(input, to, output, room, directive);
        MemorySegment.copy(output, 0, destination, written, context.destinationPosition());
        written += context.destinationPosition();
      }
      if (ZstdErrors.isError(result)) {
        return result;
      }
      boolean done =
          directive == CompressContext.END ? result == 0 : context.sourcePosition() == to;
      if (done) {
        return written;
      }
      if (written == destinationEnd) {
        return ZstdErrors.DESTINATION_TOO_SMALL;
      }
    }
  }
}
