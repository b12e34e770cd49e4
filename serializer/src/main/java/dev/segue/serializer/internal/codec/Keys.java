// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Cycles;
import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.KeyCost;
import dev.segue.serializer.internal.call.KeyWalk;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Guards the keys of a container while it is filled: the elements of a set or a priority queue, or
/// the keys of a map. A container hashes or compares its keys. So if a key refers to an object that
/// is not [complete][Cycles], that key and all later ones are added only when the object is
/// complete. Containers that are created from all elements at once cannot wait; the hash codes of
/// their keys must not change when the object becomes complete.
public final class Keys {

  /// Whether the objects of a class use the identity hash code, so that no code of the class runs.
  private static final ClassValue<Boolean> HASH_BY_IDENTITY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class
                && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
          } catch (NoSuchMethodException e) {
            throw new LinkageError("every class has hashCode and equals", e);
          }
        }
      };

  /// When keys are added to a container.
  private enum Filled {
    ONE_BY_ONE,
    /// All at once, when the container is created.
    AT_ONCE,
    LATER
  }

  private final Object begun;
  private final Filled filled;
  private final boolean isCompared;
  private final Options options;
  private final @Nullable Session session;
  private final @Nullable HashGuard guard;
  private final @Nullable KeyWalk walk;
  private final @Nullable KeyCost cost;

  private final boolean isSkipped;

  /// The number of links before the current key.
  private int linksBefore;

  /// The number of links after the current key, if recorded.
  private int linksAfter = Cycles.NONE;

  /// The number of objects before the current key.
  private int objectsBefore;

  /// The number of the object that keys wait for, if any.
  private int awaited = Integer.MAX_VALUE;

  /// Waiting keys; for a map, keys and values alternate.
  private @Nullable List<@Nullable Object> waiting;

  private Keys(
      Object begun,
      Filled filled,
      Options options,
      @Nullable Session session,
      @Nullable HashGuard guard,
      @Nullable KeyCost cost) {
    this.begun = begun;
    this.filled = filled;
    this.options = options;
    this.isCompared = !HashGuard.isHashed(begun) && !(begun instanceof CopyOnWriteArraySet);
    this.session = session;
    this.isSkipped = session != null && session.isSkipping();
    this.guard = guard;
    this.walk = filled == Filled.LATER ? null : KeyWalk.of(session, begun);
    this.cost = cost;
    if (session != null) {
      this.linksBefore = session.readObjects().cycles().links();
      this.objectsBefore = session.readObjects().next();
    }
  }

  /// Creates a guard for the keys of a container with `rows` rows, which also counts their
  /// [cost][KeyCost]; null if no guard is needed.
  ///
  /// @param kind the kind of the container, if known
  /// @param position the position of the container
  public static @Nullable Keys counting(
      @Nullable ContainerKind kind,
      Object begun,
      int rows,
      @Nullable Session session,
      Options options,
      long position) {
    return of(
        kind, begun, rows, session, options, KeyCost.of(kind, begun, rows, position, session));
  }

  /// Creates a guard for the keys of a container with `rows` rows; null if no guard is needed.
  ///
  /// @param kind the kind of the container, if known
  static @Nullable Keys of(
      @Nullable ContainerKind kind,
      Object begun,
      int rows,
      @Nullable Session session,
      Options options) {
    return of(kind, begun, rows, session, options, null);
  }

  private static @Nullable Keys of(
      @Nullable ContainerKind kind,
      Object begun,
      int rows,
      @Nullable Session session,
      Options options,
      @Nullable KeyCost cost) {
    boolean isTracked = session != null && session.tracks() && asksKeys(begun);
    HashGuard guard =
        options.boundsKeys() ? HashGuard.of(begun, rows, options.maxCollidingKeys()) : null;
    if (!isTracked && guard == null && cost == null) {
      return null;
    }
    return new Keys(
        begun,
        kind == CollectionKind.IMMUTABLE_SET || kind == MapKind.IMMUTABLE_MAP
            ? Filled.AT_ONCE
            : Filled.ONE_BY_ONE,
        options,
        isTracked ? session : null,
        guard,
        cost);
  }

  /// Creates a guard for a container that is filled later, which only records incomplete keys.
  static @Nullable Keys noting(Object container, @Nullable Session session, Options options) {
    return session != null && session.tracks() && asksKeys(container)
        ? new Keys(container, Filled.LATER, options, session, null, null)
        : null;
  }

  private static boolean asksKeys(Object begun) {
    return switch (begun) {
      case EnumSet<?> _, EnumMap<?, ?> _, IdentityHashMap<?, ?> _ -> false;
      case CollectionKind.SetElements _, PriorityQueue<?> _, PriorityBlockingQueue<?> _ -> true;
      default -> begun instanceof Set || begun instanceof Map;
    };
  }

  /// Records that the key of a map was read; its value is next.
  ///
  /// @param position the end of the key
  public static void read(@Nullable Keys keys, long position) {
    if (keys == null) {
      return;
    }
    if (keys.cost != null) {
      keys.cost.endKey(position);
    }
    if (keys.session != null) {
      keys.linksAfter = keys.session.readObjects().cycles().links();
    }
  }

  /// Counts the cost of an immutable set or map, which is created from all keys at once.
  ///
  /// @param bytes the number of bytes that the container takes
  public static void countBegun(
      @Nullable Keys keys, ContainerKind kind, Object begun, long bytes, @Nullable Session call) {
    boolean isMap = kind == MapKind.IMMUTABLE_MAP;
    long keyBytes = isMap ? KeyCost.keyBytes(keys == null ? null : keys.cost) : bytes;
    KeyCost.addBegun(kind, begun, keyBytes, call);
  }

  /// Checks a row before it is added to the container.
  ///
  /// @param position the end of the row
  /// @return whether the row has to wait and must not be added yet
  public static boolean defers(
      @Nullable Keys keys, @Nullable Object key, @Nullable Object value, long position) {
    return keys != null && keys.defers(key, value, position);
  }

  private boolean defers(@Nullable Object key, @Nullable Object value, long position) {
    boolean isIncomplete = session != null && isIncomplete(key, session, position);
    if (filled == Filled.LATER) {
      return false;
    }
    if (isIncomplete) {
      if (waiting == null) {
        waiting = new ArrayList<>();
      }
      waiting.add(key);
      if (begun instanceof Map) {
        waiting.add(value);
      }
    }
    if (isIncomplete && filled == Filled.ONE_BY_ONE) {
      return true;
    }
    check(key);
    KeyCost.addIfAny(cost, key, position);
    return false;
  }

  /// Whether the current key, or an earlier one, refers to an object that is not complete. Moves on
  /// to the next key.
  private boolean isIncomplete(@Nullable Object key, Session reading, long position) {
    int links = reading.readObjects().cycles().links();
    int after = linksAfter == Cycles.NONE ? links : linksAfter;
    if (after > linksBefore && key != null && !isHashedByIdentity(key)) {
      int first = reading.readObjects().cycles().first(linksBefore, after);
      awaited = first < objectsBefore ? Math.min(awaited, first) : awaited;
    }
    reading.readObjects().settleKey(position, objectsBefore);
    linksBefore = links;
    linksAfter = Cycles.NONE;
    objectsBefore = reading.readObjects().next();
    return awaited != Integer.MAX_VALUE;
  }

  private boolean isHashedByIdentity(Object key) {
    return !isCompared && HASH_BY_IDENTITY.get(key.getClass());
  }

  private void check(@Nullable Object key) {
    KeyWalk.checkIfAny(walk, key);
    HashGuard.checkIfAny(guard, key);
  }

  /// The number of the object that the keys wait for; or [Cycles#NONE].
  int awaited() {
    return awaited == Integer.MAX_VALUE ? Cycles.NONE : awaited;
  }

  /// The number of rows that are added to the container later.
  public static int waiting(@Nullable Keys keys) {
    return keys == null || keys.waiting == null || keys.filled != Filled.ONE_BY_ONE
        ? 0
        : keys.waiting.size() / (keys.begun instanceof Map ? 2 : 1);
  }

  /// Schedules the addition of waiting keys after all rows were read.
  ///
  /// @param container the container that was created from the rows
  /// @param position the container's position, for the error when it cannot hold a waiting key
  public static void finish(@Nullable Keys keys, Object container, long position) {
    if (keys != null && keys.waiting != null && keys.session != null) {
      keys.finish(keys.waiting, keys.session, container, position);
    }
  }

  private void finish(
      List<@Nullable Object> rows, Session reading, Object container, long position) {
    reading
        .readObjects()
        .await(
            awaited,
            filled == Filled.AT_ONCE
                ? verification(rows, container, position)
                : () -> fill(rows, position));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // elements are unchecked; null if allowed
  private void fill(List<@Nullable Object> rows, long position) {
    try {
      if (begun instanceof Map<?, ?> map) {
        for (int i = 0; i < rows.size(); i += 2) {
          check(rows.get(i));
          int before = map.size();
          ((Map<Object, Object>) map).put(rows.get(i), rows.get(i + 1));
          if (map.size() == before) {
            refuse(map.keySet(), rows.get(i), position);
          }
        }
      } else {
        for (Object element : rows) {
          check(element);
          if (!((Collection<Object>) begun).add(element)) {
            refuse((Collection<?>) begun, element, position);
          }
        }
      }
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  /// Rejects a key that is equal to a key in the container.
  private void refuse(Collection<?> present, @Nullable Object key, long position) {
    if (options.mergesKeys()) {
      return;
    }
    int step = begun instanceof Map ? 2 : 1;
    @Nullable Object[] cells = new Object[(present.size() + 1) * step];
    int next = 0;
    for (Object one : present) {
      cells[next] = one;
      next += step;
    }
    cells[next] = key;
    raise(begun, cells, position);
  }

  private void raise(Object container, @Nullable Object[] cells, long position) {
    SerializationException error = EqualKeys.error(container, cells, options, position, isSkipped);
    if (error != null) {
      throw error;
    }
  }

  private Runnable verification(List<@Nullable Object> rows, Object container, long position) {
    int step = container instanceof Map ? 2 : 1;
    int[] hashes = new int[rows.size()];
    for (int i = 0; i < hashes.length; i += step) {
      hashes[i] = hash(rows.get(i));
    }
    return () -> {
      for (int i = 0; i < hashes.length; i += step) {
        if (hash(rows.get(i)) != hashes[i]) {
          throw Errors.of(
              Kind.CYCLE,
              "an immutable set or map is on a cycle, and the hash code of its key, a %s, depends on"
                      .formatted(rows.get(i).getClass().getName())
                  + " objects that refer back to it; use a HashSet or a HashMap");
        }
      }
      Collection<?> keys =
          container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
      if (new HashSet<>(keys).size() < keys.size()) {
        raise(new HashSet<>(), keys.toArray(), position);
      }
    };
  }

  private static int hash(@Nullable Object key) {
    return key == null ? 0 : key.hashCode();
  }
}
