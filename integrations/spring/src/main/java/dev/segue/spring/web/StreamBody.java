// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;

/// Reads one body as a stream, from the buffers in which it arrives, in either form of
/// [SegueMediaType].
final class StreamBody {
  private static final byte[] NONE = {};

  private final Serializer serializer;
  private final TypeRef<?> type;
  private final int limit;
  private final Frames frames;

  /// Whether the body is one payload; null before its first byte.
  private @Nullable Boolean isSingle;

  private byte[] single = NONE;
  private int singleBytes;

  StreamBody(Serializer serializer, TypeRef<?> type, int limit) {
    this.serializer = serializer;
    this.type = type;
    this.limit = limit;
    this.frames = new Frames(serializer, type, limit);
  }

  /// Reads the next buffer, and releases it.
  ///
  /// @return the elements that the buffer completes; if one cannot be read, the elements before it
  ///   and then the error
  Flux<Object> read(DataBuffer buffer) {
    List<Object> elements = new ArrayList<>();
    try (DataBuffer.ByteBufferIterator pieces = buffer.readableByteBuffers()) {
      while (pieces.hasNext()) {
        read(pieces.next(), elements);
      }
      return Flux.fromIterable(elements);
    } catch (RuntimeException e) {
      return Flux.fromIterable(elements).concatWith(Flux.error(e));
    } finally {
      DataBufferUtils.release(buffer);
    }
  }

  private void read(ByteBuffer piece, List<Object> elements) {
    if (isSingle == null && piece.hasRemaining()) {
      isSingle = Payloads.isSingle(piece.get(piece.position()));
    }
    if (Boolean.TRUE.equals(isSingle)) {
      keep(piece);
    } else {
      frames.read(piece, elements::add);
    }
  }

  private void keep(ByteBuffer piece) {
    long needed = (long) singleBytes + piece.remaining();
    if (limit >= 0 && needed > limit) {
      throw new DataBufferLimitException(
          "the body takes more than the limit of %d bytes".formatted(limit));
    }
    if (needed > single.length) {
      single = Arrays.copyOf(single, ArrayGrowth.grown(single.length, needed, Integer.MAX_VALUE));
    }
    int length = piece.remaining();
    piece.get(single, singleBytes, length);
    singleBytes += length;
  }

  /// Returns the elements that the end of the body completes.
  ///
  /// An empty body is an empty stream, because a message without a body has neither form.
  Flux<Object> end() {
    if (isSingle == null) {
      return Flux.empty();
    }
    if (isSingle) {
      return Flux.fromIterable(Payloads.elements(serializer, single, singleBytes, type));
    }
    frames.requireEnd();
    return Flux.empty();
  }
}
