// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The constants of an enum in the order of their numbers on the wire: the constants of this JVM,
/// or of the writer. In the latter case, null stands for a constant that this JVM lacks.
///
/// @param type the local enum
/// @param names the names of all constants
/// @param values all constants
/// @param nullIfUnknown whether a constant that this JVM lacks is read as null; otherwise it is an
///   error
@SuppressWarnings("ArrayRecordComponent") // compared by type and names
public record EnumConstants(
    Class<?> type, List<String> names, @Nullable Object[] values, boolean nullIfUnknown) {

  public EnumConstants {
    names = List.copyOf(names);
  }

  /// The constants of this JVM's enum.
  public static EnumConstants of(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    List<String> names = new ArrayList<>(constants.length);
    for (Object constant : constants) {
      names.add(((Enum<?>) constant).name());
    }
    return new EnumConstants(type, names, constants, false);
  }

  /// The width of a constant, or null, on the wire.
  public int widthBytes() {
    return values.length < 1 << 8 ? 1 : values.length < 1 << 16 ? 2 : 4;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EnumConstants that
        && type == that.type
        && names.equals(that.names)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, names);
  }
}
