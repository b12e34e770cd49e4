// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Entries by class and by type number. Filled by one thread, then published and never changed.
///
/// The hash table of classes is sparse: it is searched for each payload's root, and each collision
/// costs another memory access.
final class TypeTable {

  private static final int PLACES_PER_CLASS = 8;
  private static final int FIRST_PLACES = 512;

  private @Nullable TypeEntry[] byId;
  private @Nullable Class<?>[] classes;
  private @Nullable TypeEntry[] entries;
  private int size;

  TypeTable() {
    this.byId = new TypeEntry[2 * TypeNumbers.FIRST_REGISTERED];
    this.classes = new Class<?>[FIRST_PLACES];
    this.entries = new TypeEntry[FIRST_PLACES];
  }

  private TypeTable(TypeTable other) {
    this.byId = other.byId.clone();
    this.classes = other.classes.clone();
    this.entries = other.entries.clone();
    this.size = other.size;
  }

  /// A copy to which more entries can be added.
  TypeTable copy() {
    return new TypeTable(this);
  }

  /// A copy with those entries of another table whose numbers or classes this table lacks.
  TypeTable plus(TypeTable other) {
    TypeTable sum = copy();
    for (TypeEntry entry : other.byId) {
      if (entry != null && sum.get(entry.id()) == null) {
        sum.number(entry);
      }
    }
    for (int i = 0; i < other.classes.length; i++) {
      Class<?> type = other.classes[i];
      TypeEntry entry = other.entries[i];
      if (type != null && entry != null && sum.get(type) == null) {
        sum.put(type, entry);
      }
    }
    return sum;
  }

  /// Clears the state of all entries that depends on the set of classes.
  void forget() {
    forget(byId);
    forget(entries);
  }

  private static void forget(@Nullable TypeEntry[] all) {
    for (TypeEntry entry : all) {
      if (entry != null) {
        entry.forget();
      }
    }
  }

  @Nullable TypeEntry get(Class<?> type) {
    return entries[index(type)];
  }

  /// @param id a number from a payload, which may have any value
  @Nullable TypeEntry get(int id) {
    return id > 0 && id < byId.length ? byId[id] : null;
  }

  /// The registered class with the same name from another class loader; null if there is none.
  @Nullable Class<?> namesake(Class<?> type) {
    for (int id = TypeNumbers.FIRST_REGISTERED; id < byId.length; id++) {
      TypeEntry entry = byId[id];
      if (entry != null && entry.type() != type && entry.type().getName().equals(type.getName())) {
        return entry.type();
      }
    }
    return null;
  }

  /// Adds an entry under its number.
  ///
  /// @throws IllegalStateException if the number belongs to another entry
  void number(TypeEntry entry) {
    if (entry.id() >= byId.length) {
      byId = Arrays.copyOf(byId, Math.max(entry.id() + 1, 2 * byId.length));
    }
    TypeEntry other = byId[entry.id()];
    if (other != null) {
      throw new IllegalStateException(
          "type number "
              + entry.id()
              + " is used twice, for "
              + other.type().getTypeName()
              + " and for "
              + entry.type().getTypeName());
    }
    byId[entry.id()] = entry;
  }

  /// Sets the entry of a class, and replaces a previous one.
  void put(Class<?> type, TypeEntry entry) {
    if (PLACES_PER_CLASS * ++size > classes.length) {
      grow();
    }
    insert(type, entry);
  }

  private void grow() {
    @Nullable Class<?>[] oldClasses = classes;
    @Nullable TypeEntry[] oldEntries = entries;
    classes = new Class<?>[2 * oldClasses.length];
    entries = new TypeEntry[2 * oldClasses.length];
    for (int i = 0; i < oldClasses.length; i++) {
      Class<?> type = oldClasses[i];
      TypeEntry entry = oldEntries[i];
      if (type != null && entry != null) {
        insert(type, entry);
      }
    }
  }

  private void insert(Class<?> type, TypeEntry entry) {
    int i = index(type);
    classes[i] = type;
    entries[i] = entry;
  }

  /// The index of a class, or of the free place for it.
  private int index(Class<?> type) {
    @Nullable Class<?>[] table = classes;
    int mask = table.length - 1;
    int i = System.identityHashCode(type) & mask;
    while (table[i] != type && table[i] != null) {
      i = (i + 1) & mask;
    }
    return i;
  }
}
