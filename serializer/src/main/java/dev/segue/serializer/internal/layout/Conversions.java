// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is made of what another version of a class has written besides the fields of its schema.
///
/// @param elements of a class that extends a collection or a map of the JDK: for its elements, or
///   its keys and values; empty if they are whatever they are
/// @param fields of a class that is written without a schema of its fields: for each of them; null
///   if its values are what they are
public record Conversions(List<Conversion> elements, Function<Field, @Nullable Conversion> fields) {

  /// Of what this side has written.
  public static final Conversions NONE = new Conversions(List.of(), _ -> null);
}
