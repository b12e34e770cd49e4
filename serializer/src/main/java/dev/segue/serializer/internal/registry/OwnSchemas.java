// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.schema.Schema;

/// This side's schemas.
public interface OwnSchemas {

  /// The schema of payloads with such a root.
  Schema of(TypeEntry root);

  /// Leaves a schema where readers find it that get its fingerprint alone.
  void publish(Schema schema);
}
