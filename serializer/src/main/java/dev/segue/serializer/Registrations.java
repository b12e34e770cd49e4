// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Classes and their numbers, as a builder gathers them. A class gets the number it is registered
/// with, or that of its [TypeId], or, when all are known, the lowest that is free, in the order of
/// registration.
final class Registrations {

  private static final int NEXT_FREE = -1;

  private final Map<Class<?>, Integer> chosen = new LinkedHashMap<>();
  private final Map<Integer, Class<?>> owners = new HashMap<>();
  private boolean built;

  boolean contains(Class<?> type) {
    return chosen.containsKey(type);
  }

  /// Registers a class with its own number, if it has one, or else the next free one; once more
  /// does nothing.
  void add(Class<?> type) {
    requireOpen(type);
    if (!chosen.containsKey(type)) {
      TypeId own = type.getAnnotation(TypeId.class);
      put(type, own == null ? NEXT_FREE : own.value());
    }
  }

  /// Registers a class with a number, which it keeps: once more with the same one, or without one,
  /// does nothing, and where it had none it has this one now.
  void add(Class<?> type, int id) {
    requireOpen(type);
    TypeId own = type.getAnnotation(TypeId.class);
    if (own != null && own.value() != id) {
      throw new IllegalArgumentException(
          "%s cannot be registered with id=%d: it has @TypeId(%d)"
              .formatted(type.getName(), id, own.value()));
    }
    Integer earlier = chosen.get(type);
    if (earlier == null || earlier == NEXT_FREE) {
      put(type, id);
    } else if (earlier != id) {
      throw new IllegalArgumentException(
          "%s is registered already, with id=%d; it cannot have id=%d"
              .formatted(type.getName(), earlier, id));
    }
  }

  private void put(Class<?> type, int id) {
    if (id != NEXT_FREE) {
      if (id < 0 || id > SerializerBuilder.MAX_ID) {
        throw new IllegalArgumentException(
            "id=%d of %s is not in 0 to %d"
                .formatted(id, type.getName(), SerializerBuilder.MAX_ID));
      }
      Class<?> owner = owners.putIfAbsent(id, type);
      if (owner != null) {
        throw new IllegalArgumentException(
            "id=%d is taken by %s; %s cannot have it too"
                .formatted(id, owner.getName(), type.getName()));
      }
    }
    if (chosen.size() > SerializerBuilder.MAX_ID && !chosen.containsKey(type)) {
      throw new IllegalArgumentException("more than " + chosen.size() + " classes");
    }
    chosen.put(type, id);
  }

  void requireOpen(Class<?> type) {
    if (built) {
      throw new IllegalStateException(
          "cannot register "
              + type.getName()
              + ": build() has already been called; register all classes before, or use another"
              + " builder");
    }
  }

  /// No class can be added from now on.
  void close() {
    built = true;
  }

  /// The classes in the order of registration, with their numbers.
  Map<Class<?>, Integer> ids() {
    Map<Class<?>, Integer> ids = new LinkedHashMap<>();
    int next = 0;
    for (Map.Entry<Class<?>, Integer> entry : chosen.entrySet()) {
      int id = entry.getValue();
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
