// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.List;

/// A class of a writer.
///
/// @param kind how its objects are written
/// @param name the binary name
/// @param number its number in payloads; zero for an enum that is only the declared type of a field
/// @param fingerprint the fingerprint in type references
/// @param fields the fields of a class that is written by its fields
/// @param constants the constants of an enum, in the order of their numbers
public record TypeSchema(
    Kind kind,
    String name,
    int number,
    int fingerprint,
    List<FieldSchema> fields,
    List<String> constants) {

  public TypeSchema {
    fields = List.copyOf(fields);
    constants = List.copyOf(constants);
  }

  /// The class under another number.
  public TypeSchema numbered(int other) {
    return new TypeSchema(kind, name, other, fingerprint, fields, constants);
  }

  /// The class without its fields and constants.
  TypeSchema named() {
    return new TypeSchema(kind, name, number, fingerprint, List.of(), List.of());
  }

  /// How the objects of a class are written. The order is part of the format.
  public enum Kind {
    /// By its fields alone.
    PLAIN,
    /// By its fields, and the elements that a superclass of the JDK holds.
    EXTENSION,
    /// As `PLAIN`, with `writeReplace` or `readResolve`.
    HOOKED,
    /// As `EXTENSION`, with `writeReplace` or `readResolve`.
    HOOKED_EXTENSION,
    ENUM,
    /// An array of a class.
    ARRAY,
    /// By a `TypeSurrogate`.
    CODEC,
    THROWABLE,
    EXTERNALIZABLE,
    /// By Java's own serialization.
    SERIALIZED;

    public boolean hasFields() {
      return this == PLAIN || this == EXTENSION || this == HOOKED || this == HOOKED_EXTENSION;
    }
  }
}
