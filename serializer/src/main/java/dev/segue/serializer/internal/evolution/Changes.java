// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.lang.reflect.Field;
import java.lang.reflect.Type;

/// Errors for changes of classes that cannot be read. Each names the field, both types and the
/// class.
final class Changes {

  private Changes() {}

  static SerializationException field(ValueSchema written, Field now, Type type, String className) {
    return mismatch(
        "%s of %s was written as %s and is %s now, which cannot hold every such value"
            .formatted(
                FieldModel.qualifiedName(now), className, written.describe(), type.getTypeName()));
  }

  static SerializationException renamed(String written, Field now, Type type, String className) {
    return mismatch(
        "%s of %s was written as %s and is %s now; if the class was renamed, add @Alias(\"%s\")"
            .formatted(
                FieldModel.qualifiedName(now), className, written, type.getTypeName(), written));
  }

  static SerializationException kind(TypeSchema written, TypeSchema.Kind now) {
    return mismatch(
        "%s was written as %s, but is read as %s; the way a class is serialized cannot change"
            .formatted(written.name(), written.kind(), now));
  }

  /// A value that the field cannot hold, although it can hold other values of the written type.
  static SerializationException value(Object value, String field, String type) {
    return mismatch(
        "a %s was written, which %s, now of the type %s, cannot hold"
            .formatted(value.getClass().getName(), field, type));
  }

  static SerializationException noNull(String field, String type) {
    return mismatch(
        "null was written, which %s, now of the type %s, cannot hold".formatted(field, type));
  }

  static SerializationException unknownNull(String field, String type) {
    return mismatch(
        "null was read, possibly for a value that is unknown here, and cannot be an"
            + " element of %s, now of the type %s".formatted(field, type));
  }

  static SerializationException merged(TypeSchema array) {
    return mismatch(
        "%s cannot be read: several of the writer's classes are its element class here; do not"
                .formatted(array.name())
            + " register the array on the writing side");
  }

  static SerializationException hidden(String field, String className) {
    return mismatch(
        "several former superclasses of %s declared a field %s, and it is not clear which one a"
                .formatted(className, field)
            + " class declares now; add an @Alias with the former name to each such class");
  }

  static SerializationException mismatch(String message) {
    return Errors.of(Kind.SCHEMA_MISMATCH, message);
  }
}
