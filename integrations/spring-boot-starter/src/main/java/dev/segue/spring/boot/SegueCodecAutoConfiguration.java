// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.Serializer;
import dev.segue.spring.web.SegueCodecs;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.codec.CodecConfigurer;

/// Configures HTTP bodies of WebFlux and of `WebClient`.
@AutoConfiguration(after = SegueAutoConfiguration.class)
@ConditionalOnClass(
    value = {CodecConfigurer.class, CodecCustomizer.class},
    name = "reactor.core.publisher.Flux")
@ConditionalOnBooleanProperty(name = "segue.http.enabled", matchIfMissing = true)
class SegueCodecAutoConfiguration {

  @Bean
  CodecCustomizer segueCodecs(@Qualifier("segueHttpSerializer") Serializer serializer) {
    return codecs -> SegueCodecs.register(codecs, serializer);
  }
}
