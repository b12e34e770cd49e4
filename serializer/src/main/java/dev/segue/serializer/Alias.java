// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Names that a class, a field, a record component or an enum constant had before, by which
/// payloads in [SchemaMode#COMPATIBLE] may still call it. Its own name comes first.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Alias {

  /// The names.
  ///
  /// @return of a class, binary names with the package (`shop.Order$Item`); of others, simple names
  String[] value();
}
