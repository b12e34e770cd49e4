// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.natives.HeapAccess;
import dev.segue.compression.natives.Rethrow;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Decompresses whole segments, on a context from the pool; the paths are those of
/// [ZstdCompression].
///
/// The memory this takes is bounded by the destination, whatever the input claims.
public final class ZstdDecompression {

  private static final long DIRECT_LIMIT = HeapAccess.directLimit(500_000_000);
  private static final int WINDOW_LOG_MIN = 10;
  private static final int WINDOW_LOG_MAX = 31;

  private ZstdDecompression() {}

  /// The content size of all frames together, -1 when a header does not say.
  public static long contentLength(DecompressSettings settings, MemorySegment source) {
    return FrameScanner.contentLength(source, settings.magicless);
  }

  /// Decompresses every frame of a segment into another, both checked by the caller.
  ///
  /// @return bytes written
  public static long decompress(
      DecompressSettings settings, MemorySegment source, MemorySegment destination) {
    if (source.byteSize() == 0) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "zstd input is empty: there is no frame in it", 0);
    }
    settings.acquire();
    long result;
    try {
      result = decompressAcquired(settings, source, destination);
    } finally {
      settings.release();
    }
    if (ZstdErrors.isError(result)) {
      throw ZstdErrors.exception(
          result,
          "decompressing %d bytes into %d".formatted(source.byteSize(), destination.byteSize()),
          -1);
    }
    return result;
  }

  /// The room beyond the content that decompressing in place needs, for frames in native memory.
  public static long margin(MemorySegment frames) {
    MethodHandle function =
        ZstdBindings.DECOMPRESSION_MARGIN.orElseThrow(() ->
            new CompressionException(
                Kind.UNSUPPORTED,
                ZstdLibrary.describe() + " does not tell the margin of in-place decompression"));
    try {
      long result = (long) function.invokeExact(frames, frames.byteSize());
      return ZstdErrors.check(result, "asking for the margin of in-place decompression");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses frames at the end of a native segment to its start. The caller has made sure of
  /// the margin.
  public static long decompressInPlace(
      DecompressSettings settings, MemorySegment frames, MemorySegment buffer) {
    settings.acquire();
    long result;
    try {
      result = decompressAcquired(settings, frames, buffer);
    } finally {
      settings.release();
    }
    // The frames are overwritten by now, so there is nothing to find the place of an error in.
    return ZstdErrors.check(result, "decompressing in place");
  }

  private static long decompressAcquired(
      DecompressSettings settings, MemorySegment source, MemorySegment destination) {
    DecompressContext context = DecompressContext.POOL.acquire();
    try {
      context.configure(settings);
      return decompress(context, settings, source, destination);
    } finally {
      DecompressContext.POOL.release(context);
    }
  }

  private static long decompress(
      DecompressContext context,
      DecompressSettings settings,
      MemorySegment source,
      MemorySegment destination) {
    // Also keeps formats older than zstd 0.8 out, whose decoders some builds of the library have.
    long bound = FrameScanner.contentBound(source, settings.magicless);
    long length = source.byteSize();
    long capacity = destination.byteSize();
    if (source.isNative() && destination.isNative()) {
      return context.decompress(source, length, destination, capacity);
    }
    long content = Math.min(capacity, bound);
    if (Math.max(length, content) <= DIRECT_LIMIT) {
      return context.decompressHeap(source, destination);
    }
    if (Math.max(length, content) <= ZstdCompression.STAGED_LENGTH_MAX) {
      return decompressStaged(context, source, destination, content);
    }
    long result = decompressInPieces(context, source, destination, content);
    if (result != ZstdErrors.FRAME_PARAMETER_WINDOW_TOO_LARGE) {
      return result;
    }
    // A window larger than all of the content: holding the content takes less.
    context.configure(settings);
    return decompressStaged(context, source, destination, content);
  }

  private static long decompressStaged(
      DecompressContext context, MemorySegment source, MemorySegment destination, long content) {
    long length = source.byteSize();
    MemorySegment input = source;
    if (!source.isNative()) {
      input = context.input.atLeast(length);
      MemorySegment.copy(source, 0, input, 0, length);
    }
    if (destination.isNative()) {
      return context.decompress(input, length, destination, destination.byteSize());
    }
    MemorySegment output = context.output.atLeast(content);
    long result = context.decompress(input, length, output, content);
    if (!ZstdErrors.isError(result)) {
      MemorySegment.copy(output, 0, destination, 0, result);
    }
    return result;
  }

  private static long decompressInPieces(
      DecompressContext context, MemorySegment source, MemorySegment destination, long content) {
    int contentLog = Long.SIZE - Long.numberOfLeadingZeros(Math.max(content, 1) - 1);
    context.begin(Math.clamp(contentLog, WINDOW_LOG_MIN, WINDOW_LOG_MAX));
    try {
      return decompressBegun(context, source, destination);
    } finally {
      context.reset();
    }
  }

  private static long decompressBegun(
      DecompressContext context, MemorySegment source, MemorySegment destination) {
    long length = source.byteSize();
    MemorySegment input =
        source.isNative() ? source : context.input.atLeast(ZstdCompression.PIECE_LENGTH);
    long consumed = 0;
    long produced = 0;
    do {
      long piece = length;
      if (!source.isNative()) {
        piece = Math.min(ZstdCompression.PIECE_LENGTH, length - consumed);
        MemorySegment.copy(source, consumed, input, 0, piece);
      }
      consumed += piece;
      produced = feed(context, input, piece, consumed == length, destination, produced);
    } while (consumed < length && !ZstdErrors.isError(produced));
    return produced;
  }

  /// Decompresses one piece to the end of what was produced so far.
  ///
  /// @return what is produced after it, or an error
  private static long feed(
      DecompressContext context,
      MemorySegment input,
      long inputLength,
      boolean last,
      MemorySegment destination,
      long alreadyProduced) {
    long produced = alreadyProduced;
    long capacity = destination.byteSize();
    context.sourcePosition(0);
    while (true) {
      long consumedBefore = context.sourcePosition();
      long producedBefore = produced;
      long result;
      if (destination.isNative()) {
        context.destinationPosition(produced);
        result = context.step(input, inputLength, destination, capacity);
        produced = context.destinationPosition();
      } else {
        MemorySegment output = context.output.atLeast(ZstdCompression.PIECE_LENGTH);
        long room = Math.min(ZstdCompression.PIECE_LENGTH, capacity - produced);
        context.destinationPosition(0);
        result = context.step(input, inputLength, output, room);
        MemorySegment.copy(output, 0, destination, produced, context.destinationPosition());
        produced += context.destinationPosition();
      }
      if (ZstdErrors.isError(result)) {
        return result;
      }
      boolean consumedAll = context.sourcePosition() == inputLength;
      // What the decoder holds back at the end of a piece, it gives with the next one.
      if (consumedAll && (result == 0 || !last)) {
        return produced;
      }
      if (context.sourcePosition() == consumedBefore && produced == producedBefore) {
        return produced == capacity
            ? ZstdErrors.DESTINATION_TOO_SMALL
            : ZstdErrors.SOURCE_SIZE_WRONG;
      }
    }
  }
}
