// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Describes keys in errors. The `toString` of most classes is not called, since it is user code,
/// and the text of a container may be endless.
final class KeyText {

  private static final int MOST_CHARACTERS = 40;
  private static final int MOST_BITS = 100;
  private static final int MOST_COMPONENTS = 8;
  private static final int MOST_LEVELS = 2;

  private KeyText() {}

  /// Describes a key, with its class if a key of another class has the same text.
  static String of(@Nullable Object key, @Nullable Object other) {
    String text = of(key);
    return key != null
            && other != null
            && key.getClass() != other.getClass()
            && text.equals(of(other))
        ? text + " (" + key.getClass().getName() + ")"
        : text;
  }

  static String of(@Nullable Object key) {
    return of(key, MOST_LEVELS);
  }

  private static String of(@Nullable Object value, int levels) {
    return switch (value) {
      case null -> "null";
      case String text -> quoted(text);
      case Character _, Boolean _, Byte _, Short _, Integer _ -> value.toString();
      case Long _, Float _, Double _, UUID _ -> value.toString();
      case BigInteger number when number.bitLength() < MOST_BITS -> number.toString();
      case BigDecimal number when number.unscaledValue().bitLength() < MOST_BITS ->
          number.toString();
      case Temporal _ when isOfTheJdk(value) -> value.toString();
      case Enum<?> constant -> constant.name();
      case Class<?> type -> type.getName();
      case Record components when levels > 0 -> ofComponents(components, levels);
      default -> "a " + value.getClass().getName();
    };
  }

  private static boolean isOfTheJdk(Object value) {
    return value.getClass().getName().startsWith("java.");
  }

  private static String quoted(String text) {
    return text.length() <= MOST_CHARACTERS
        ? '"' + text + '"'
        : '"' + text.substring(0, MOST_CHARACTERS) + "\"...";
  }

  private static String ofComponents(Record components, int levels) {
    Class<?> type = components.getClass();
    Method[] accessors = KeyWalk.accessors(type);
    String values =
        Arrays.stream(accessors)
            .limit(MOST_COMPONENTS)
            .map(accessor -> accessor.getName() + "=" + component(components, accessor, levels - 1))
            .collect(Collectors.joining(", ", "[", "]"));
    return accessors.length == 0 ? "a " + type.getName() : type.getSimpleName() + values;
  }

  private static String component(Record components, Method accessor, int levels) {
    try {
      return of(accessor.invoke(components), levels);
    } catch (ReflectiveOperationException e) {
      return "?";
    }
  }
}
