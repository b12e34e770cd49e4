// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.codec;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.events.CompressEvent;
import dev.segue.compression.internal.events.DecompressEvent;
import dev.segue.compression.internal.events.FlightRecording;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// An engine whose calls are checked and recorded. Immutable and thread-safe. Two instances are
/// equal if their engines are. All failures caused by the content are [CodecFailure]s.
public final class CheckedCodec {

  private final CodecEngine engine;
  private final String format;

  /// The owner of memory that the engine uses, such as a dictionary's. It frees the memory when it
  /// becomes unreachable, so this codec keeps it reachable.
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Object owner;

  /// Creates a codec on an engine.
  ///
  /// @param format the name of the format, for events
  /// @param owner the owner of memory that the engine uses; null if it uses none
  public CheckedCodec(CodecEngine engine, String format, @Nullable Object owner) {
    this.engine = engine;
    this.format = format;
    this.owner = owner;
  }

  /// Returns the engine. Its caller keeps this codec reachable.
  public CodecEngine engine() {
    return engine;
  }

  /// Compresses a range of one segment to a range of the same or another one.
  ///
  /// @return bytes written
  public long compress(
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
          engine.compress(source, offset, length, destination, destinationOffset, capacity);
      if (event != null) {
        event.end(format, engine.level(), length, written);
      }
      return written;
    } finally {
      Reference.reachabilityFence(this); // and so the owner of its memory
    }
  }

  /// Decompresses a range of one segment to a range of the same or another one.
  ///
  /// @return bytes written
  public long decompress(
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
          engine.decompress(source, offset, length, destination, destinationOffset, capacity);
      if (event != null) {
        event.end(format, length, written);
      }
      return written;
    } finally {
      Reference.reachabilityFence(this); // and so the owner of its memory
    }
  }

  /// Returns the maximum length of the compressed form of content of a given length.
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, engine.maxCompressedLength(sourceLength));
  }

  /// Returns the content length that the source states; [CodecEngine#UNKNOWN_LENGTH] if it states
  /// none.
  public long contentLength(MemorySegment source) {
    SegmentChecks.alive(source);
    return engine.contentLength(source);
  }

  /// Returns a stream that compresses to another one.
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    try {
      return engine.compressing(out, contentLength, failures);
    } finally {
      Reference.reachabilityFence(this); // the stream holds the memory from here on
    }
  }

  /// Returns a stream that decompresses another one.
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    try {
      return engine.decompressing(in, maxContentLength, failures);
    } finally {
      Reference.reachabilityFence(this); // the stream holds the memory from here on
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CheckedCodec that && engine.equals(that.engine);
  }

  @Override
  public int hashCode() {
    return engine.hashCode();
  }
}
