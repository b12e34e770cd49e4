// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.HeapAccess;
import java.lang.foreign.MemorySegment;

/// Compresses whole segments, on a context from the pool.
///
/// Native segments go to the library as they are. Heap segments go as they are while that is short,
/// else through native scratch: at once up to [#STAGED_LENGTH_MAX], piece by piece beyond.
public final class ZstdCompression {

  /// Up to this length a heap segment is copied whole, beyond it in pieces.
  static final long STAGED_LENGTH_MAX = 1 << 20;

  /// The length of those pieces.
  static final long PIECE_LENGTH = 256 << 10;

  private static final long DIRECT_LIMIT_FAST = HeapAccess.directLimit(100_000_000);
  private static final long DIRECT_LIMIT_MEDIUM = HeapAccess.directLimit(20_000_000);
  private static final long BOUND_MARGIN_BELOW = 128 << 10;

  private ZstdCompression() {}

  /// The longest a compressed source can become (`ZSTD_COMPRESSBOUND`).
  public static long bound(long length) {
    long margin = length < BOUND_MARGIN_BELOW ? (BOUND_MARGIN_BELOW - length) >>> 11 : 0;
    return length + (length >>> 8) + margin;
  }

  /// Compresses a segment into another, both checked by the caller.
  ///
  /// @return bytes written
  public static long compress(
      CompressSettings settings, MemorySegment source, MemorySegment destination) {
    settings.acquire();
    long result;
    try {
      result = compressAcquired(settings, source, destination);
    } finally {
      settings.release();
    }
    if (ZstdErrors.isError(result)) {
      throw ZstdErrors.exception(
          result,
          "compressing %d bytes into %d (maxCompressedLength=%d)"
              .formatted(source.byteSize(), destination.byteSize(), bound(source.byteSize())),
          -1);
    }
    return result;
  }

  private static long compressAcquired(
      CompressSettings settings, MemorySegment source, MemorySegment destination) {
    CompressContext context = CompressContext.POOL.acquire();
    long result = ZstdErrors.GENERIC;
    try {
      context.configure(settings);
      result = compress(context, settings.level, source, destination);
      return result;
    } finally {
      if (settings.isThreaded && ZstdErrors.isError(result)) {
        context.free(); // waits for its threads, which may be reading the dictionary
      } else {
        CompressContext.POOL.release(context);
      }
    }
  }

  private static long compress(
      CompressContext context, int level, MemorySegment source, MemorySegment destination) {
    long length = source.byteSize();
    if (source.isNative() && destination.isNative()) {
      return context.compress(source, length, destination, destination.byteSize());
    }
    if (length <= directLimit(level)) {
      return context.compressHeap(source, destination);
    }
    return length <= STAGED_LENGTH_MAX
        ? compressStaged(context, source, destination)
        : compressInPieces(context, source, destination);
  }

  private static long directLimit(int level) {
    return level < 5 ? DIRECT_LIMIT_FAST : level < 10 ? DIRECT_LIMIT_MEDIUM : -1;
  }

  private static long compressStaged(
      CompressContext context, MemorySegment source, MemorySegment destination) {
    long length = source.byteSize();
    MemorySegment input = source;
    if (!source.isNative()) {
      input = context.input.atLeast(length);
      MemorySegment.copy(source, 0, input, 0, length);
    }
    if (destination.isNative()) {
      return context.compress(input, length, destination, destination.byteSize());
    }
    long capacity = Math.min(bound(length), destination.byteSize());
    MemorySegment output = context.output.atLeast(capacity);
    long result = context.compress(input, length, output, capacity);
    if (!ZstdErrors.isError(result)) {
      MemorySegment.copy(output, 0, destination, 0, result);
    }
    return result;
  }

  private static long compressInPieces(
      CompressContext context, MemorySegment source, MemorySegment destination) {
    long length = source.byteSize();
    MemorySegment input = source.isNative() ? source : context.input.atLeast(PIECE_LENGTH);
    long consumed = 0;
    long produced = 0;
    context.begin(length);
    do {
      long piece = length;
      if (!source.isNative()) {
        piece = Math.min(PIECE_LENGTH, length - consumed);
        MemorySegment.copy(source, consumed, input, 0, piece);
      }
      consumed += piece;
      int directive = consumed == length ? CompressContext.END : CompressContext.CONTINUE;
      produced = feed(context, input, piece, directive, destination, produced);
    } while (consumed < length && !ZstdErrors.isError(produced));
    return produced;
  }

  /// Compresses one piece to the end of what was produced so far.
  ///
  /// @return what is produced after it, or an error
  private static long feed(
      CompressContext context,
      MemorySegment input,
      long inputLength,
      int directive,
      MemorySegment destination,
      long alreadyProduced) {
    long produced = alreadyProduced;
    long capacity = destination.byteSize();
    context.sourcePosition(0);
    while (true) {
      long result;
      if (destination.isNative()) {
        context.destinationPosition(produced);
        result = context.step(input, inputLength, destination, capacity, directive);
        produced = context.destinationPosition();
      } else {
        MemorySegment output = context.output.atLeast(PIECE_LENGTH);
        long room = Math.min(PIECE_LENGTH, capacity - produced);
        context.destinationPosition(0);
        result = context.step(input, inputLength, output, room, directive);
        MemorySegment.copy(output, 0, destination, produced, context.destinationPosition());
        produced += context.destinationPosition();
      }
      if (ZstdErrors.isError(result)) {
        return result;
      }
      boolean done =
          directive == CompressContext.END ? result == 0 : context.sourcePosition() == inputLength;
      if (done) {
        return produced;
      }
      if (produced == capacity) {
        return ZstdErrors.DESTINATION_TOO_SMALL;
      }
    }
  }
}
