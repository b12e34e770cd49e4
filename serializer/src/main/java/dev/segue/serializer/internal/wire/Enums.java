// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import org.jspecify.annotations.Nullable;

/// The numbers of enum constants on the wire: zero is null, then ordinals plus one.
public final class Enums {

  private Enums() {}

  @SuppressWarnings("EnumOrdinal") // the fingerprint covers the order of the constants
  public static int number(@Nullable Enum<?> constant) {
    return constant == null ? 0 : constant.ordinal() + 1;
  }

  /// The number of a container's element, which might be of another enum than the declared one.
  @SuppressWarnings({
    "EnumOrdinal",
    "ReferenceEquality"
  }) // see above; constants are compared by identity
  public static int number(@Nullable Object element, EnumConstants constants) {
    if (element == null) {
      return 0;
    }
    int ordinal = ((Enum<?>) element).ordinal();
    @Nullable Object[] values = constants.values();
    if (ordinal >= values.length || values[ordinal] != element) {
      throw Failures.undeclared(element, constants.type());
    }
    return ordinal + 1;
  }

  /// @param position the position of the number, for the error
  public static @Nullable Object constant(int number, EnumConstants constants, long position) {
    if (number == 0) {
      return null;
    }
    check(number, constants, position);
    Object constant = constants.values()[number - 1];
    if (constant == null && !constants.nullIfUnknown()) {
      throw Failures.unknownConstant(constants.type(), constants.names().get(number - 1), position);
    }
    return constant;
  }

  /// A constant in the fixed block of an object.
  ///
  /// @param field the qualified name of its field, for the path of an error
  public static @Nullable Object constant(
      int number, EnumConstants constants, long position, String field) {
    try {
      return constant(number, constants, position);
    } catch (SerializationException e) {
      throw Errors.within(e, field);
    }
  }

  /// Checks that a number is one of the writer's constants, whether or not the reader knows it.
  public static void check(int number, EnumConstants constants, long position) {
    int count = constants.values().length;
    if (number <= 0 || number > count) {
      throw Failures.malformed(
          "corrupt: constant %d of %s, which has %d constants"
              .formatted(number, constants.type().getName(), count),
          position);
    }
  }
}
