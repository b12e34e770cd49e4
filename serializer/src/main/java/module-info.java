// SPDX-License-Identifier: Apache-2.0

/// Writes Java object graphs to memory segments, and reads them back.
module dev.segue.serializer {
  requires static java.sql;
  // Without this module, no events are recorded.
  requires static jdk.jfr;
  requires static transitive org.jspecify;
  // Provides sun.reflect.ReflectionFactory, for objects of classes without a usable constructor.
  requires jdk.unsupported;

  exports dev.segue.serializer;
}
