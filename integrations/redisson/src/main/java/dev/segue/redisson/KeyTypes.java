// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.Serializer;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The classes whose equal objects have the same bytes: some JDK classes, and records of these.
///
/// These are excluded: collections, which can equal collections of another class or order; classes
/// with a hand-written `equals`; enums, whose constants are part of the schema; and `float` and
/// `double`, whose NaNs are equal but can have different bits.
final class KeyTypes {

  private static final Set<Class<?>> OF_JDK =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Instant.class,
          Duration.class,
          Period.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          ZoneOffset.class,
          Year.class,
          YearMonth.class,
          MonthDay.class);

  private KeyTypes() {}

  static boolean isOfJdk(Class<?> type) {
    return OF_JDK.contains(type);
  }

  /// Returns the enum class for the class of an enum constant with a body; any other class
  /// unchanged.
  private static Class<?> declared(Class<?> type) {
    Class<?> parent = type.getSuperclass();
    return parent != null && parent.isEnum() ? parent : type;
  }

  /// @throws IllegalArgumentException if objects of the class cannot be keys
  /// @throws UnknownClassException if the class is not allowed
  static void requireKey(Class<?> type, Serializer reader) {
    Class<?> declared = declared(type);
    String reason = refusal(declared, declared.getName(), reader, new HashSet<>());
    if (reason != null) {
      throw new IllegalArgumentException(
          reason
              + "; use a String, an integer, a UUID, a date, or a record of these as the key, or a"
              + " CompositeCodec with another codec for keys");
    }
  }

  /// Returns why objects of a class cannot be keys, or null if they can.
  private static @Nullable String refusal(
      Class<?> type, String path, Serializer reader, Set<Class<?>> visited) {
    if (isOfJdk(type) || !visited.add(type)) {
      return null;
    }
    if (type.isPrimitive()) {
      return type == float.class || type == double.class ? notSameBytes(path, type) : null;
    }
    if (type.isEnum()) {
      return "%s: the bytes of %s change when it gets another constant; use the constant's name"
          .formatted(path, type.getName());
    }
    if (!type.isRecord()) {
      return notSameBytes(path, type);
    }
    if (!reader.canWrite(type)) {
      throw new UnknownClassException(
          "%s: %s is not in the packages of the SegueCodec".formatted(path, type.getName()));
    }
    return refusalOfComponents(type, path, reader, visited);
  }

  private static @Nullable String refusalOfComponents(
      Class<?> type, String path, Serializer reader, Set<Class<?>> visited) {
    if (hasOwnEquals(type)) {
      return "%s: equal objects of %s may have different bytes, since it declares equals"
          .formatted(path, type.getName());
    }
    for (RecordComponent component : type.getRecordComponents()) {
      String reason =
          refusal(component.getType(), path + "." + component.getName(), reader, visited);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  private static String notSameBytes(String path, Class<?> type) {
    return "%s: equal objects of %s may have different bytes".formatted(path, type.getTypeName());
  }

  /// Whether a record declares `equals` itself: a compiler-generated `equals` is final.
  private static boolean hasOwnEquals(Class<?> type) {
    try {
      return !Modifier.isFinal(type.getMethod("equals", Object.class).getModifiers());
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
