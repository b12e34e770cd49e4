// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Cycles;
import dev.segue.serializer.internal.call.HashGuard;
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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/// What watches over the keys of a container while it is filled: the elements of a set or a
/// priority queue, the keys of a map. A container asks them for their hash codes, or compares them;
/// so one that leads to an object that is not [complete][Cycles], and all that come after it, wait
/// until that is. Containers that are made of all of their elements at once cannot wait: there, the
/// hash codes have to be the same afterwards.
public final class Keys {

  /// Whether the objects of a class are asked for nothing that is theirs: they hash by identity.
  private static final ClassValue<Boolean> HASH_BY_IDENTITY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class
                && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
          } catch (NoSuchMethodException e) {
            throw new LinkageError("every class has these", e);
          }
        }
      };

  /// When a container gets its keys.
  private enum Filled {
    ONE_BY_ONE,
    /// It is made of them.
    AT_ONCE,
    LATER
  }

  private final Object begun;
  private final Filled filled;
  private final boolean isCompared;
  private final @Nullable Session session;
  private final @Nullable HashGuard guard;
  private final @Nullable KeyWalk walk;

  /// The links before the key in progress, and after it, if that was noted.
  private int linksBefore;

  private int linksBehind = Cycles.NONE;

  /// How many objects were there before the key in progress.
  private int objectsBefore;

  /// The object that keys wait for, if any do.
  private int awaited = Integer.MAX_VALUE;

  /// Keys that wait; in a map, keys and values in turn.
  private @Nullable List<@Nullable Object> waiting;

  private Keys(
      Object begun,
      Filled filled,
      @Nullable Session session,
      @Nullable HashGuard guard,
      @Nullable KeyWalk walk) {
    this.begun = begun;
    this.filled = filled;
    this.isCompared = !HashGuard.isHashed(begun) && !(begun instanceof CopyOnWriteArraySet);
    this.session = session;
    this.guard = guard;
    this.walk = walk;
    if (session != null) {
      this.linksBefore = session.readObjects().cycles().links();
      this.objectsBefore = session.readObjects().count();
    }
  }

  /// Watches over the keys of a container with `rows` rows; null if that is not needed.
  ///
  /// @param kind how rows are put into it, if that is known
  public static @Nullable Keys of(
      @Nullable ContainerKind kind,
      Object begun,
      int rows,
      @Nullable Session session,
      Options options) {
    boolean isTracked = session != null && session.tracks() && asksKeys(begun);
    HashGuard guard =
        options.boundsKeys() ? HashGuard.of(begun, rows, options.maxCollidingKeys()) : null;
    if (!isTracked && guard == null) {
      return null;
    }
    return new Keys(
        begun,
        kind == CollectionKind.IMMUTABLE_SET || kind == MapKind.IMMUTABLE_MAP
            ? Filled.AT_ONCE
            : Filled.ONE_BY_ONE,
        isTracked ? session : null,
        guard,
        isTracked ? KeyWalk.of(session, begun) : null);
  }

  /// What notes whether the keys of a container are complete that is filled later.
  static @Nullable Keys noting(Object container, @Nullable Session session) {
    return session != null && session.tracks() && asksKeys(container)
        ? new Keys(container, Filled.LATER, session, null, null)
        : null;
  }

  private static boolean asksKeys(Object begun) {
    return switch (begun) {
      case EnumSet<?> _, EnumMap<?, ?> _, IdentityHashMap<?, ?> _ -> false;
      case CollectionKind.SetElements _, PriorityQueue<?> _, PriorityBlockingQueue<?> _ -> true;
      default -> begun instanceof Set || begun instanceof Map;
    };
  }

  /// The key of a map was read; its value comes next.
  public static void read(@Nullable Keys keys) {
    if (keys != null && keys.session != null) {
      keys.linksBehind = keys.session.readObjects().cycles().links();
    }
  }

  /// Looks at a row before it is put into the container.
  ///
  /// @param position where the row ends
  /// @return whether the row has to wait, and is not to be put in
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
    return false;
  }

  /// Whether a key that was just read, or one before it, leads to an object that is not complete.
  /// Goes on to the next one.
  private boolean isIncomplete(@Nullable Object key, Session reading, long position) {
    int links = reading.readObjects().cycles().links();
    int behind = linksBehind == Cycles.NONE ? links : linksBehind;
    if (behind > linksBefore && key != null && !isHashedByIdentity(key)) {
      int first = reading.readObjects().cycles().first(linksBefore, behind);
      awaited = first < objectsBefore ? Math.min(awaited, first) : awaited;
    }
    reading.readObjects().settleKey(position, objectsBefore);
    linksBefore = links;
    linksBehind = Cycles.NONE;
    objectsBefore = reading.readObjects().count();
    return awaited != Integer.MAX_VALUE;
  }

  private boolean isHashedByIdentity(Object key) {
    return !isCompared && HASH_BY_IDENTITY.get(key.getClass());
  }

  private void check(@Nullable Object key) {
    KeyWalk.checkIfAny(walk, key);
    HashGuard.checkIfAny(guard, key);
  }

  /// The object that keys wait for; or [Cycles#NONE].
  int awaited() {
    return awaited == Integer.MAX_VALUE ? Cycles.NONE : awaited;
  }

  /// All rows were read.
  ///
  /// @param container what was made of them
  /// @param position where it stands, for the error when it cannot hold what waits
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
            filled == Filled.AT_ONCE ? verification(rows, container) : () -> fill(rows, position));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // it holds anything, nulls if it can
  private void fill(List<@Nullable Object> rows, long position) {
    try {
      if (begun instanceof Map<?, ?> map) {
        for (int i = 0; i < rows.size(); i += 2) {
          check(rows.get(i));
          ((Map<Object, Object>) map).put(rows.get(i), rows.get(i + 1));
        }
      } else {
        for (Object element : rows) {
          check(element);
          ((Collection<Object>) begun).add(element);
        }
      }
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  private static Runnable verification(List<@Nullable Object> rows, Object container) {
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
    };
  }

  private static int hash(@Nullable Object key) {
    return key == null ? 0 : key.hashCode();
  }
}
