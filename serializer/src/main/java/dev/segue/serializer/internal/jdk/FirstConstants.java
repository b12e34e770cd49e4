// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import java.util.EnumMap;

/// A cache of the first constant of each enum: [Class#getEnumConstants] copies all constants.
final class FirstConstants {

  private static final ClassValue<Object> CONSTANTS =
      new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
          Object[] constants = type.getEnumConstants();
          if (constants.length == 0) {
            throw Failures.unsupported(EnumMap.class, "its enum has no constants");
          }
          return constants[0];
        }
      };

  private FirstConstants() {}

  static Object of(Class<?> type) {
    return CONSTANTS.get(type);
  }
}
