// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The name in gRPC of a service (an interface), or of one of its methods, if it differs from the
/// name in Java. See [SegueService].
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface GrpcName {

  /// The name.
  ///
  /// @return for a service, the full name with its package, such as `shop.Orders`; for a method,
  ///   such as `Place`
  String value();
}
