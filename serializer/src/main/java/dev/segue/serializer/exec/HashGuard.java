// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.util.Collection;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/// Keeps an input from choosing keys that all have the same hash, which would make a hash table of
/// them take time by the square of their number. Counts, for tables of many elements, how many fall
/// into the same of some thousand classes of hashes. Keys that a hash table orders by comparison
/// when their hashes are the same do no harm: strings.
public final class HashGuard {

  /// Elements of a `CopyOnWriteArraySet`, at most: each one is compared with all others.
  private static final int MOST_COMPARED = 1 << 14;

  /// Tables with no more elements are not looked at.
  private static final int FEW = 1 << 10;

  private static final int CLASSES = 1 << 12;
  private static final int SPREAD = 0x9E3779B9;

  private final int[] counts = new int[CLASSES];
  private final int most;
  private final boolean ordersStrings;

  private HashGuard(int elements, boolean ordersStrings) {
    this.most = FEW + (8 * (elements / CLASSES));
    this.ordersStrings = ordersStrings;
  }

  /// A guard for what elements are about to be put into, or null if it needs none.
  public static @Nullable HashGuard of(Object begun, int elements) {
    return elements > FEW && isHashed(begun)
        ? new HashGuard(elements, !(begun instanceof Hashtable || begun instanceof WeakHashMap))
        : null;
  }

  /// Whether a `CopyOnWriteArraySet` of so many elements takes no longer than it may.
  public static boolean mayBeCompared(int elements) {
    return elements <= MOST_COMPARED;
  }

  /// Whether keys go where their hash codes lead, and to what they equal. Others order them,
  /// compare each with all others, or do not ask them.
  static boolean isHashed(Object begun) {
    return switch (begun) {
      case SortedMap<?, ?> _, SortedSet<?> _, IdentityHashMap<?, ?> _ -> false;
      case CopyOnWriteArraySet<?> _ -> false;
      default -> begun instanceof Map || begun instanceof Set;
    };
  }

  /// Looks at the keys of an immutable table, which does not even order strings.
  static void checkAll(Collection<?> elements) {
    if (elements.size() > FEW) {
      HashGuard guard = new HashGuard(elements.size(), false);
      elements.forEach(guard::check);
    }
  }

  /// Looks at a key before it is put into a table.
  ///
  /// @throws SerializationException if too many had such a hash before
  public void check(@Nullable Object key) {
    if (key == null || (ordersStrings && key instanceof String)) {
      return;
    }
    if (++counts[(key.hashCode() * SPREAD) >>> (Integer.SIZE - 12)] > most) {
      throw new SerializationException(
          Kind.MALFORMED_INPUT,
          "more than %d keys of the class %s have nearly the same hash code; if they are what was"
                  .formatted(most, key.getClass().getName())
              + " written, give the class a better hashCode()");
    }
  }

  /// The same for generated code, where there mostly is no guard.
  public static void checkIfAny(@Nullable HashGuard guard, @Nullable Object key) {
    if (guard != null) {
      guard.check(key);
    }
  }
}
