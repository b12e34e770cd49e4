// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.registry.OwnSchemas;
import org.jspecify.annotations.Nullable;

/// The schemas that payloads carry, and the readers of payloads with other writers' schemas.
public interface Schemas extends OwnSchemas {

  /// The reader for a schema that was used recently; null if there is none.
  @Nullable Payload reader(long fingerprint);

  /// Creates the reader for a schema.
  ///
  /// @param document the schema, or null if the payload carries only its fingerprint
  /// @param position the position of the fingerprint, for errors
  /// @throws dev.segue.serializer.SerializationException if the document cannot be found, or is
  ///   corrupt
  Payload learn(long fingerprint, byte @Nullable [] document, long position);

  /// Whether schemas consist of the names of classes that rules have allowed, and payloads without
  /// such classes carry no schema.
  boolean areOfNames();

  /// Whether payloads carry their schemas, since no registry keeps them.
  boolean embeds();
}
