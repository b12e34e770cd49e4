// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeCall;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Compresses to one zstd frame, and decompresses any number of frames, on contexts from the pools.
///
/// Whatever the source states, decompression takes no more memory than the destination plus a
/// constant.
public final class ZstdEngine implements CodecEngine {

  private static final long BOUND_MARGIN_BELOW = 128 << 10;

  /// The default level of a codec (`ZSTD_CLEVEL_DEFAULT`).
  public static final int DEFAULT_LEVEL = 3;

  private final CompressSettings streamCompressSettings;
  private final DecompressSettings streamDecompressSettings;
  private final CompressSettings compressSettings;
  private final DecompressSettings decompressSettings;

  /// Creates an engine. Its caller keeps the dictionaries of the settings reachable.
  public ZstdEngine(CompressSettings compressSettings, DecompressSettings decompressSettings) {
    this.streamCompressSettings = compressSettings;
    this.streamDecompressSettings = decompressSettings;
    this.compressSettings = compressSettings.forWholeSegments();
    this.decompressSettings = decompressSettings.forWholeSegments();
  }

  /// Returns the maximum length of a frame (`ZSTD_COMPRESSBOUND`).
  static long bound(long length) {
    long margin = length < BOUND_MARGIN_BELOW ? (BOUND_MARGIN_BELOW - length) >>> 11 : 0;
    return length + (length >>> 8) + margin;
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    CompressSettings settings = compressSettings;
    settings.acquire();
    long result = ZstdErrors.GENERIC;
    try {
      CompressContext context = CompressContext.POOL.acquire();
      try {
        context.configure(settings);
        result = context.compress(source, offset, length, destination, destinationOffset, capacity);
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
      throw ZstdErrors.failure(
          result,
          "compressing %d bytes into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, bound(length)));
    }
    return result;
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length == 0) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "the zstd input at offset=%d is empty: it has no frame".formatted(offset),
          offset);
    }
    long result =
        decompressFrames(source, offset, length, destination, destinationOffset, capacity);
    if (ZstdErrors.isError(result)) {
      long end = offset + length;
      if (endOfFrame(source, offset, end) < end) {
        findFlaw(source, offset, length, destination, destinationOffset, capacity);
      }
      throw FrameErrors.ofFrame(result, source, offset, end, capacity, decompressSettings);
    }
    return result;
  }

  private long endOfFrame(MemorySegment source, long frame, long end) {
    return decompressSettings.magicless ? end : FrameScanner.endOfFrame(source, frame, end);
  }

  /// Throws the failure of the frame that made decompressing all frames fail. libzstd does not
  /// report which frame that was, so they are decompressed one by one.
  private void findFlaw(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long end = offset + length;
    long written = 0;
    for (long from = offset; from < end; ) {
      long to = endOfFrame(source, from, end);
      long room = capacity - written;
      long result =
          decompressFrames(source, from, to - from, destination, destinationOffset + written, room);
      if (ZstdErrors.isError(result)) {
        throw FrameErrors.ofFrame(result, source, from, to, room, decompressSettings);
      }
      written += result;
      from = to;
    }
  }

  /// Returns the room that in-place decompression needs in addition to the content.
  ///
  /// @param frames native memory
  /// @throws CodecFailure with reason `UNSUPPORTED` if the library has no function for it
  public static long inPlaceMargin(MemorySegment frames) {
    MethodHandle function =
        ZstdBindings.DECOMPRESSION_MARGIN.orElseThrow(() ->
            new CodecFailure(
                Reason.UNSUPPORTED,
                ZstdLibrary.describe()
                    + " cannot compute the margin of in-place decompression; use zstd 1.5.4 or"
                    + " later"));
    return ZstdErrors.check(
        NativeCall.asLong(() -> (long) function.invokeExact(frames, frames.byteSize())),
        "computing the margin of in-place decompression");
  }

  /// Decompresses frames at the end of a native segment to its start. The caller has checked the
  /// [#inPlaceMargin].
  public long decompressInPlace(MemorySegment frames, MemorySegment buffer) {
    long result = decompressFrames(frames, 0, frames.byteSize(), buffer, 0, buffer.byteSize());
    // The frames have been overwritten, so they cannot explain an error.
    if (ZstdErrors.isError(result)) {
      CodecFailure failure =
          result == ZstdErrors.DESTINATION_TOO_SMALL
              ? new CodecFailure(
                  Reason.MALFORMED_INPUT,
                  "malformed zstd frames: the content is longer than their headers state")
              : ZstdErrors.failure(result, "decompressing in place");
      throw FrameErrors.withHint(failure, MemorySegment.NULL, decompressSettings, false);
    }
    return result;
  }

  /// Decompresses frames in runs that need the same dictionary.
  ///
  /// @return bytes written, or an error
  private long decompressFrames(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long end = offset + length;
    long written = 0;
    long from = offset;
    DecompressContext context = DecompressContext.POOL.acquire();
    try {
      do {
        DecompressSettings chosen = settingsFor(source, from, end);
        long to = endOfRun(chosen, source, from, end);
        long result;
        chosen.acquire();
        try {
          context.configure(chosen);
          result =
              context.decompress(
                  source,
                  from,
                  to - from,
                  destination,
                  destinationOffset + written,
                  capacity - written);
        } finally {
          chosen.release();
        }
        if (ZstdErrors.isError(result)) {
          return result;
        }
        written += result;
        from = to;
      } while (from < end);
      return written;
    } finally {
      DecompressContext.POOL.release(context);
    }
  }

  /// Returns the settings with the dictionary that the frame at an offset needs.
  private DecompressSettings settingsFor(MemorySegment source, long frame, long end) {
    DecompressSettings settings = decompressSettings;
    return settings.hasOthers()
        ? settings.forDictionary(FrameScanner.dictionaryId(source, frame, end, settings.magicless))
        : settings;
  }

  /// Returns the end of the consecutive frames that need the same dictionary.
  private long endOfRun(DecompressSettings chosen, MemorySegment source, long start, long end) {
    if (!decompressSettings.hasOthers() || decompressSettings.magicless) {
      return end;
    }
    long to = start;
    do {
      to = FrameScanner.endOfFrame(source, to, end);
    } while (to < end && settingsFor(source, to, end) == chosen);
    return to;
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return bound(sourceLength);
  }

  @Override
  public long contentLength(MemorySegment source) {
    return FrameScanner.contentLength(source, decompressSettings.magicless);
  }

  @Override
  public String libraryDescription() {
    return ZstdLibrary.describe();
  }

  @Override
  public int level() {
    return compressSettings.level;
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    return new ZstdOutputStream(out, contentLength, streamCompressSettings, failures);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    return new ZstdInputStream(in, maxContentLength, streamDecompressSettings, failures);
  }
}
