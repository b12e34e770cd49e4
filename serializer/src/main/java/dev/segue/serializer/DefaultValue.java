// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a field or a record component gets if the payload is of a version of the class that did not
/// have it, in [SchemaMode#COMPATIBLE]. Without this, a record component gets zero, false or null,
/// and a field what the constructor without parameters makes it. A text that is no value of the
/// field's type is an error of [SerializerBuilder#build] in that mode.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface DefaultValue {

  /// The value as text.
  ///
  /// @return a number, `true` or `false`, a character, a string, the name of an enum constant; for
  ///   `Optional`, `OptionalInt` and the like, one of these for what it holds; for these, and for
  ///   collections, maps and arrays, an empty text, which stands for an empty one
  String value();
}
