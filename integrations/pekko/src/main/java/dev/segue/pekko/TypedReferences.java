// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import dev.segue.serializer.TypeSurrogate;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/// Surrogates for typed actor references: their paths. Used only if the library is present.
final class TypedReferences {

  private TypedReferences() {}

  @SuppressWarnings("rawtypes") // a class has no type arguments
  static TypeSurrogate<ActorRef, String> of(ExtendedActorSystem system) {
    return TypeSurrogate.of(
            ActorRef.class,
            String.class,
            reference -> format(system, reference),
            path -> resolver(system).resolveActorRef(path))
        .withSubclasses();
  }

  private static String format(ExtendedActorSystem system, ActorRef<?> reference) {
    return resolver(system).toSerializationFormat(reference);
  }

  /// Called only with the first message, because creating the extension may use serialization.
  private static ActorRefResolver resolver(ExtendedActorSystem system) {
    return ActorRefResolver.get(Adapter.toTyped(system));
  }
}
