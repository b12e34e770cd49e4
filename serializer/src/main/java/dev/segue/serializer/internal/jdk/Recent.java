// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import org.jspecify.annotations.Nullable;

/// What was made lately of immutable keys, where making it anew takes long and a program meets few
/// of them: at most one in each place of a small table.
///
/// Any thread may ask: who misses what another has just made makes it again.
///
/// @param <K> the type of the keys
/// @param <V> the type of what is made of them
final class Recent<K, V> {

  private static final int PLACES = 64;

  private record Made<K, V>(K key, V value) {}

  @SuppressWarnings("unchecked") // of nulls
  private final @Nullable Made<K, V>[] places = (Made<K, V>[]) new Made<?, ?>[PLACES];

  /// Returns what was made of a key, or null if that is no longer known.
  @Nullable V find(K key) {
    Made<K, V> made = places[place(key)];
    return made != null && made.key.equals(key) ? made.value : null;
  }

  /// Keeps what was made of a key, and returns it.
  V keep(K key, V value) {
    places[place(key)] = new Made<>(key, value);
    return value;
  }

  private static int place(Object key) {
    return key.hashCode() & (PLACES - 1);
  }
}
