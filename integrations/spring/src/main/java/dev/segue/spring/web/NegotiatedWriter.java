// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/// Writes the bodies of responses whose content type is Segue's, and offers that type to clients.
///
/// WebFlux asks custom writers before its own. So this type is offered with a low quality, and a
/// client that accepts everything still gets JSON. A response without a content type goes to the
/// writer that would otherwise have got it.
final class NegotiatedWriter extends EncoderHttpMessageWriter<Object> {
  private static final double LOW_QUALITY = 0.1;
  private static final List<MediaType> OFFERED =
      List.of(
          new MediaType(
              SegueMediaType.APPLICATION_SEGUE.getType(),
              SegueMediaType.APPLICATION_SEGUE.getSubtype(),
              LOW_QUALITY));

  private final SegueEncoder encoder;
  private final Supplier<List<HttpMessageWriter<?>>> writers;

  /// @param writers all writers of the server, including this one
  NegotiatedWriter(SegueEncoder encoder, Supplier<List<HttpMessageWriter<?>>> writers) {
    super(encoder);
    this.encoder = encoder;
    this.writers = writers;
  }

  @Override
  public List<MediaType> getWritableMediaTypes() {
    return OFFERED;
  }

  @Override
  public List<MediaType> getWritableMediaTypes(ResolvableType elementType) {
    return canWrite(elementType, null) ? OFFERED : List.of();
  }

  @Override
  public boolean canWrite(ResolvableType elementType, @Nullable MediaType mediaType) {
    return mediaType == null
        ? encoder.canWrite(elementType)
        : super.canWrite(elementType, mediaType);
  }

  @Override
  public Mono<Void> write(
      Publisher<?> input,
      ResolvableType elementType,
      @Nullable MediaType mediaType,
      ReactiveHttpOutputMessage message,
      Map<String, Object> hints) {
    HttpMessageWriter<Object> other = mediaType == null ? other(elementType) : null;
    return other == null
        ? super.write(input, elementType, segue(mediaType), message, hints)
        : other.write(input, elementType, null, message, hints);
  }

  @Override
  @SuppressWarnings("LongSignature") // of Spring
  public Mono<Void> write(
      Publisher<?> input,
      ResolvableType actualType,
      ResolvableType elementType,
      @Nullable MediaType mediaType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    HttpMessageWriter<Object> other = mediaType == null ? other(elementType) : null;
    return other == null
        ? super.write(input, actualType, elementType, segue(mediaType), request, response, hints)
        : other.write(input, actualType, elementType, null, request, response, hints);
  }

  private static MediaType segue(@Nullable MediaType mediaType) {
    return mediaType == null ? SegueMediaType.APPLICATION_SEGUE : mediaType.removeQualityValue();
  }

  /// The writer of a response without a content type; null if there is no other.
  @SuppressWarnings("unchecked") // As WebFlux does: canWrite has checked the type.
  private @Nullable HttpMessageWriter<Object> other(ResolvableType elementType) {
    for (HttpMessageWriter<?> writer : writers.get()) {
      if (writer != this && writer.canWrite(elementType, null)) {
        return (HttpMessageWriter<Object>) writer;
      }
    }
    return null;
  }
}
