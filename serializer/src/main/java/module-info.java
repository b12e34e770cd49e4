// SPDX-License-Identifier: Apache-2.0

/// Object graphs to and from memory segments.
module dev.segue.serializer {
  requires static java.sql;
  // Without it, there are no events.
  requires static jdk.jfr;
  requires static transitive org.jspecify;
  // For objects of classes without a usable constructor: sun.reflect.ReflectionFactory.
  requires jdk.unsupported;

  exports dev.segue.serializer;
}
