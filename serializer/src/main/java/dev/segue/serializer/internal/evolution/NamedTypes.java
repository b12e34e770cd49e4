// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.schema.SchemaDocument;

/// Looks up the class names in other writers' schemas and finds the classes that rules allow.
public interface NamedTypes {

  /// The local classes, plus the existing classes that the schema names and rules allow. They may
  /// be added to the known classes if the serializer's own codecs can read the payloads.
  LocalTypes including(SchemaDocument document);
}
