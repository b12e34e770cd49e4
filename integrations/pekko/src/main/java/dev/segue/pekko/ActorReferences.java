// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import dev.segue.serializer.TypeSurrogate;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.Serialization;

/// Surrogates for actor references: their paths with the address of their system.
final class ActorReferences {

  private static final String TYPED = "org.apache.pekko.actor.typed.ActorRefResolver";

  private ActorReferences() {}

  static TypeSurrogate<ActorRef, String> classic(ExtendedActorSystem system) {
    return TypeSurrogate.of(
            ActorRef.class,
            String.class,
            Serialization::serializedActorPath,
            path -> system.provider().resolveActorRef(path))
        .withSubclasses();
  }

  /// Whether this module can load typed actors, an optional library. The class loader of the
  /// application may see more classes, or other versions.
  static boolean isTypedPresent() {
    try {
      var _ = Class.forName(TYPED, false, ActorReferences.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }
}
