// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Former names of a class, field, record component or enum constant. Payloads written in
/// [compatible mode][SchemaMode#COMPATIBLE] under these names can still be read. The current name
/// takes precedence over aliases.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Alias {

  /// The former names.
  ///
  /// @return for a class, binary names with the package (`shop.Order$Item`); otherwise simple names
  String[] value();
}
