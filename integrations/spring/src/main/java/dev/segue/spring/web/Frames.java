// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.PayloadDecoder;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBufferLimitException;

/// Reads the elements of one stream from the pieces in which it arrives. Announced lengths allocate
/// nothing: memory grows as bytes arrive.
final class Frames {
  static final int HEADER_BYTES = Integer.BYTES;

  private static final byte[] NONE = {};

  private final PayloadDecoder decoder;
  private final TypeRef<?> type;
  private final int limit;

  private int header;
  private int headerBytes;
  private byte[] partial = NONE;
  private int partialBytes;
  private boolean hasEnded;

  /// @param limit the maximum length of a payload; negative: no maximum
  Frames(Serializer serializer, TypeRef<?> type, int limit) {
    this.decoder = serializer.decoder();
    this.type = type;
    this.limit = limit;
  }

  /// Reads the next piece.
  ///
  /// @param elements gets each element that the piece completes
  /// @throws DecodingException if an element cannot be read, or more bytes follow the end of the
  ///   stream
  /// @throws DataBufferLimitException if a frame announces more than the limit
  void read(ByteBuffer piece, Consumer<Object> elements) {
    while (piece.hasRemaining()) {
      if (hasEnded) {
        throw new DecodingException(
            "%d bytes follow the end of the stream".formatted(piece.remaining()));
      }
      if (headerBytes < HEADER_BYTES) {
        header = header << Byte.SIZE | Byte.toUnsignedInt(piece.get());
        headerBytes++;
        if (headerBytes == HEADER_BYTES) {
          checkLength();
        }
      } else if (partialBytes == 0 && piece.remaining() >= header) {
        elements.accept(element(piece.slice(piece.position(), header)));
        piece.position(piece.position() + header);
        headerBytes = 0;
      } else {
        keep(piece);
        if (partialBytes == header) {
          elements.accept(element(ByteBuffer.wrap(partial, 0, header)));
          headerBytes = 0;
          partialBytes = 0;
        }
      }
    }
  }

  private void checkLength() {
    if (header < 0) {
      throw new DecodingException(
          "a frame announces %d bytes: the body is not a stream of Segue".formatted(header));
    }
    if (limit >= 0 && header > limit) {
      throw new DataBufferLimitException(
          "an element takes %d bytes, and the limit is %d".formatted(header, limit));
    }
    hasEnded = header == 0;
  }

  private void keep(ByteBuffer piece) {
    int bytes = Math.min(piece.remaining(), header - partialBytes);
    int needed = partialBytes + bytes;
    if (needed > partial.length) {
      partial = Arrays.copyOf(partial, ArrayGrowth.grown(partial.length, needed, header));
    }
    piece.get(partial, partialBytes, bytes);
    partialBytes = needed;
  }

  private Object element(ByteBuffer frame) {
    try {
      Object element = decoder.read(frame, type);
      Payloads.requireEnd(frame);
      return element;
    } catch (SerializationException e) {
      throw Payloads.unreadable(type, e);
    }
  }

  /// @throws DecodingException if the stream is incomplete
  void requireEnd() {
    if (!hasEnded) {
      throw new DecodingException("the body ends before the end of the stream");
    }
  }
}
