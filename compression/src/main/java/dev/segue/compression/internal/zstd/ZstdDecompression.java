// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.Rethrow;
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

  /// Decompresses every frame of a range into another, both checked by the caller.
  ///
  /// @return bytes written
  public static long decompress(
      DecompressSettings settings,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length == 0) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "zstd input is empty: there is no frame in it", offset);
    }
    long result =
        decompressFrames(
            settings, source, offset, length, destination, destinationOffset, capacity);
    if (ZstdErrors.isError(result)) {
      CompressionException explained =
          result == ZstdErrors.DICTIONARY_WRONG
              ? FrameErrors.wrongDictionary(source, offset, offset + length, settings)
              : null;
      throw explained != null
          ? explained
          : ZstdErrors.exception(
              result, "decompressing %d bytes into %d".formatted(length, capacity), -1);
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
    long result =
        decompressFrames(settings, frames, 0, frames.byteSize(), buffer, 0, buffer.byteSize());
    // The frames are overwritten by now, so there is nothing to find the place of an error in.
    return ZstdErrors.check(result, "decompressing in place");
  }

  private static long decompressFrames(
      DecompressSettings settings,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (!settings.hasOthers()) {
      return decompressAcquired(
          settings, source, offset, length, destination, destinationOffset, capacity);
    }
    long end = offset + length;
    long written = 0;
    long from = offset;
    do {
      int id = FrameScanner.dictionaryId(source, from, end, settings.magicless);
      DecompressSettings chosen = settings.forDictionary(id);
      long to = settings.magicless ? end : endOfRun(settings, chosen, source, from, end);
      long result =
          decompressAcquired(
              chosen,
              source,
              from,
              to - from,
              destination,
              destinationOffset + written,
              capacity - written);
      if (ZstdErrors.isError(result)) {
        return result;
      }
      written += result;
      from = to;
    } while (from < end);
    return written;
  }

  /// Where the frames end that follow one another with the same dictionary.
  private static long endOfRun(
      DecompressSettings settings,
      DecompressSettings chosen,
      MemorySegment source,
      long start,
      long end) {
    long to = start;
    do {
      to = FrameScanner.endOfFrame(source, to, end);
    } while (to < end
        && settings.forDictionary(FrameScanner.dictionaryId(source, to, end, false)) == chosen);
    return to;
  }

  private static long decompressAcquired(
      DecompressSettings settings,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    settings.acquire();
    try {
      DecompressContext context = DecompressContext.POOL.acquire();
      try {
        context.configure(settings);
        return decompress(
            context, settings, source, offset, length, destination, destinationOffset, capacity);
      } finally {
        DecompressContext.POOL.release(context);
      }
    } finally {
      settings.release();
    }
  }

  private static long decompress(
      DecompressContext context,
      DecompressSettings settings,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    // Also keeps formats older than zstd 0.8 out, whose decoders some builds of the library have.
    long bound = FrameScanner.contentBound(source, offset, offset + length, settings.magicless);
    long content = Math.min(capacity, bound);
    if (source.isNative() && destination.isNative()) {
      return context.decompress(source, offset, length, destination, destinationOffset, capacity);
    }
    if (offset == 0 && destinationOffset == 0 && Math.max(length, content) <= DIRECT_LIMIT) {
      return context.decompressHeap(source, length, destination, capacity);
    }
    if (Math.max(length, content) > ZstdCompression.STAGED_LENGTH_MAX) {
      int contentLog = Long.SIZE - Long.numberOfLeadingZeros(Math.max(content, 1) - 1);
      context.begin(Math.clamp(contentLog, WINDOW_LOG_MIN, WINDOW_LOG_MAX));
      long end;
      try {
        end =
            decompressInPieces(
                context,
                source,
                offset,
                offset + length,
                destination,
                destinationOffset,
                destinationOffset + capacity);
      } finally {
        context.reset();
      }
      if (end != ZstdErrors.FRAME_PARAMETER_WINDOW_TOO_LARGE) {
        return ZstdErrors.isError(end) ? end : end - destinationOffset;
      }
      // A window larger than all of the content: holding the content takes less.
      context.configure(settings);
    }
    return decompressStaged(
        context, source, offset, length, destination, destinationOffset, capacity, content);
  }

  private static long decompressStaged(
      DecompressContext context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity,
      long content) {
    MemorySegment input = source;
    long inputOffset = offset;
    if (!source.isNative()) {
      input = context.input.atLeast(length);
      inputOffset = 0;
      MemorySegment.copy(source, offset, input, 0, length);
    }
    if (destination.isNative()) {
      return context.decompress(
          input, inputOffset, length, destination, destinationOffset, capacity);
    }
    MemorySegment output = context.output.atLeast(content);
    long result = context.decompress(input, inputOffset, length, output, 0, content);
    if (!ZstdErrors.isError(result)) {
      MemorySegment.copy(output, 0, destination, destinationOffset, result);
    }
    return result;
  }

  /// Decompresses what lies between two offsets.
  ///
  /// @return the offset in the destination where the content ends, or an error
  private static long decompressInPieces(
      DecompressContext context,
      MemorySegment source,
      long start,
      long end,
      MemorySegment destination,
      long destinationStart,
      long destinationEnd) {
    long taken = start;
    long written = destinationStart;
    do {
      MemorySegment input = source;
      long from = start;
      long to = end;
      if (!source.isNative()) {
        input = context.input.atLeast(ZstdCompression.PIECE_LENGTH);
        from = 0;
        to = Math.min(ZstdCompression.PIECE_LENGTH, end - taken);
        MemorySegment.copy(source, taken, input, 0, to);
      }
      taken += to - from;
      written = feed(context, input, from, to, taken == end, destination, written, destinationEnd);
    } while (taken < end && !ZstdErrors.isError(written));
    return written;
  }

  /// Decompresses one piece to the end of what was written so far.
  ///
  /// @return where what is written ends after it, or an error
  private static long feed(
      DecompressContext context,
      MemorySegment input,
      long from,
      long to,
      boolean last,
      MemorySegment destination,
      long alreadyWritten,
      long destinationEnd) {
    long written = alreadyWritten;
    context.sourcePosition(from);
    while (true) {
      long takenBefore = context.sourcePosition();
      long writtenBefore = written;
      long result;
      if (destination.isNative()) {
        context.destinationPosition(written);
        result = context.step(input, to, destination, destinationEnd);
        written = context.destinationPosition();
      } else {
        MemorySegment output = context.output.atLeast(ZstdCompression.PIECE_LENGTH);
        long room = Math.min(ZstdCompression.PIECE_LENGTH, destinationEnd - written);
        context.destinationPosition(0);
        result = context.step(input, to, output, room);
        MemorySegment.copy(output, 0, destination, written, context.destinationPosition());
        written += context.destinationPosition();
      }
      if (ZstdErrors.isError(result)) {
        return result;
      }
      boolean tookAll = context.sourcePosition() == to;
      // What the decoder holds back at the end of a piece, it gives with the next one.
      if (tookAll && (result == 0 || !last)) {
        return written;
      }
      if (context.sourcePosition() == takenBefore && written == writtenBefore) {
        return written == destinationEnd
            ? ZstdErrors.DESTINATION_TOO_SMALL
            : ZstdErrors.SOURCE_SIZE_WRONG;
      }
    }
  }
}
