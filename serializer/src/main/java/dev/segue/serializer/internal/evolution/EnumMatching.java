// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Matches the constants of a writer's enums with the reader's constants, by name and by alias.
final class EnumMatching {

  private final boolean nullIfUnknown;

  /// One entry for each pair, regardless of the number of fields, since a schema can declare many
  /// enums and fields.
  private final Map<Pair, EnumConstants> matched = new ConcurrentHashMap<>();

  /// A writer's enum and the reader's type for it.
  private record Pair(String name, Class<?> here) {}

  /// @param nullIfUnknown whether constants that the reader lacks are read as null
  EnumMatching(boolean nullIfUnknown) {
    this.nullIfUnknown = nullIfUnknown;
  }

  /// The reader's values for the writer's constants, in the writer's order.
  ///
  /// @param here an enum; `String` for the names of the constants, `Enum` if there are no values
  EnumConstants constants(TypeSchema written, Class<?> here) {
    return matched.computeIfAbsent(
        new Pair(written.name(), here),
        _ -> new EnumConstants(here, written.constants(), values(written, here), nullIfUnknown));
  }

  private static @Nullable Object[] values(TypeSchema written, Class<?> here) {
    if (here == String.class) {
      return written.constants().toArray();
    }
    if (!here.isEnum()) {
      return new Object[written.constants().size()];
    }
    Map<String, Object> known = named(here);
    return written.constants().stream().map(known::get).toArray();
  }

  /// The constants of an enum by their names and aliases; names take precedence.
  private static Map<String, Object> named(Class<?> type) {
    Map<String, Object> named = new HashMap<>();
    Map<String, Object> aliased = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      String name = ((Enum<?>) constant).name();
      named.put(name, constant);
      for (String alias : Markings.aliases(Markings.constant(type, name))) {
        aliased.put(alias, constant);
      }
    }
    aliased.putAll(named);
    return aliased;
  }
}
