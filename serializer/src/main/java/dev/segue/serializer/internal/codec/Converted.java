// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Cycles;
import dev.segue.serializer.internal.call.ReadObjects;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.Conversion;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Converts values that may be on a cycle to the types of the reader's fields.
public final class Converted {

  private Converted() {}

  /// Converts a value that was just read. If it refers to an incomplete object, it is converted
  /// again once that object is complete, since a set may contain elements whose hash codes were not
  /// final.
  ///
  /// @param position the start of the value's bytes
  /// @throws SerializationException if a part of the value refers to a converted container
  @SuppressWarnings("ReferenceEquality") // checks whether the value was replaced
  public static @Nullable Object of(
      Conversion conversion, @Nullable Object value, Session session, long position) {
    ReadObjects objects = session.readObjects();
    objects.settle(position);
    Object converted = conversion.convert(value);
    Cycles cycles = objects.cycles();
    if (value == null || converted == null || converted == value || cycles.links() == 0) {
      return converted;
    }
    int first = objects.firstAtOrAfter(position);
    int awaited = Integer.MAX_VALUE;
    for (int link = objects.linkAtOrAfter(position); link < cycles.links(); link++) {
      int target = cycles.target(link);
      if (target < first) {
        awaited = Math.min(awaited, target);
      } else if (isContainer(objects.object(target))) {
        throw Errors.of(
            Kind.SCHEMA_MISMATCH,
            "a container that has become a %s here holds an object that refers back to it as the %s"
                    .formatted(converted.getClass().getTypeName(), value.getClass().getTypeName())
                + " that was written; keep the field's type, or break the cycle",
            position);
      }
    }
    if (awaited != Integer.MAX_VALUE) {
      objects.await(awaited, () -> refill(converted, conversion.convert(value)));
    }
    return converted;
  }

  private static boolean isContainer(@Nullable Object object) {
    return object instanceof Collection
        || object instanceof Map
        || (object != null && object.getClass().isArray());
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // both have the type of the conversion
  private static void refill(Object converted, @Nullable Object again) {
    switch (converted) {
      case Collection<?> elements -> {
        elements.clear();
        boolean _ = ((Collection<Object>) elements).addAll((Collection<Object>) again);
      }
      case Map<?, ?> entries -> {
        entries.clear();
        ((Map<Object, Object>) entries).putAll((Map<Object, Object>) again);
      }
      case Object[] array -> System.arraycopy(again, 0, array, 0, array.length);
      default -> {}
    }
  }
}
