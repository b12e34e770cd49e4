// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Sets the path of the field that a method of a [view][ViewCursor] reads. Without it, a method
/// reads the field with its own name.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ViewPath {
  /// The names of the fields that lead to the value, separated by dots, such as `media.title`. All
  /// fields but the last hold objects of registered classes.
  ///
  /// @return the path from the object that is viewed
  String value();
}
