// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.serializer.Serializer;
import java.io.ObjectInputFilter;
import java.lang.reflect.Modifier;
import java.util.Set;

/// An object input filter that accepts the classes that a serializer can write, and the classes of
/// a few JDK packages in which JDK values and collections are serialized.
final class WritableClassesFilter implements ObjectInputFilter {

  private static final int DEPTH_MAX = 256;

  /// Hash tables are longer than their number of entries, each of which takes a byte or more.
  private static final long ELEMENTS_PER_BYTE = 8;

  private static final long ELEMENTS_MIN = 1024;

  private static final Set<String> VALUES =
      Set.of(
          "java.lang",
          "java.math",
          "java.time",
          "java.time.chrono",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  private final Serializer serializer;
  private final long elementsMax;

  /// @param length of the stream, in bytes
  WritableClassesFilter(Serializer serializer, int length) {
    this.serializer = serializer;
    this.elementsMax = ELEMENTS_MIN + ELEMENTS_PER_BYTE * length;
  }

  @Override
  public Status checkInput(FilterInfo info) {
    if (info.depth() > DEPTH_MAX || info.arrayLength() > elementsMax) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    return type == null || accepts(innermost(type)) ? Status.ALLOWED : Status.REJECTED;
  }

  private boolean accepts(Class<?> type) {
    return type.isPrimitive()
        || (type.getModule() == Object.class.getModule() && VALUES.contains(type.getPackageName()))
        || Modifier.isAbstract(type.getModifiers()) // has no instances, but subclasses and arrays
        || serializer.canWrite(type);
  }

  private static Class<?> innermost(Class<?> type) {
    Class<?> innermost = type;
    while (innermost.isArray()) {
      innermost = innermost.componentType();
    }
    return innermost;
  }
}
