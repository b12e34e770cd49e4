// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.PayloadEncoder;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageEncoder;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// An encoder for WebFlux and `WebClient` that writes one object, or a stream of objects, to
/// `application/x-segue` bodies. Register it with [SegueCodecs].
///
/// A `Flux` is written as a stream: each element in its own frame, which is sent at once. In
/// [compatible mode][dev.segue.serializer.SchemaMode#COMPATIBLE], a schema is sent with the first
/// element that uses it. The encoder writes only this content type, so an application that adds it
/// still sends JSON where it did before.
///
/// **Errors.** An object that cannot be written is an [EncodingException], whose cause is Segue's
/// [SerializationException], and whose message contains Segue's.
@SuppressWarnings("exports") // optional libraries
public final class SegueEncoder extends AbstractEncoder<Object>
    implements HttpMessageEncoder<Object> {
  private final Serializer serializer;

  /// Creates an encoder.
  ///
  /// @param serializer writes the objects
  public SegueEncoder(Serializer serializer) {
    super(SegueMediaType.APPLICATION_SEGUE);
    this.serializer = Objects.requireNonNull(serializer, "serializer");
  }

  @Override
  public boolean canEncode(ResolvableType elementType, @Nullable MimeType mimeType) {
    return Types.isSegue(mimeType) && Types.isObject(elementType.resolve(Object.class));
  }

  /// Whether this type may have objects that can be written.
  boolean canWrite(ResolvableType elementType) {
    return Types.canHaveWritable(serializer, elementType.resolve(Object.class));
  }

  @Override
  public List<MediaType> getStreamingMediaTypes() {
    return List.of(SegueMediaType.APPLICATION_SEGUE);
  }

  @Override
  public Flux<DataBuffer> encode(
      Publisher<?> input,
      DataBufferFactory buffers,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    if (input instanceof Mono<?> mono) {
      return mono.map(value -> encodeValue(value, buffers, elementType, mimeType, hints)).flux();
    }
    return Flux.defer(() -> {
      PayloadEncoder encoder = serializer.encoder();
      return Flux.from(input)
          .map(value -> frame(encoder, value, buffers))
          .concatWith(Mono.fromSupplier(() -> end(buffers)));
    });
  }

  @Override
  public DataBuffer encodeValue(
      Object value,
      DataBufferFactory buffers,
      ResolvableType valueType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    try (PayloadBuffer memory = new PayloadBuffer(buffers, 0)) {
      return memory.finish(serializer.write(value, memory));
    } catch (SerializationException e) {
      throw unwritable(value, e);
    }
  }

  private static DataBuffer frame(PayloadEncoder encoder, Object value, DataBufferFactory buffers) {
    try (PayloadBuffer memory = new PayloadBuffer(buffers, Frames.HEADER_BYTES)) {
      return memory.finish(encoder.write(value, memory));
    } catch (SerializationException e) {
      throw unwritable(value, e);
    }
  }

  private static DataBuffer end(DataBufferFactory buffers) {
    return buffers.allocateBuffer(Frames.HEADER_BYTES).write(new byte[Frames.HEADER_BYTES]);
  }

  private static EncodingException unwritable(Object value, SerializationException e) {
    return new EncodingException(
        "cannot write a %s: %s".formatted(value.getClass().getName(), e.getMessage()), e);
  }
}
