// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The id that a class has in payloads, so that it does not depend on the order of registration. It
/// applies wherever the class is registered, by whatever method of [SerializerBuilder]; it does not
/// register the class.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeId {

  /// The id.
  ///
  /// @return from 0 to [SerializerBuilder#MAX_ID]
  int value();
}
