// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The conversions for values of another version of a class that are not fields in its schema.
///
/// @param elements conversions of the elements, or the keys and values, of a class that extends a
///   JDK collection or map; empty if they need none
/// @param fields a conversion for each field of a class that is written without a schema of its
///   fields; null for a field that needs none
public record Conversions(List<Conversion> elements, Function<Field, @Nullable Conversion> fields) {

  /// No conversions, for values that this serializer has written.
  public static final Conversions NONE = new Conversions(List.of(), new Unconverted());

  private static final class Unconverted implements Function<Field, @Nullable Conversion> {

    @Override
    public @Nullable Conversion apply(Field field) {
      return null;
    }
  }
}
