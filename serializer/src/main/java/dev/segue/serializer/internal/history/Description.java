// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A description of the classes of a serializer, or of the classes that one payload can hold.
///
/// @param isWhole whether these are all classes of a serializer, with their annotations and
///   supertypes, which payloads do not contain
/// @param unknown the treatment of objects and constants of unknown classes
/// @param types the classes by their names
/// @param aliased the classes by their former names
public record Description(
    boolean isWhole,
    Unknown unknown,
    SortedMap<String, Described> types,
    Map<String, Described> aliased) {

  /// The treatment of objects and constants that a reader does not know.
  public enum Unknown {
    FAIL,
    NULL,
    KEEP
  }

  static Description of(boolean isWhole, Unknown unknown, Collection<Described> types) {
    SortedMap<String, Described> byName = new TreeMap<>();
    types.forEach(type -> byName.put(type.name(), type));
    Map<String, Described> byAlias = new HashMap<>();
    byName.values().forEach(type -> type.aliases().forEach(a -> byAlias.putIfAbsent(a, type)));
    return new Description(isWhole, unknown, Collections.unmodifiableSortedMap(byName), byAlias);
  }

  /// The class that has, or had, a name; null if there is none.
  @Nullable Described called(String name) {
    Described type = types.get(name);
    return type == null ? aliased.get(name) : type;
  }

  /// The class for reading objects of a writer's class; null if there is none.
  @Nullable Described registered(String name) {
    Described type = called(name);
    return type != null && type.sort().isRegistered() ? type : null;
  }

  /// The notation of this description.
  public String text() {
    return DescriptionWriter.write(this);
  }
}
