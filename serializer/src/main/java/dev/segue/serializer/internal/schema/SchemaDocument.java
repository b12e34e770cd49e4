// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.ArrayList;
import java.util.List;

/// A decoded schema: the classes that a payload can contain.
///
/// @param compactNumbers whether `int` and `long` fields have variable length
/// @param types the classes, each once
/// @param isOfNames whether the classes have only names here, no fields and constants: their
///   fingerprints ensure that readers have the same versions of the classes
public record SchemaDocument(boolean compactNumbers, List<TypeSchema> types, boolean isOfNames) {

  public SchemaDocument {
    types = List.copyOf(types);
  }

  /// Creates a document with the fields and constants of its classes.
  public SchemaDocument(boolean compactNumbers, List<TypeSchema> types) {
    this(compactNumbers, types, false);
  }

  /// Creates a document with only the names of classes.
  public static SchemaDocument ofNames(List<TypeSchema> types) {
    List<TypeSchema> named = new ArrayList<>();
    for (TypeSchema type : types) {
      named.add(type.named());
    }
    return new SchemaDocument(false, named, true);
  }
}
