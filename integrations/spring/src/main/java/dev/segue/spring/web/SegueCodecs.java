// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.Serializer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.ServerCodecConfigurer;

/// Registers [SegueEncoder] and [SegueDecoder] with the codecs of WebFlux or of a `WebClient`.
///
/// {@snippet :
/// WebClient client =
///     WebClient.builder().codecs(codecs -> SegueCodecs.register(codecs, serializer)).build();
/// }
///
/// A server sends `application/x-segue` if the client prefers it or the handler requests it. A
/// client sends it if the request's content type says so. Everything else is sent as before.
@SuppressWarnings("exports") // optional libraries
public final class SegueCodecs {
  private SegueCodecs() {}

  /// Registers an encoder and a decoder, with the limits configured for all codecs.
  ///
  /// @param codecs the codecs of a server or of a client
  /// @param serializer reads and writes the objects
  public static void register(CodecConfigurer codecs, Serializer serializer) {
    SegueEncoder encoder = new SegueEncoder(serializer);
    if (codecs instanceof ServerCodecConfigurer) {
      codecs.customCodecs().register(new NegotiatedWriter(encoder, codecs::getWriters));
    } else {
      codecs.customCodecs().register(encoder);
    }
    codecs.customCodecs().registerWithDefaultConfig(new SegueDecoder(serializer));
  }
}
