// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.Generics;
import java.lang.reflect.Type;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Converts the contents of JDK objects that hold other objects but are not collections:
/// `Optional`, map entries and atomic references.
@SuppressWarnings("ReferenceEquality") // a value that is unchanged is kept
final class Holders {

  private static final Class<?> ENTRY = Map.entry("", "").getClass();

  /// Converts a held object to a type.
  @FunctionalInterface
  interface Parts {
    @Nullable Object to(@Nullable Object part, Type type);
  }

  /// @param type the class that declares the type parameters
  /// @param parts the held objects
  /// @param of creates a holder of other objects
  private record Held(
      Class<?> type, List<@Nullable Object> parts, Function<List<@Nullable Object>, Object> of) {}

  private Holders() {}

  /// The value with its parts converted; the same object if no part changes. Null if the value is
  /// not a holder.
  ///
  /// @param type the declared type
  static @Nullable Object converted(Object value, Type type, Parts parts) {
    Held held = held(value);
    if (held == null) {
      return null;
    }
    List<@Nullable Object> converted = new ArrayList<>();
    boolean same = true;
    int parameters = held.type.getTypeParameters().length;
    for (int i = 0; i < held.parts.size(); i++) {
      Object part = held.parts.get(i);
      Object to = parts.to(part, Generics.argument(type, held.type, i % parameters));
      same &= to == part;
      converted.add(to);
    }
    return same ? value : held.of.apply(converted);
  }

  /// All parts of an array have the same type argument.
  private static @Nullable Held held(Object value) {
    return switch (value) {
      case Optional<?> optional ->
          new Held(
              Optional.class,
              Arrays.asList(optional.orElse(null)),
              parts -> Optional.ofNullable(parts.getFirst()));
      case AtomicReference<?> reference when isExact(value, AtomicReference.class) ->
          new Held(
              AtomicReference.class,
              Arrays.asList(reference.get()),
              parts -> new AtomicReference<>(parts.getFirst()));
      case AtomicReferenceArray<?> array when isExact(value, AtomicReferenceArray.class) ->
          new Held(
              AtomicReferenceArray.class,
              parts(array),
              parts -> new AtomicReferenceArray<>(parts.toArray()));
      case AtomicStampedReference<?> reference when isExact(value, AtomicStampedReference.class) ->
          new Held(
              AtomicStampedReference.class,
              Arrays.asList(reference.getReference()),
              parts -> new AtomicStampedReference<>(parts.getFirst(), reference.getStamp()));
      case AtomicMarkableReference<?> reference
          when isExact(value, AtomicMarkableReference.class) ->
          new Held(
              AtomicMarkableReference.class,
              Arrays.asList(reference.getReference()),
              parts -> new AtomicMarkableReference<>(parts.getFirst(), reference.isMarked()));
      case Map.Entry<?, ?> entry -> entry(entry);
      default -> null;
    };
  }

  private static boolean isExact(Object value, Class<?> type) {
    return value.getClass() == type;
  }

  private static List<@Nullable Object> parts(AtomicReferenceArray<?> array) {
    List<@Nullable Object> parts = new ArrayList<>(array.length());
    for (int i = 0; i < array.length(); i++) {
      parts.add(array.get(i));
    }
    return parts;
  }

  private static @Nullable Held entry(Map.Entry<?, ?> entry) {
    Class<?> type = entry.getClass();
    Function<List<@Nullable Object>, Object> of =
        type == AbstractMap.SimpleEntry.class
            ? parts -> new AbstractMap.SimpleEntry<>(parts.get(0), parts.get(1))
            : type == AbstractMap.SimpleImmutableEntry.class
                ? parts -> new AbstractMap.SimpleImmutableEntry<>(parts.get(0), parts.get(1))
                : type == ENTRY ? Holders::immutable : null;
    return of == null
        ? null
        : new Held(Map.Entry.class, Arrays.asList(entry.getKey(), entry.getValue()), of);
  }

  @SuppressWarnings("NullAway") // conversion returns null only for null
  private static Object immutable(List<@Nullable Object> parts) {
    return Map.entry(parts.get(0), parts.get(1));
  }
}
