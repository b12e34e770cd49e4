// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.List;

/// A decoded schema: the classes that a payload can contain.
///
/// @param compactNumbers whether `int` and `long` fields are of variable length
/// @param types the classes, each once
public record SchemaDocument(boolean compactNumbers, List<TypeSchema> types) {

  public SchemaDocument {
    types = List.copyOf(types);
  }
}
