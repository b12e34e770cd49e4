// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.List;

/// A decoded schema: the classes that a payload can contain.
///
/// @param compactNumbers whether `int` and `long` fields are of variable length
/// @param types the classes, each once
/// @param isOfNames whether the classes have no fields and constants here: readers have the same
///   versions of the classes, as their fingerprints show
public record SchemaDocument(boolean compactNumbers, List<TypeSchema> types, boolean isOfNames) {

  public SchemaDocument {
    types = List.copyOf(types);
  }

  /// A document with the fields and constants of its classes.
  public SchemaDocument(boolean compactNumbers, List<TypeSchema> types) {
    this(compactNumbers, types, false);
  }

  /// A document with the names of classes.
  public static SchemaDocument ofNames(List<TypeSchema> types) {
    return new SchemaDocument(false, types.stream().map(TypeSchema::named).toList(), true);
  }
}
