// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractSmartHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;

/// A message converter for Spring MVC and `RestClient` that reads and writes `application/x-segue`
/// bodies.
///
/// {@snippet :
/// RestClient client =
///     RestClient.builder()
///         .configureMessageConverters(
///             converters ->
///                 converters
///                     .registerDefaults()
///                     .configureMessageConvertersList(
///                         list -> list.add(new SegueHttpMessageConverter(serializer))))
///         .build();
/// }
///
/// Add it at the end of the list, as above: a converter at the front would serve Segue to a client
/// that accepts everything, such as a browser. `addCustomConverter` adds to the front.
///
/// Generic types are read as declared, such as `List<Order>`; so is a stream that WebFlux has sent.
/// A `Flux` that a controller of Spring MVC returns is written as a list.
///
/// **Errors.** A body that cannot be read is an [HttpMessageNotReadableException], to which Spring
/// MVC answers with status 400; an object that cannot be written is an
/// [HttpMessageNotWritableException]. Segue's [SerializationException] is the cause of both, and
/// their messages contain its message.
@SuppressWarnings("exports") // optional libraries
public final class SegueHttpMessageConverter extends AbstractSmartHttpMessageConverter<Object> {
  private final Serializer serializer;
  private final int maxBodyBytes;

  /// Creates a converter for bodies of up to 64 MiB.
  ///
  /// @param serializer reads and writes the objects
  public SegueHttpMessageConverter(Serializer serializer) {
    this(serializer, Serializer.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Creates a converter.
  ///
  /// @param serializer reads and writes the objects
  /// @param maxBodyBytes the maximum length of a body that is read; memory grows as bytes arrive
  /// @throws IllegalArgumentException if the maximum is not positive
  public SegueHttpMessageConverter(Serializer serializer, int maxBodyBytes) {
    super(SegueMediaType.APPLICATION_SEGUE);
    if (maxBodyBytes <= 0) {
      throw new IllegalArgumentException("maxBodyBytes=%d is not positive".formatted(maxBodyBytes));
    }
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.maxBodyBytes = Math.min(maxBodyBytes, ArrayGrowth.LONGEST);
  }

  /// Whether bodies of this media type can be read as this type. Does not check whether the class
  /// is allowed, so that the error on reading can name the remedy.
  @Override
  public boolean canRead(ResolvableType type, @Nullable MediaType mediaType) {
    return Types.isObject(type.resolve(Object.class)) && canRead(mediaType);
  }

  /// Whether objects of this class can be written. If the media type is Segue's, does not check
  /// whether the class is allowed, so that the error on writing can name the remedy.
  @Override
  public boolean canWrite(
      ResolvableType targetType, Class<?> valueClass, @Nullable MediaType mediaType) {
    if (mediaType == null) {
      return Types.isObject(valueClass)
          && (Types.isCollected(valueClass) || serializer.canWrite(valueClass));
    }
    return Types.isSegue(mediaType) && Types.isObject(valueClass);
  }

  @Override
  public Object read(
      ResolvableType type, HttpInputMessage message, @Nullable Map<String, Object> hints)
      throws IOException {
    byte[] body = message.getBody().readNBytes(maxBodyBytes);
    if (body.length == maxBodyBytes && message.getBody().read() >= 0) {
      throw new HttpMessageNotReadableException(
          "the body takes more than maxBodyBytes=" + maxBodyBytes, message);
    }
    try {
      Object value = Payloads.read(serializer, ByteBuffer.wrap(body), type);
      if (value == null) {
        throw new HttpMessageNotReadableException("the body is null", message);
      }
      return value;
    } catch (DecodingException | DataBufferLimitException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new HttpMessageNotReadableException(
          Objects.requireNonNull(e.getMessage()), cause, message);
    }
  }

  @Override
  protected void writeInternal(
      Object value,
      ResolvableType type,
      HttpOutputMessage message,
      @Nullable Map<String, Object> hints)
      throws IOException {
    byte[] body;
    try {
      body =
          serializer.toBytes(
              Types.isCollected(value.getClass()) ? new ArrayList<>((List<?>) value) : value);
    } catch (SerializationException e) {
      throw new HttpMessageNotWritableException(
          "cannot write a %s: %s".formatted(value.getClass().getName(), e.getMessage()), e);
    }
    message.getBody().write(body);
  }

  /// Returns true, because an object can be written again.
  @Override
  protected boolean supportsRepeatableWrites(Object value) {
    return true;
  }
}
