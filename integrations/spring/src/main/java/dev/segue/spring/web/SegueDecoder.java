// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractDataBufferDecoder;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// A decoder for WebFlux and `WebClient` that reads one object, or a stream of objects, from
/// `application/x-segue` bodies. Register it with [SegueCodecs].
///
/// **Limits.** A body, and each element of a stream, may take `maxInMemorySize` bytes, 256 KiB by
/// default as in Spring's other decoders. Memory grows as bytes arrive.
///
/// **Errors.** A body that cannot be read is a [DecodingException], whose cause is Segue's
/// [dev.segue.serializer.SerializationException], and whose message contains Segue's; WebFlux
/// answers with status 400. Elements before the unreadable one are delivered. A body or an element
/// that is too long is a [org.springframework.core.io.buffer.DataBufferLimitException].
///
/// Buffers are released even if reading fails or is cancelled; objects do not refer to them.
@SuppressWarnings("exports") // optional libraries
public final class SegueDecoder extends AbstractDataBufferDecoder<Object> {
  private final Serializer serializer;

  /// Creates a decoder.
  ///
  /// @param serializer reads the objects
  public SegueDecoder(Serializer serializer) {
    super(SegueMediaType.APPLICATION_SEGUE);
    this.serializer = Objects.requireNonNull(serializer, "serializer");
  }

  @Override
  public boolean canDecode(ResolvableType elementType, @Nullable MimeType mimeType) {
    return Types.isSegue(mimeType) && Types.isObject(elementType.resolve(Object.class));
  }

  @Override
  public Flux<Object> decode(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    TypeRef<?> type = Types.reference(elementType);
    return Flux.defer(() -> {
      StreamBody body = new StreamBody(serializer, type, getMaxInMemorySize());
      return Flux.from(input)
          .concatMap(body::read, 0)
          .concatWith(Flux.defer(body::end))
          .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
    });
  }

  @Override
  public Mono<Object> decodeToMono(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    return DataBufferUtils.join(input, getMaxInMemorySize())
        .mapNotNull(buffer -> decode(buffer, elementType, mimeType, hints));
  }

  @Override
  public @Nullable Object decode(
      DataBuffer buffer,
      ResolvableType targetType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints)
      throws DecodingException {
    try (DataBuffer.ByteBufferIterator pieces = buffer.readableByteBuffers()) {
      ByteBuffer first = pieces.hasNext() ? pieces.next() : ByteBuffer.allocate(0);
      boolean isWhole = first.remaining() == buffer.readableByteCount();
      return Payloads.read(
          serializer, isWhole && !serializer.returnsSlices() ? first : copy(buffer), targetType);
    } finally {
      DataBufferUtils.release(buffer);
    }
  }

  private static ByteBuffer copy(DataBuffer buffer) {
    ByteBuffer copy = ByteBuffer.allocate(buffer.readableByteCount());
    buffer.toByteBuffer(copy);
    return copy;
  }
}
