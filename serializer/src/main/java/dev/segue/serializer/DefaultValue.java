// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The value of a field or record component that is missing in the payload: in [compatible
/// mode][SchemaMode#COMPATIBLE] because the writer's version of the class did not have it, and in
/// any mode because it is [Ignored].
///
/// Without this annotation, a record component becomes zero, false or null, and a field keeps the
/// value that the constructor without parameters assigned. [SerializerBuilder#build] fails if the
/// value may be needed and its text is not valid for the type of the field.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface DefaultValue {

  /// The value as text.
  ///
  /// @return a number, `true` or `false`, a character, a string, or the name of an enum constant;
  ///   for `Optional`, `OptionalInt` and the like, one of these for the value inside. An empty text
  ///   means an empty optional, collection, map or array
  String value();
}
