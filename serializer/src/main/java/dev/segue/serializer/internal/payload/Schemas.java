// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.registry.OwnSchemas;
import org.jspecify.annotations.Nullable;

/// What payloads tell of their classes, and what reads those that tell of other ones.
public interface Schemas extends OwnSchemas {

  /// What reads payloads of a schema that has been met lately; null if it has not.
  @Nullable Payload reader(long fingerprint);

  /// What reads payloads of a schema.
  ///
  /// @param document the schema, or null if the payload does not carry it
  /// @param position where the fingerprint stood, for the error
  /// @throws dev.segue.serializer.SerializationException if there is no document, or it is corrupt
  Payload learn(long fingerprint, byte @Nullable [] document, long position);

  /// Whether payloads are to carry their schemas, as nobody else keeps them.
  boolean embeds();
}
