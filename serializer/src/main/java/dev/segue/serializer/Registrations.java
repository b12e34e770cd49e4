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

  /// Registers a class with its own number, if it has one, or else the next free one.
  void add(Class<?> type) {
    requireOpen(type);
    TypeId own = type.getAnnotation(TypeId.class);
    int id = own == null ? NEXT_FREE : own.value();
    if (chosen.containsKey(type)) {
      throw new IllegalArgumentException(
          "%s is registered already, with id=%d; this would be id=%d"
              .formatted(type.getName(), ids().get(type), own == null ? nextId() : id));
    }
    put(type, id);
  }

  /// Registers a class with a number; once more with the same one does nothing.
  void add(Class<?> type, int id) {
    requireOpen(type);
    TypeId own = type.getAnnotation(TypeId.class);
    if (own != null && own.value() != id) {
      throw new IllegalArgumentException(
          "%s cannot be registered with id=%d: it has @TypeId(%d)"
              .formatted(type.getName(), id, own.value()));
    }
    Integer earlier = chosen.get(type);
    if (earlier != null && earlier != id) {
      throw new IllegalArgumentException(
          "%s is registered already, with id=%d; it cannot have id=%d"
              .formatted(type.getName(), ids().get(type), id));
    }
    if (earlier == null) {
      put(type, id);
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
    if (chosen.size() > SerializerBuilder.MAX_ID) {
      throw new IllegalArgumentException("more than " + chosen.size() + " classes");
    }
    chosen.put(type, id);
  }

  private void requireOpen(Class<?> type) {
    if (built) {
      throw new IllegalStateException(
          "%s comes too late, with id=%d: build() was called, with %d classes; register it before"
              .formatted(type.getName(), nextId(), chosen.size()));
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

  private int nextId() {
    int next = 0;
    for (int id : chosen.values()) {
      if (id == NEXT_FREE) {
        next = free(next) + 1;
      }
    }
    return free(next);
  }

  private int free(int from) {
    int id = from;
    while (owners.containsKey(id)) {
      id++;
    }
    return id;
  }
}
