// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Names the field that a method of a [view][ViewCursor] reads, if it is not the field with the
/// method's name.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ViewPath {
  /// The names of the fields that lead to the value, separated by dots, such as `media.title`. All
  /// but the last hold objects of registered classes.
  ///
  /// @return the path from the object that is viewed
  String value();
}
