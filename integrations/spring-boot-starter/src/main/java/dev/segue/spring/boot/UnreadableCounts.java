// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The counts of unreadable values that were treated as missing, by cache name and `sessions`.
/// Caches are created on first use, so counts are added later, too.
final class UnreadableCounts {
  private final Map<String, UnreadableValues> missing = new ConcurrentHashMap<>();

  /// Guarded by itself; additions to the map hold the same lock. Listeners are called without the
  /// lock.
  private final List<Consumer<UnreadableValues>> listeners = new ArrayList<>();

  /// Returns the counter of all values with a name.
  UnreadableValues missing(String name) {
    UnreadableValues values;
    List<Consumer<UnreadableValues>> told;
    synchronized (listeners) {
      UnreadableValues known = missing.get(name);
      if (known != null) {
        return known;
      }
      values = UnreadableValues.missing(name);
      missing.put(name, values);
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> listener.accept(values));
    return values;
  }

  /// Passes existing and future counters to a listener.
  void onEach(Consumer<UnreadableValues> listener) {
    List<UnreadableValues> known;
    synchronized (listeners) {
      known = List.copyOf(missing.values());
      listeners.add(listener);
    }
    known.forEach(listener);
  }

  /// The counts by name.
  SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>();
    missing.forEach((name, values) -> counts.put(name, values.count()));
    return counts;
  }
}
