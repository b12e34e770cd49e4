// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.serializer.Alias;
import java.util.HashMap;
import java.util.Map;

/// The constants of an enum, by their current and former names.
final class KeyEnum {
  private final Class<?> type;
  private final Map<String, Object> constants = new HashMap<>();

  KeyEnum(Class<?> type) {
    this.type = type;
    for (Object constant : type.getEnumConstants()) {
      for (String former : formerNames((Enum<?>) constant)) {
        constants.put(former, constant);
      }
    }
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
  }

  private static String[] formerNames(Enum<?> constant) {
    try {
      Alias alias =
          constant.getDeclaringClass().getField(constant.name()).getAnnotation(Alias.class);
      return alias == null ? new String[0] : alias.value();
    } catch (NoSuchFieldException e) {
      throw new AssertionError("each constant is a field", e);
    }
  }

  Object of(String name) {
    Object constant = constants.get(name);
    if (constant == null) {
      throw new MalformedRecordException(
          "the key has %s, which is no constant of %s".formatted(name, type.getName()));
    }
    return constant;
  }
}
