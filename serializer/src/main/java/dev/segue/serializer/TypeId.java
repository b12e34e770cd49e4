// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The number that a class has on the wire, wherever it is registered: so that it does not depend
/// on the order of registration. It is read by [SerializerBuilder#register(Class[])] and
/// [SerializerBuilder#registerPackage(Class)]; it does not register the class by itself.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeId {

  /// The number.
  ///
  /// @return from 0 to [SerializerBuilder#MAX_ID]
  int value();
}
