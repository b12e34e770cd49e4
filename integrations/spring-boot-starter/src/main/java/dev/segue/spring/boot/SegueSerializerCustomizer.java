// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.SerializerBuilder;

/// A bean that changes the options of the serializers that the starter builds, for Redis and for
/// HTTP: surrogates, more rules, registered classes.
///
/// {@snippet :
/// @Bean
/// SegueSerializerCustomizer money() {
///   return builder -> builder.register(TypeSurrogate.of(Money.class, String.class, Money::toString, Money::parse));
/// }
/// }
@FunctionalInterface
public interface SegueSerializerCustomizer {
  /// Changes options. It is called once for each serializer, after the starter has set its own.
  ///
  /// @param builder the builder of a serializer
  void customize(SerializerBuilder builder);
}
