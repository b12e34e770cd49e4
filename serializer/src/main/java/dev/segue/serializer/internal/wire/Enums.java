// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import org.jspecify.annotations.Nullable;

/// Enum constants as numbers: zero is null, then the ordinals from one.
public final class Enums {

  private Enums() {}

  @SuppressWarnings("EnumOrdinal") // the fingerprint covers the order of the constants
  public static int number(@Nullable Enum<?> constant) {
    return constant == null ? 0 : constant.ordinal() + 1;
  }

  /// The number of an element of a container, which may hold what it was not declared to.
  @SuppressWarnings({"EnumOrdinal", "ReferenceEquality"}) // see above; constants are what they are
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

  /// @param position where the number stood, for the error
  public static @Nullable Object constant(int number, EnumConstants constants, long position) {
    if (number == 0) {
      return null;
    }
    check(number, constants, position);
    Object constant = constants.values()[number - 1];
    if (constant == null && !constants.nullIfUnknown()) {
      throw Failures.unknownConstant(constants, number - 1, position);
    }
    return constant;
  }

  /// That a number is one of the writer's constants, whether this side has it or not.
  public static void check(int number, EnumConstants constants, long position) {
    int count = constants.values().length;
    if (number <= 0 || number > count) {
      throw Failures.malformed(
          "corrupt: constant %d of %s, which has %d"
              .formatted(number, constants.type().getName(), count),
          position);
    }
  }
}
