// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.schema.Schema;

/// The schemas of the payloads that the serializer writes.
public interface OwnSchemas {

  /// Whether payloads with a root of this entry may hold registered classes that no declared type
  /// in it names.
  boolean isOpen(TypeEntry root);

  /// The schema of all payloads with a root of this entry.
  Schema of(TypeEntry root);

  /// The schema of payloads with a root of this entry that hold only the given classes and the
  /// classes that declared types name.
  ///
  /// @param met the ids of registered classes in type references
  Schema of(TypeEntry root, int[] met);

  /// The set of known classes; a new object each time it grows.
  Object version();

  /// Whether more classes can become known.
  boolean canGrow();

  /// Stores a schema for readers whose payloads contain only its fingerprint.
  void publish(Schema schema);
}
