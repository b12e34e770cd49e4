// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import org.jspecify.annotations.Nullable;

/// Enum constants as numbers: zero is null, then the ordinals from one.
public final class Enums {

  private Enums() {}

  @SuppressWarnings("EnumOrdinal") // the fingerprint covers the order of the constants
  public static int number(@Nullable Enum<?> constant) {
    return constant == null ? 0 : constant.ordinal() + 1;
  }

  /// @param position where the number stood, for the error
  public static @Nullable Object constant(int number, Object[] constants, long position) {
    if (number == 0) {
      return null;
    }
    if (number < 0 || number > constants.length) {
      throw Failures.malformed(
          "corrupt: constant "
              + number
              + " of "
              + constants.getClass().componentType().getName()
              + ", which has "
              + constants.length,
          position);
    }
    return constants[number - 1];
  }
}
