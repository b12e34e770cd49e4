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

/// The errors of changes that no reader can bear. Each names the field, both types and the class.
final class Changes {

  private Changes() {}

  static SerializationException field(ValueSchema written, Field now, Type type, String className) {
    return mismatch(
        "%s of %s was %s when it was written and is %s now, which cannot hold each such value"
            .formatted(FieldModel.qualifiedName(now), className, written.describe(), type));
  }

  static SerializationException renamed(String written, Field now, Type type, String className) {
    return mismatch(
        "%s of %s was of the type %s when it was written and is of %s now; if that is the same"
                .formatted(FieldModel.qualifiedName(now), className, written, type.getTypeName())
            + " one, give it an @Alias(\""
            + written
            + "\")");
  }

  static SerializationException kind(TypeSchema written, TypeSchema.Kind now) {
    return mismatch(
        "%s was written as %s and would be read as %s: how a class is serialized cannot change"
            .formatted(written.name(), written.kind(), now));
  }

  /// A value that the field of now cannot hold, though others of its type can be.
  static SerializationException value(Object value, String field, String type) {
    return mismatch(
        "a %s was written, which %s, a %s now, cannot hold"
            .formatted(value.getClass().getName(), field, type));
  }

  static SerializationException noNull(String field, String type) {
    return mismatch("a null was written, which %s, a %s now, cannot hold".formatted(field, type));
  }

  static SerializationException unknownNull(String field, String type) {
    return mismatch(
        "a null was read, maybe in place of something that is not known here, and cannot be an"
            + " element of %s, a %s now".formatted(field, type));
  }

  static SerializationException merged(TypeSchema array) {
    return mismatch(
        "%s is an array of a class that stands for several of the writer's; leave the array itself"
                .formatted(array.name())
            + " unregistered where it is written");
  }

  static SerializationException hidden(String field, Class<?> type) {
    return mismatch(
        "superclasses of %s that are no longer there had a field %s each, and nothing tells which"
                .formatted(type.getName(), field)
            + " is which now; give those that declare it an @Alias with the name of before");
  }

  static SerializationException mismatch(String message) {
    return Errors.of(Kind.SCHEMA_MISMATCH, message);
  }
}
