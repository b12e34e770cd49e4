// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.events.CompressEvent;
import dev.segue.compression.internal.events.DecompressEvent;
import dev.segue.compression.internal.events.FlightRecording;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// A codec on an engine: checks the arguments, runs the engine, and translates its failures. A
/// format adds its streams.
abstract sealed class BaseCodec implements Codec
    permits BrotliCodec,
        GzipCodec,
        Lz4FrameCodec,
        Lz4RawCodec,
        SnappyCodec,
        StoredCodec,
        ZstdCodec {

  /// Returns the engine. Codecs with equal engines are equal.
  abstract CodecEngine engine();

  /// Returns the level at which the codec compresses; 0 if its format has no levels.
  int level() {
    return 0;
  }

  @Override
  public final OutputStream compressing(OutputStream out) {
    return compressing(out, UNKNOWN_LENGTH);
  }

  @Override
  public final long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    CompressEvent event = FlightRecording.beginCompress();
    try {
      long written =
          engine().compress(source, offset, length, destination, destinationOffset, capacity);
      if (event != null) {
        event.end(format().name(), level(), length, written);
      }
      return written;
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this); // and so its dictionaries
    }
  }

  @Override
  public final long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    DecompressEvent event = FlightRecording.beginDecompress();
    try {
      long written =
          engine().decompress(source, offset, length, destination, destinationOffset, capacity);
      if (event != null) {
        event.end(format().name(), length, written);
      }
      return written;
    } catch (CodecFailure e) {
      throw decompressionFailure(e, source, offset + length);
    } finally {
      Reference.reachabilityFence(this); // and so its dictionaries
    }
  }

  /// Returns the exception for a failure of the engine to decompress a range.
  ///
  /// @param end the end of the range in the source
  CompressionException decompressionFailure(CodecFailure failure, MemorySegment source, long end) {
    return FailureTranslation.of(failure);
  }

  @Override
  public final long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, engine().maxCompressedLength(sourceLength));
  }

  @Override
  public final long decompressedLength(MemorySegment source) {
    SegmentChecks.alive(source);
    try {
      return engine().contentLength(source);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public final String libraryDescription() {
    return engine().libraryDescription();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof BaseCodec that && engine().equals(that.engine());
  }

  @Override
  public final int hashCode() {
    return engine().hashCode();
  }
}
