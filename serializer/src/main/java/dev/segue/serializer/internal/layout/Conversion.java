// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Errors;
import org.jspecify.annotations.Nullable;

/// Converts a value of the writer's field to the type of the reader's field.
@FunctionalInterface
public interface Conversion {

  /// @param value the value as written
  /// @return the value for the reader's field
  /// @throws SerializationException if the field cannot hold this value
  @Nullable Object convert(@Nullable Object value);

  /// A conversion whose errors name the field.
  record Named(Conversion conversion, String name) implements Conversion {
    @Override
    public @Nullable Object convert(@Nullable Object value) {
      try {
        return conversion.convert(value);
      } catch (SerializationException e) {
        throw Errors.within(e, name);
      }
    }
  }

  /// A conversion to a wider primitive.
  record Widening(PrimitiveKind from, PrimitiveKind to) implements Conversion {

    /// Whether the wider kind represents every value of the narrower one exactly.
    public static boolean isLossless(PrimitiveKind from, PrimitiveKind to) {
      return switch (from) {
        case BYTE ->
            to == PrimitiveKind.SHORT
                || to == PrimitiveKind.FLOAT
                || isLossless(PrimitiveKind.SHORT, to);
        case SHORT ->
            to == PrimitiveKind.INT
                || to == PrimitiveKind.FLOAT
                || isLossless(PrimitiveKind.INT, to);
        case CHAR ->
            to == PrimitiveKind.INT
                || to == PrimitiveKind.FLOAT
                || isLossless(PrimitiveKind.INT, to);
        case INT -> to == PrimitiveKind.LONG || to == PrimitiveKind.DOUBLE;
        case FLOAT -> to == PrimitiveKind.DOUBLE;
        case BOOLEAN, LONG, DOUBLE -> false;
      };
    }

    @Override
    public Object convert(@Nullable Object value) {
      return switch (value) {
        case Number number -> of(number.longValue(), number.doubleValue());
        case Character character -> of(character, character);
        case null, default -> throw new IllegalArgumentException("value=" + value);
      };
    }

    private Object of(long integral, double floating) {
      return switch (to) {
        case SHORT -> (short) integral;
        case INT -> (int) integral;
        case LONG -> integral;
        case FLOAT -> (float) floating;
        case DOUBLE -> floating;
        case BOOLEAN, BYTE, CHAR -> throw new AssertionError(to + " is no wider kind");
      };
    }
  }
}
