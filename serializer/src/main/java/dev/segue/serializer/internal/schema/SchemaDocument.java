// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.List;

/// All that a payload's writer tells of the classes that the payload may hold.
///
/// @param compactNumbers whether `int` and `long` fields are of variable length
/// @param types the classes, each once
public record SchemaDocument(boolean compactNumbers, List<TypeSchema> types) {

  public SchemaDocument {
    types = List.copyOf(types);
  }
}
