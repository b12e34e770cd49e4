// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.error.Failures;
import java.util.AbstractMap.SimpleEntry;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The set views of an `IdentityHashMap`, the only set views with elements that can be equal to one
/// another. They are read as `LinkedHashSet`s, which cannot hold such elements.
final class IdentityViews {

  private IdentityViews() {}

  static boolean isOne(Class<?> type) {
    return type.getEnclosingClass() == IdentityHashMap.class && Set.class.isAssignableFrom(type);
  }

  /// Rejects a view with equal elements.
  static void check(Set<?> view, Options options) {
    if (!options.mergesKeys() && distinct(view) < view.size()) {
      throw Failures.unsupported(
          view.getClass(),
          "two of its elements are equal, and the LinkedHashSet that is read in its place cannot"
              + " hold both; write the map itself, or a"
              + " Collections.newSetFromMap(new IdentityHashMap<>()) with the elements");
    }
  }

  private static int distinct(Set<?> view) {
    try {
      Set<@Nullable Object> distinct = new HashSet<>();
      for (Object one : view) {
        // The entries of the map itself are compared by identity; entries that were read are not.
        distinct.add(one instanceof Map.Entry<?, ?> entry ? new SimpleEntry<>(entry) : one);
      }
      return distinct.size();
    } catch (RuntimeException e) {
      throw Failures.thrown(e, view);
    }
  }
}
