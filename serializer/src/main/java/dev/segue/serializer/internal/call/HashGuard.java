// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.TakenFrom;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Limits the number of colliding keys in one hash table, if the options set a limit: filling a
/// table whose keys all collide takes time proportional to the square of their number. It applies
/// equally to tables that are read and to tables that are written.
///
/// The kind of table decides which keys collide. Most tables of the JDK keep keys with the same
/// hash code in a tree, so keys of one class that is comparable to itself never collide; all other
/// keys with the same hash code do. [Hashtable] and [WeakHashMap] have chains, and immutable sets
/// and maps use open addressing: there, all keys in the same bucket collide. Tables with no more
/// keys than the limit are not checked.
public final class HashGuard {

  private static final int FIRST_CAPACITY = 11;
  private static final int FIRST_WEAK_CAPACITY = 16;

  /// Whether the JDK's hash tables consider a class comparable to itself.
  private static final ClassValue<Boolean> IS_ORDERED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Arrays.stream(type.getGenericInterfaces())
              .anyMatch(face ->
                  face instanceof ParameterizedType generic
                      && generic.getRawType() == Comparable.class
                      && generic.getActualTypeArguments()[0] == type);
        }
      };

  /// Whether the keys of a class are harmless in a table with trees: ordered JDK values and enum
  /// constants are.
  private static final ClassValue<Boolean> IS_HARMLESS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Enum.class.isAssignableFrom(type)
              || (type.getClassLoader() == null && IS_ORDERED.get(type));
        }
      };

  private final int most;
  private final @Nullable Chains chains;
  private final Map<Integer, Integer> counts = new HashMap<>();
  private @Nullable Class<?> ordered;

  private HashGuard(int most, @Nullable Chains chains) {
    this.most = most;
    this.chains = chains;
  }

  /// A guard for a container that will have `elements` elements; null if it needs none.
  ///
  /// @param most the maximum number of colliding keys, or [Limits#ANY_NUMBER]
  /// @throws SerializationException if this many elements are refused, whatever they are
  public static @Nullable HashGuard of(Object container, int elements, int most) {
    if (elements <= most) {
      return null;
    }
    return switch (container) {
      case CopyOnWriteArraySet<?> _ -> throw compared(elements, most);
      default -> isHashed(container) ? new HashGuard(most, chains(container)) : null;
    };
  }

  /// Whether a container finds keys by their `hashCode` and `equals`. Other containers sort keys,
  /// compare each key with all others, or call no methods of their keys.
  public static boolean isHashed(Object container) {
    return switch (container) {
      case SortedMap<?, ?> _, SortedSet<?> _, IdentityHashMap<?, ?> _ -> false;
      case CopyOnWriteArraySet<?> _, EnumSet<?> _, EnumMap<?, ?> _ -> false;
      default -> container instanceof Map || container instanceof Set;
    };
  }

  /// Checks the keys of a container that is about to be written, as a reader would.
  ///
  /// @throws SerializationException if reading with the same options would refuse them
  public static void checkWritten(Object container, Options options) {
    int most = options.maxCollidingKeys();
    Object table = container instanceof TakenFrom taken ? taken.source() : container;
    if (!isHashed(table) && !(table instanceof CopyOnWriteArraySet)) {
      return;
    }
    Collection<?> keys =
        container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
    if (keys.isEmpty()) {
      return;
    }
    if (options.references()) {
      KeyWalk walk = new KeyWalk(true, null);
      keys.forEach(key -> KeyWalk.checkIfAny(walk, key));
    }
    if (CollectionKind.IMMUTABLE_SET.types().contains(container.getClass())
        || MapKind.IMMUTABLE_MAP.types().contains(container.getClass())) {
      checkPlaces(keys, most);
      return;
    }
    HashGuard guard = of(table, keys.size(), most);
    if (guard != null) {
      keys.forEach(guard::check);
    }
  }

  /// Checks the keys of an immutable set or map, which is created from all keys at once.
  public static void checkBegun(ContainerKind kind, Object begun, int most) {
    if (kind == CollectionKind.IMMUTABLE_SET) {
      checkPlaces((Collection<?>) begun, most);
    } else if (kind == MapKind.IMMUTABLE_MAP) {
      checkPlaces(((Map<?, ?>) begun).keySet(), most);
    }
  }

  /// Counts the occupied places that are probed in all searches for a free place. The order of the
  /// keys does not change this number.
  private static void checkPlaces(Collection<?> keys, int most) {
    int count = keys.size();
    if (count <= most) {
      return;
    }
    long[] left = {(long) count * most / 2};
    forEachPassed(
        keys,
        key -> {
          if (--left[0] < 0) {
            throw refused(most, key);
          }
        });
  }

  /// Searches for a free place for each key, as an immutable set does.
  ///
  /// @param passed receives a key once for each occupied place that its search probes
  static void forEachPassed(Collection<?> keys, Consumer<@Nullable Object> passed) {
    boolean[] taken = new boolean[Math.multiplyExact(keys.size(), 2)];
    for (Object key : keys) {
      int place = key == null ? 0 : Math.floorMod(key.hashCode(), taken.length);
      while (taken[place]) {
        passed.accept(key);
        place = place + 1 == taken.length ? 0 : place + 1;
      }
      taken[place] = true;
    }
  }

  /// The chains of a table without trees; null for other tables.
  static @Nullable Chains chains(Object container) {
    return switch (container) {
      case Hashtable<?, ?> _ -> new Chains(FIRST_CAPACITY, false);
      case WeakHashMap<?, ?> _ -> new Chains(FIRST_WEAK_CAPACITY, true);
      default -> null;
    };
  }

  /// Checks a key before it is added to a table.
  ///
  /// @throws SerializationException if it collides with too many other keys
  public void check(@Nullable Object key) {
    if (key == null || (chains == null && isKnownOrdered(key.getClass()))) {
      return;
    }
    int hash = key.hashCode();
    int colliding = chains == null ? counts.merge(hash, 1, Integer::sum) : chains.add(hash);
    if (colliding > most) {
      throw refused(most, key);
    }
  }

  /// Whether the cost of a class's keys is negligible in a table with trees.
  static boolean isHarmless(Class<?> type) {
    return IS_HARMLESS.get(type);
  }

  /// Whether hash tables keep objects of a class in order, by `compareTo`.
  static boolean isOrdered(Class<?> type) {
    return IS_ORDERED.get(type);
  }

  private boolean isKnownOrdered(Class<?> type) {
    if (ordered == null && IS_ORDERED.get(type)) {
      ordered = type;
    }
    return type == ordered;
  }

  private static SerializationException refused(int most, @Nullable Object key) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "more than maxCollidingKeys=%d keys of a container collide, the last one a %s with the hash"
                .formatted(most, key == null ? null : key.getClass().getName())
            + " code %d; give the class a better hashCode(), or raise the limit"
                .formatted(Objects.hashCode(key)));
  }

  private static SerializationException compared(int elements, int most) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "a CopyOnWriteArraySet of %d elements, each compared with all others, is beyond"
                .formatted(elements)
            + " maxCollidingKeys=%d; use another kind of set, or raise the limit".formatted(most));
  }

  /// Checks a key if there is a guard; for generated code, which usually has none.
  public static void checkIfAny(@Nullable HashGuard guard, @Nullable Object key) {
    if (guard != null) {
      guard.check(key);
    }
  }

  /// The lengths of the chains in a table that grows as keys are added.
  static final class Chains {

    private final boolean isWeak;
    private int[] hashes = new int[FIRST_WEAK_CAPACITY];
    private int count;
    private int[] lengths;

    Chains(int capacity, boolean isWeak) {
      this.isWeak = isWeak;
      this.lengths = new int[capacity];
    }

    /// Adds a key.
    ///
    /// @return the length of its chain
    int add(int hash) {
      if (count >= lengths.length / 4 * 3) {
        lengths = new int[isWeak ? 2 * lengths.length : 2 * lengths.length + 1];
        for (int i = 0; i < count; i++) {
          lengths[place(hashes[i])]++;
        }
      }
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * count);
      }
      hashes[count++] = hash;
      return ++lengths[place(hash)];
    }

    private int place(int hash) {
      if (!isWeak) {
        return (hash & Integer.MAX_VALUE) % lengths.length;
      }
      int spread = hash ^ hash >>> 20 ^ hash >>> 12;
      return (spread ^ spread >>> 7 ^ spread >>> 4) & lengths.length - 1;
    }
  }
}
