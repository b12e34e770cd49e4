// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Assigns type ids to registered classes. A class gets the id that it was registered with, or the
/// id of its [TypeId] annotation. All other classes get the lowest free ids, in the order of
/// registration, once all classes are known.
final class TypeIds {

  /// The largest valid id.
  static final int MAX_ID = TypeNumbers.LIMIT - TypeNumbers.FIRST_REGISTERED - 1;

  private static final int NEXT_FREE = -1;

  private final Map<Class<?>, Integer> chosen = new LinkedHashMap<>();
  private final Map<Integer, Class<?>> owners = new HashMap<>();

  boolean contains(Class<?> type) {
    return chosen.containsKey(type);
  }

  /// Adds a class with the id of its [TypeId] annotation; without one, it gets the lowest free id
  /// later. Has no effect if the class was added before.
  void add(Class<?> type) {
    if (!chosen.containsKey(type)) {
      TypeId own = type.getAnnotation(TypeId.class);
      put(type, own == null ? NEXT_FREE : requireValid(own.value(), type));
    }
  }

  /// Adds a class with an id, or sets the id of a class that has none yet.
  ///
  /// @throws IllegalArgumentException if the class has another id, or another class has this id
  void add(Class<?> type, int id) {
    TypeId own = type.getAnnotation(TypeId.class);
    if (own != null && own.value() != id) {
      throw new IllegalArgumentException(
          "%s cannot be registered with id=%d: it has @TypeId(%d)"
              .formatted(type.getName(), id, own.value()));
    }
    Integer earlier = chosen.get(type);
    if (earlier == null || earlier == NEXT_FREE) {
      put(type, requireValid(id, type));
    } else if (earlier != id) {
      throw new IllegalArgumentException(
          "%s is registered already, with id=%d; it cannot have id=%d"
              .formatted(type.getName(), earlier, id));
    }
  }

  private static int requireValid(int id, Class<?> type) {
    if (id < 0 || id > MAX_ID) {
      throw new IllegalArgumentException(
          "id=%d of %s is not in 0 to %d".formatted(id, type.getName(), MAX_ID));
    }
    return id;
  }

  private void put(Class<?> type, int id) {
    if (chosen.size() > MAX_ID && !chosen.containsKey(type)) {
      throw new IllegalArgumentException(
          "cannot register %s: there are %d classes already, and no ids for more"
              .formatted(type.getName(), chosen.size()));
    }
    if (id != NEXT_FREE) {
      Class<?> owner = owners.putIfAbsent(id, type);
      if (owner != null) {
        throw new IllegalArgumentException(
            "id=%d is taken by %s; %s cannot have it too"
                .formatted(id, owner.getName(), type.getName()));
      }
    }
    chosen.put(type, id);
  }

  /// The classes in the order of registration, each with its id.
  ///
  /// @param without the classes to exclude
  Map<Class<?>, Integer> assign(Set<Class<?>> without) {
    Map<Class<?>, Integer> ids = new LinkedHashMap<>();
    int next = 0;
    for (Map.Entry<Class<?>, Integer> entry : chosen.entrySet()) {
      int id = entry.getValue();
      if (without.contains(entry.getKey())) {
        continue;
      }
      if (id == NEXT_FREE) {
        next = free(next);
        id = next++;
      }
      ids.put(entry.getKey(), id);
    }
    return ids;
  }

  private int free(int from) {
    int id = from;
    while (owners.containsKey(id)) {
      id++;
    }
    return id;
  }
}
