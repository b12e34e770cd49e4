// SPDX-License-Identifier: Apache-2.0

/// Messages and events of Pekko, serialized by Segue.
module dev.segue.pekko {
  requires static transitive org.jspecify;
  requires static pekko.actor.typed;
  requires transitive dev.segue.serializer;
  requires transitive pekko.actor;
  requires scala.library;
  requires typesafe.config;

  exports dev.segue.pekko;
}
