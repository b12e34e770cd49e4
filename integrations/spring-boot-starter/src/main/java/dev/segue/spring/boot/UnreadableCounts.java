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

/// The counts of values that are missing because they could not be read, by the names of caches and
/// `sessions`. Caches are created when they are first used, so counts are added later as well.
final class UnreadableCounts {
  private final Map<String, UnreadableValues> missing = new ConcurrentHashMap<>();

  /// Guarded by itself, as are additions to the map. Listeners are called without the lock.
  private final List<Consumer<UnreadableValues>> listeners = new ArrayList<>();

  /// Returns the values with a name, which are counted together.
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

  /// Passes what there is, and what will be created, to a listener.
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
