// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;

/// The serializers of an application: one for Redis, and a strict one for HTTP, where peers are
/// untrusted and have no schema registry.
///
/// If the application has its own serializer, injection by type yields that one. Otherwise it
/// yields the serializer for Redis; the one for HTTP must be requested by name.
@AutoConfiguration
@EnableConfigurationProperties(SegueProperties.class)
class SegueAutoConfiguration {

  @Bean
  @Fallback
  @ConditionalOnMissingBean(name = "segueSerializer")
  Serializer segueSerializer(
      ApplicationContext context,
      SegueProperties properties,
      ObjectProvider<SchemaRegistry> schemas,
      ObjectProvider<SegueSerializerCustomizer> customizers) {
    SerializerBuilder builder = ApplicationClasses.builder(context, properties);
    schemas.ifAvailable(builder::schemaRegistry);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean(defaultCandidate = false)
  @Fallback
  @ConditionalOnMissingBean(name = "segueHttpSerializer")
  Serializer segueHttpSerializer(
      ApplicationContext context,
      SegueProperties properties,
      ObjectProvider<SegueSerializerCustomizer> customizers) {
    SerializerBuilder builder = ApplicationClasses.builder(context, properties).untrusted();
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  UnreadableCounts segueUnreadableCounts() {
    return new UnreadableCounts();
  }
}
