// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.List;

/// A class of a writer.
///
/// @param kind the format of its objects
/// @param name the binary name
/// @param number its number in payloads; zero for an enum that is only the declared type of a field
/// @param fingerprint the fingerprint in type references
/// @param fields the fields of a class that is written field by field
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

  /// Returns the class with another number.
  public TypeSchema numbered(int other) {
    return new TypeSchema(kind, name, other, fingerprint, fields, constants);
  }

  /// Returns the class without its fields and constants.
  TypeSchema named() {
    return new TypeSchema(kind, name, number, fingerprint, List.of(), List.of());
  }

  /// The format of a class's objects. The order is part of the wire format.
  public enum Kind {
    /// Nothing but the fields.
    PLAIN,
    /// The fields, and the elements that a JDK superclass holds.
    EXTENSION,
    /// Like `PLAIN`, with `writeReplace` or `readResolve`.
    HOOKED,
    /// Like `EXTENSION`, with `writeReplace` or `readResolve`.
    HOOKED_EXTENSION,
    ENUM,
    /// An array of a class.
    ARRAY,
    /// The surrogate that a `TypeSurrogate` creates.
    CODEC,
    THROWABLE,
    EXTERNALIZABLE,
    /// A Java serialization stream.
    SERIALIZED;

    public boolean hasFields() {
      return this == PLAIN || this == EXTENSION || this == HOOKED || this == HOOKED_EXTENSION;
    }
  }
}
