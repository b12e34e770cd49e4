// SPDX-License-Identifier: Apache-2.0

/// Caches, sessions and messages of Spring applications, serialized and compressed by Segue. Every
/// other library is optional: an application's module requires the libraries that it uses.
module dev.segue.spring {
  requires static transitive org.jspecify;
  requires transitive dev.segue.serializer;
  // Not transitive: otherwise a module that requires this one could not be compiled without them.
  requires static dev.segue.compression;
  requires static micrometer.core;
  requires static org.reactivestreams;
  requires static reactor.core;
  requires static spring.context;
  requires static spring.core;
  requires static spring.data.redis;
  requires static spring.security.oauth2.client;
  requires static spring.security.oauth2.core;
  requires static spring.session.core;
  requires static spring.session.data.redis;
  requires static spring.tx;
  requires static spring.web;

  exports dev.segue.spring;
  exports dev.segue.spring.redis;
  exports dev.segue.spring.web;

  // A surrogate for a class that cannot be written directly.
  opens dev.segue.spring to
      dev.segue.serializer;
}
