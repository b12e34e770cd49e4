// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The constants of an enum in the order of their numbers on the wire: of this JVM's enum, or of
/// the writer's, in which case a constant that is not known here has a null for a value.
///
/// @param type the enum of this side
/// @param names all constants' names
/// @param values all constants
/// @param nullIfUnknown whether a constant that is not known is read as null, or is an error
@SuppressWarnings("ArrayRecordComponent") // compared by type and names
public record EnumConstants(
    Class<?> type, List<String> names, @Nullable Object[] values, boolean nullIfUnknown) {

  public EnumConstants {
    names = List.copyOf(names);
  }

  /// The constants of an enum as this JVM has them.
  public static EnumConstants of(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    return new EnumConstants(
        type, Stream.of(constants).map(c -> ((Enum<?>) c).name()).toList(), constants, false);
  }

  /// How wide a number is that tells one of them, or none.
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
