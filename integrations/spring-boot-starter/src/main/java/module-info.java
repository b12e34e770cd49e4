// SPDX-License-Identifier: Apache-2.0

/// Configures Spring Boot applications whose caches, sessions and HTTP bodies Segue serializes.
/// Boot itself runs on the class path; this descriptor serves programs that name modules.
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // Spring's modules are automatic: they have only names.
module dev.segue.spring.boot {
  // Its annotations are on Boot's class Health: javac warns without it.
  requires static com.fasterxml.jackson.annotation;
  requires static transitive org.jspecify;
  requires dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires dev.segue.spring;
  requires static micrometer.core;
  requires static reactor.core;
  requires spring.beans;
  requires spring.boot;
  requires static spring.boot.actuator;
  requires static spring.boot.actuator.autoconfigure;
  requires spring.boot.autoconfigure;
  requires static spring.boot.cache;
  requires static spring.boot.data.redis;
  requires static spring.boot.health;
  requires static spring.boot.http.codec;
  requires static spring.boot.http.converter;
  requires static spring.boot.session.data.redis;
  requires spring.context;
  requires spring.core;
  requires static spring.data.redis;
  requires static spring.session.core;
  requires static spring.session.data.redis;
  requires static spring.web;

  exports dev.segue.spring.boot;

  // Spring calls constructors and methods of the configuration by reflection.
  opens dev.segue.spring.boot;
}
