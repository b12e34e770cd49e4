// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The JDK maps whose only state is their entries, with their type numbers.
public enum MapKind implements ContainerKind {
  HASH_MAP(TypeNumbers.HASH_MAP, HashMap.class),
  /// In insertion order.
  LINKED_HASH_MAP(TypeNumbers.LINKED_HASH_MAP, LinkedHashMap.class),
  /// In access order: a variant of `LinkedHashMap`, see [Variants].
  ACCESS_ORDERED_MAP(TypeNumbers.ACCESS_ORDERED_MAP),
  /// In the natural order of its keys, see [Variants].
  TREE_MAP(TypeNumbers.TREE_MAP, TreeMap.class),
  CONCURRENT_HASH_MAP(TypeNumbers.CONCURRENT_HASH_MAP, ConcurrentHashMap.class),
  /// `Map.of`.
  IMMUTABLE_MAP(TypeNumbers.IMMUTABLE_MAP, Map.of().getClass(), Map.of("", "").getClass());

  private static final int NODE_BYTES = 48;

  private final int id;
  private final List<Class<?>> types;
  private final boolean isShared;

  MapKind(int id, Class<?>... types) {
    this.id = id;
    this.types = List.of(types);
    this.isShared = Snapshots.isAnyShared(this.types);
  }

  private static Map<Object, Object> accessOrdered(int rows) {
    return new LinkedHashMap<>((int) Math.min(rows / 0.75 + 1, 1 << 30), 0.75f, true);
  }

  /// Whether a map is created from all of its entries, so that they cannot refer to it.
  public static boolean isMade(Class<?> type) {
    return IMMUTABLE_MAP.types.contains(type);
  }

  public int id() {
    return id;
  }

  public List<Class<?>> types() {
    return types;
  }

  @Override
  public int columns() {
    return 2;
  }

  @Override
  public int rows(Object container) {
    return ((Map<?, ?>) container).size();
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return container.getClass() == EnumMap.class
        ? new EnumCells((EnumMap<?, ?>) container)
        : new Cells(((Map<?, ?>) container).entrySet().iterator());
  }

  /// False for views, which have other classes but are read as this kind.
  @Override
  public boolean isShared(Object container) {
    return types.contains(container.getClass())
        ? isShared
        : Snapshots.isShared(container.getClass());
  }

  @Override
  public Object begin(int rows) {
    return switch (this) {
      case HASH_MAP, IMMUTABLE_MAP -> HashMap.newHashMap(rows);
      case LINKED_HASH_MAP -> LinkedHashMap.newLinkedHashMap(rows);
      case ACCESS_ORDERED_MAP -> accessOrdered(rows);
      case TREE_MAP -> new TreeMap<>();
      case CONCURRENT_HASH_MAP -> new ConcurrentHashMap<>(rows);
    };
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // entries are unchecked; null if allowed
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    ((Map<Object, Object>) begun).put(first, second);
  }

  @Override
  public Object finish(Object begun) {
    return isSelf() ? begun : Map.copyOf((Map<?, ?>) begun);
  }

  @Override
  public boolean isKeyed() {
    return true;
  }

  @Override
  public boolean isSelf() {
    return this != IMMUTABLE_MAP;
  }

  @Override
  public int rowBytes() {
    return NODE_BYTES;
  }

  /// Keys and values alternate.
  private static final class Cells implements Iterator<@Nullable Object> {

    private final Iterator<? extends Map.Entry<?, ?>> entries;
    private Map.@Nullable Entry<?, ?> current;

    Cells(Iterator<? extends Map.Entry<?, ?>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean hasNext() {
      return current != null || entries.hasNext();
    }

    @Override
    public @Nullable Object next() {
      Map.Entry<?, ?> entry = current;
      if (entry == null) {
        current = entries.next();
        return current.getKey();
      }
      current = null;
      return entry.getValue();
    }
  }

  /// Iterates over the keys of a map that allocates an entry on each access but looks up values
  /// quickly.
  private static final class EnumCells implements Iterator<@Nullable Object> {

    private final EnumMap<?, ?> map;
    private final Iterator<?> keys;
    private @Nullable Object current;

    EnumCells(EnumMap<?, ?> map) {
      this.map = map;
      this.keys = map.keySet().iterator();
    }

    @Override
    public boolean hasNext() {
      return current != null || keys.hasNext();
    }

    @Override
    public @Nullable Object next() {
      Object key = current;
      if (key == null) {
        current = keys.next();
        return current;
      }
      current = null;
      return map.get(key);
    }
  }
}
