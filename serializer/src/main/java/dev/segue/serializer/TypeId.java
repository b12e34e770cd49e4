// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Sets the id of a class in payloads, so that it does not depend on the order of registration. It
/// applies to any method of [SerializerBuilder] that registers the class, but does not register the
/// class itself.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeId {

  /// The id.
  ///
  /// @return from 0 to [SerializerBuilder#MAX_ID]
  int value();
}
