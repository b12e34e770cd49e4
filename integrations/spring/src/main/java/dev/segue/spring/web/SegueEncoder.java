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

/// Writes objects to bodies of `application/x-segue`, for WebFlux and `WebClient`: one object, or a
/// stream of them. Register it with [SegueCodecs].
///
/// A `Flux` is written as a stream: each element in a frame of its own, which is sent at once. In
/// [compatible mode][dev.segue.serializer.SchemaMode#COMPATIBLE], a schema is sent with the first
/// element that uses it. It writes only if the content type says so: an application that adds it
/// goes on to send JSON where it did.
///
/// **Errors.** An object that cannot be written is an [EncodingException], which has Segue's
/// [SerializationException] as its cause and its message in its own.
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

  /// Whether there may be objects of this type that can be written.
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
    try (BufferRoom room = new BufferRoom(buffers, 0)) {
      return room.finish(serializer.write(value, room));
    } catch (SerializationException e) {
      throw unwritable(value, e);
    }
  }

  private static DataBuffer frame(PayloadEncoder encoder, Object value, DataBufferFactory buffers) {
    try (BufferRoom room = new BufferRoom(buffers, Frames.HEADER_BYTES)) {
      return room.finish(encoder.write(value, room));
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
