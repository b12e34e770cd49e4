// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.Envelope;
import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The form of values: payloads of the serializer, plain or in Segue's [Envelope]. The first byte
/// distinguishes them: a payload starts with `E5`, an envelope with the bits 001.
final class ValueForm {

  private static final int ENVELOPE_SHIFT = 5;
  private static final int ENVELOPE_VERSION = 1;

  /// The maximum ratio of content to bytes of a zstd frame: a block of 128 KiB takes at least four
  /// bytes.
  private static final long MOST_CONTENT_PER_BYTE = 1 << 16;

  private final Serializer serializer;
  private final Compression compression;
  private final int maxLength;

  ValueForm(Serializer serializer, Compression compression, int maxLength) {
    this.serializer = serializer;
    this.compression = compression;
    this.maxLength = maxLength;
  }

  /// Returns the stored form of a value.
  ///
  /// @return a buffer that belongs to the caller
  ByteBuf encode(Object value) throws IOException {
    try {
      ByteBuf payload = Payloads.write(serializer, value);
      return compression instanceof Compression.Zstd(Envelope envelope)
          ? compressed(envelope, payload)
          : payload;
    } catch (RuntimeException e) {
      throw Failures.writing(value, e);
    }
  }

  private static ByteBuf compressed(Envelope envelope, ByteBuf payload) {
    try {
      long most = envelope.maxEncodedLength(payload.readableBytes());
      ByteBuf stored = ByteBufAllocator.DEFAULT.buffer(Math.toIntExact(most));
      try {
        MemorySegment room = MemorySegment.ofBuffer(stored.nioBuffer(0, (int) most));
        long length = envelope.encode(MemorySegment.ofBuffer(payload.nioBuffer()), room);
        return stored.writerIndex((int) length).retain();
      } finally {
        stored.release();
      }
    } finally {
      payload.release();
    }
  }

  /// Returns the value of the bytes in a buffer, all of which are consumed.
  @Nullable Object decode(ByteBuf stored) throws IOException {
    try {
      return Payloads.withContent(stored, this::read);
    } catch (RuntimeException e) {
      throw Failures.reading("value", e);
    }
  }

  private @Nullable Object read(ByteBuffer stored) {
    boolean isEnvelope =
        stored.hasRemaining()
            && (stored.get(stored.position()) & 0xFF) >> ENVELOPE_SHIFT == ENVELOPE_VERSION;
    return isEnvelope ? readCompressed(stored) : Payloads.read(serializer, stored);
  }

  private @Nullable Object readCompressed(ByteBuffer stored) {
    Envelope envelope = compression.envelope();
    MemorySegment source = MemorySegment.ofBuffer(stored);
    int length = boundedLength(envelope.contentLength(source), source.byteSize());
    ByteBuf content = ByteBufAllocator.DEFAULT.directBuffer(length, length);
    try {
      ByteBuffer payload = content.nioBuffer(0, length);
      long _ = envelope.decode(source, MemorySegment.ofBuffer(payload));
      return Payloads.read(serializer, payload);
    } finally {
      content.release();
    }
  }

  /// Returns the stated content length, if the stored bytes can contain that much.
  private int boundedLength(long length, long storedLength) {
    if (length > maxLength) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED,
          "the value states length=" + length + ", but maxValueLength=" + maxLength);
    }
    if (length > storedLength * MOST_CONTENT_PER_BYTE) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT,
          "the value states length=%d, more than its %d bytes can hold"
              .formatted(length, storedLength));
    }
    return (int) length;
  }
}
