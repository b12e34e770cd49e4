// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/// Counts the cost of filling one set or map: the [work][Session#work] of hashing its keys, and of
/// comparing keys that [collide][HashGuard]. The allowed amount depends on the length of the
/// payload, so that no payload takes disproportionately long to read.
///
/// The work is estimated before it is done. Hashing a key costs a unit for each of its bytes, and
/// again for each enclosing container. Comparing two keys costs as much as hashing one, plus the
/// cost of filling the containers that the key consists of.
///
/// Most keys are free: strings, numbers and other keys that the JDK's tables keep in trees.
public final class KeyCost {

  /// With so few keys, collisions are not worth counting.
  private static final int FEW = 16;

  private static final int HASH_BYTE = 8;
  private static final int COMPARISON = 24;
  private static final int COMPARE_BYTE = 2;

  /// The work for a scalar in a table without trees.
  private static final int SCALAR_COMPARISON = 6;

  /// The number of tables that are filled to create an immutable set or map.
  private static final int TABLES = 3;

  private static final int NONE = -1;
  private static final int SPREAD = 0x9E3779B9;

  private final Session session;
  private final boolean comparesAll;

  private final HashGuard.@Nullable Chains chains;

  /// The number of keys for each prefix of the hash code: an upper bound for the number of
  /// colliding keys. Null for few keys, and for chains.
  private final int @Nullable [] counts;

  private final int hashBytes;
  private int keys;

  /// The total number of bytes of the keys that are not free.
  private long keyBytes;

  /// The end of the last row.
  private long end;

  /// The end of the current key; or [#NONE], if it ends with its row.
  private long keyEnd = NONE;

  /// The remaining work at the last row, and at the end of the current key.
  private long left;

  private long keyLeft;

  private KeyCost(
      @Nullable ContainerKind kind, Object container, int rows, long position, Session session) {
    this.session = session;
    this.end = position;
    this.left = session.keyWork();
    this.hashBytes = kind == MapKind.IMMUTABLE_MAP ? TABLES * HASH_BYTE : HASH_BYTE;
    this.comparesAll = container instanceof CopyOnWriteArraySet;
    this.chains = rows <= FEW ? null : HashGuard.chains(container);
    this.counts =
        rows <= FEW || chains != null || comparesAll
            ? null
            : new int[Integer.highestOneBit(rows - 1) << 1];
  }

  /// Whether a call counts the cost of a container's keys.
  public static boolean isCounted(Object container, @Nullable Session session) {
    return session != null
        && session.limitsKeyWork()
        && (HashGuard.isHashed(container) || container instanceof CopyOnWriteArraySet);
  }

  /// Creates a counter for the keys of a container with `rows` rows; null if nothing is counted.
  ///
  /// @param kind the kind of the container, if known
  /// @param position the end of the row before the first key that is counted
  public static @Nullable KeyCost of(
      @Nullable ContainerKind kind,
      Object container,
      int rows,
      long position,
      @Nullable Session session) {
    return session != null && isCounted(container, session)
        ? new KeyCost(kind, container, rows, position, session)
        : null;
  }

  /// Whether a key is free in every table that has trees.
  public static boolean isFree(@Nullable Object key) {
    return key == null
        || key instanceof String
        || key instanceof Integer
        || key instanceof Long
        || HashGuard.isHarmless(key.getClass());
  }

  /// Records that the key of a map was read; its value is next.
  public void endKey(long position) {
    keyEnd = position;
    keyLeft = session.keyWork();
  }

  /// Counts a key before it is added to a container.
  ///
  /// @param position the end of its row
  public void add(@Nullable Object key, long position) {
    boolean isAlone = keyEnd == NONE;
    long bytes = (isAlone ? position : keyEnd) - end;
    long within = left - (isAlone ? session.keyWork() : keyLeft);
    keyEnd = NONE;
    end = position;
    add(key, bytes, within);
    left = session.keyWork();
  }

  /// The total number of bytes of the keys that are not free.
  public static long keyBytes(@Nullable KeyCost cost) {
    return cost == null ? 0 : cost.keyBytes;
  }

  private void add(@Nullable Object key, long bytes, long within) {
    boolean isScalar = isFree(key);
    if (key == null || (isScalar && chains == null && !comparesAll)) {
      return;
    }
    long comparison = isScalar ? SCALAR_COMPARISON : COMPARISON + COMPARE_BYTE * bytes + within;
    keyBytes += isScalar ? 0 : bytes;
    long work = isScalar ? 0 : hashBytes * bytes;
    if (comparesAll) {
      work += keys++ * (isScalar ? 1 : comparison);
    } else if (chains != null) {
      work += (chains.add(key.hashCode()) - 1) * comparison;
    } else if (counts != null && !HashGuard.isOrdered(key.getClass())) {
      session.work(work, key);
      int place = (key.hashCode() * SPREAD) >>> Integer.numberOfLeadingZeros(counts.length - 1);
      work = counts[place]++ * comparison;
    }
    session.work(work, key);
  }

  /// Counts a key if there is anything to count.
  public static void addIfAny(@Nullable KeyCost cost, @Nullable Object key, long position) {
    if (cost != null) {
      cost.add(key, position);
    }
  }

  /// Counts the keys of an immutable set or map, which is created from all keys at once.
  ///
  /// @param bytes the number of bytes that the keys take
  public static void addBegun(
      @Nullable ContainerKind kind, Object begun, long bytes, @Nullable Session session) {
    if (session == null || !session.limitsKeyWork()) {
      return;
    }
    if (kind == CollectionKind.IMMUTABLE_SET) {
      addPlaces((Collection<?>) begun, bytes, session);
    } else if (kind == MapKind.IMMUTABLE_MAP) {
      addPlaces(((Map<?, ?>) begun).keySet(), bytes, session);
    }
  }

  private static void addPlaces(Collection<?> keys, long bytes, Session session) {
    int count = keys.size();
    boolean areFree = keys.stream().allMatch(KeyCost::isFree);
    if (!areFree && keys instanceof CollectionKind.SetElements) {
      session.work(TABLES * HASH_BYTE * bytes, null);
    }
    if (count > FEW) {
      long comparison =
          areFree ? SCALAR_COMPARISON : 2 * (COMPARISON + COMPARE_BYTE * bytes / count);
      HashGuard.forEachPassed(keys, key -> session.work(comparison, key));
    }
  }
}
