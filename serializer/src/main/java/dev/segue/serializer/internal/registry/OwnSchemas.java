// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.schema.Schema;

/// The schemas of the payloads that this side writes.
public interface OwnSchemas {

  /// The schema of payloads with a root of this entry.
  Schema of(TypeEntry root);

  /// Stores a schema for readers whose payloads contain only its fingerprint.
  void publish(Schema schema);
}
