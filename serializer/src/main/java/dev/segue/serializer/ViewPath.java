// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Says which field a method of a [View] reads, where it is not the one of the method's name.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ViewPath {
  /// The names of the fields that lead to it, with dots between, such as `media.title`; all but the
  /// last are of registered classes.
  ///
  /// @return the path from the object that the view is of
  String value();
}
