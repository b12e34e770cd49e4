// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.schema.TypeSchema;

/// The format of a class's objects, as named in the text.
enum Sort {
  RECORD("record", TypeSchema.Kind.PLAIN),
  CLASS("class", TypeSchema.Kind.PLAIN),
  /// A subclass of a JDK collection or map.
  CONTAINER("container", TypeSchema.Kind.EXTENSION),
  /// With `writeReplace` or `readResolve`.
  REPLACED("replaced", TypeSchema.Kind.HOOKED),
  REPLACED_CONTAINER("replaced-container", TypeSchema.Kind.HOOKED_EXTENSION),
  ENUM("enum", TypeSchema.Kind.ENUM),
  /// An enum that is not registered: only the declared type of fields.
  DECLARED_ENUM("declared-enum", TypeSchema.Kind.ENUM),
  ARRAY("array", TypeSchema.Kind.ARRAY),
  SURROGATE("surrogate", TypeSchema.Kind.CODEC),
  THROWABLE("throwable", TypeSchema.Kind.THROWABLE),
  EXTERNALIZABLE("externalizable", TypeSchema.Kind.EXTERNALIZABLE),
  SERIALIZED("serialized", TypeSchema.Kind.SERIALIZED);

  private final String word;
  private final TypeSchema.Kind kind;

  Sort(String word, TypeSchema.Kind kind) {
    this.word = word;
    this.kind = kind;
  }

  String word() {
    return word;
  }

  TypeSchema.Kind kind() {
    return kind;
  }

  boolean isEnum() {
    return kind == TypeSchema.Kind.ENUM;
  }

  boolean isRegistered() {
    return this != DECLARED_ENUM;
  }

  /// Whether a field of this declared type has no type reference.
  boolean isPlain() {
    return kind == TypeSchema.Kind.PLAIN;
  }
}
