// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import org.jspecify.annotations.Nullable;

/// A small cache of values that take long to create, for programs that use few of them. It is a
/// hash table without chains, in which a new entry replaces the previous one in its place.
///
/// Threads use it without synchronization; at worst, a value is created again.
///
/// @param <K> the type of the keys, which are immutable
/// @param <V> the type of the values
final class Recent<K, V> {

  private static final int PLACES = 64;

  private record Made<K, V>(K key, V value) {}

  @SuppressWarnings("unchecked") // filled with null
  private final @Nullable Made<K, V>[] places = (Made<K, V>[]) new Made<?, ?>[PLACES];

  /// Returns the value of a key, or null if it is not cached.
  @Nullable V find(K key) {
    Made<K, V> made = places[place(key)];
    return made != null && made.key.equals(key) ? made.value : null;
  }

  /// Caches a value, and returns it.
  V keep(K key, V value) {
    places[place(key)] = new Made<>(key, value);
    return value;
  }

  private static int place(Object key) {
    return key.hashCode() & (PLACES - 1);
  }
}
