// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.Serializer;
import dev.segue.spring.web.SegueHttpMessageConverter;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.converter.autoconfigure.ClientHttpMessageConvertersCustomizer;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.converter.HttpMessageConverters;

/// Configures HTTP bodies of Spring MVC and of `RestClient`. The converter comes after all others,
/// so that it writes only if a client requests its media type.
@AutoConfiguration(
    after = SegueAutoConfiguration.class,
    before = HttpMessageConvertersAutoConfiguration.class)
@ConditionalOnClass({HttpMessageConverters.class, HttpMessageConvertersAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "segue.http.enabled", matchIfMissing = true)
class SegueHttpAutoConfiguration {

  @Bean
  ServerHttpMessageConvertersCustomizer segueServerConverter(
      @Qualifier("segueHttpSerializer") Serializer serializer, SegueProperties properties) {
    SegueHttpMessageConverter converter = converter(serializer, properties);
    return converters -> converters.configureMessageConvertersList(list -> list.add(converter));
  }

  @Bean
  ClientHttpMessageConvertersCustomizer segueClientConverter(
      @Qualifier("segueHttpSerializer") Serializer serializer, SegueProperties properties) {
    SegueHttpMessageConverter converter = converter(serializer, properties);
    return converters -> converters.configureMessageConvertersList(list -> list.add(converter));
  }

  private static SegueHttpMessageConverter converter(
      Serializer serializer, SegueProperties properties) {
    return new SegueHttpMessageConverter(serializer, properties.http().maxBodyBytes());
  }
}
