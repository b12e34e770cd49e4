// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The maps of the JDK that come back as what they were, with their number on the wire.
enum MapKind {
  HASH_MAP(40, HashMap::new, HashMap.class),
  /// In the order of insertion; one in the order of access is read as one of insertion.
  LINKED_HASH_MAP(41, LinkedHashMap::new, LinkedHashMap.class),
  /// In natural order; one with a comparator is refused.
  TREE_MAP(42, TreeMap::new, TreeMap.class),
  CONCURRENT_HASH_MAP(43, ConcurrentHashMap::new, ConcurrentHashMap.class),
  /// `Map.of`.
  IMMUTABLE_MAP(44, Map::copyOf, Map.of().getClass(), Map.of("", "").getClass());

  private final int id;
  private final Function<Map<Object, Object>, Map<?, ?>> factory;
  private final List<Class<?>> types;

  MapKind(int id, Function<Map<Object, Object>, Map<?, ?>> factory, Class<?>... types) {
    this.id = id;
    this.factory = factory;
    this.types = List.of(types);
  }

  int id() {
    return id;
  }

  List<Class<?>> types() {
    return types;
  }

  /// What cannot be told on the wire is refused before it is lost.
  static void requireNaturalOrder(Object map) {
    if (map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null) {
      throw Failures.comparator(map.getClass());
    }
  }

  /// The map of these keys and values, in turn.
  ///
  /// @param position where they stood, for the error when this map cannot hold them
  @SuppressWarnings(
      "NullAway") // where a kind of map allows nulls, they go in; where not, it throws
  Map<?, ?> create(@Nullable Object[] keysAndValues, long position) {
    Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(keysAndValues.length / 2);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    try {
      return this == LINKED_HASH_MAP ? entries : factory.apply(entries);
    } catch (ClassCastException | NullPointerException e) {
      throw Failures.malformed("corrupt: no " + this + " can hold these entries: " + e, position);
    }
  }
}
