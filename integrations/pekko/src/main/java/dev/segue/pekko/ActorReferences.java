// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import dev.segue.serializer.TypeSurrogate;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.Serialization;

/// References to actors, as their paths with the address of their system.
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

  /// Whether this module sees typed actors, which are an optional library. The class loader of the
  /// application may see more, or others.
  static boolean isTypedPresent() {
    try {
      var _ = Class.forName(TYPED, false, ActorReferences.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }
}
