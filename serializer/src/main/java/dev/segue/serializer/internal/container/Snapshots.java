// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.error.Failures;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Vector;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/// Snapshots of containers that may change while they are written: by other threads, or by the
/// garbage collector. Their size and their values might not agree, so the values are copied once,
/// and the copy is written.
public final class Snapshots {

  private static final String CONCURRENT = "java.util.concurrent.";

  /// Loaded for the first class that is not one of the usual classes.
  private static final class Known extends ClassValue<Boolean> {

    static final Known SHARED = new Known();

    @Override
    protected Boolean computeValue(Class<?> type) {
      return extendsShared(type);
    }
  }

  private Snapshots() {}

  /// Whether containers of a class may change while they are written.
  public static boolean isShared(Class<?> container) {
    return Known.SHARED.get(container);
  }

  /// Whether containers of any of these classes may change. It is called for all usual containers
  /// before the first object, so it avoids [ClassValue], which adds a map to each class.
  static boolean isAnyShared(List<Class<?>> containers) {
    for (Class<?> container : containers) {
      if (extendsShared(container)) {
        return true;
      }
    }
    return false;
  }

  private static boolean extendsShared(Class<?> container) {
    for (Class<?> type = container; type != null && !type.isArray(); type = type.getSuperclass()) {
      if (isConcurrent(type.getName())
          || type == Vector.class
          || type == Hashtable.class
          || type == WeakHashMap.class) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConcurrent(String className) {
    return className.startsWith(CONCURRENT)
        && className.lastIndexOf('.') == CONCURRENT.length() - 1;
  }

  /// Returns a container with the same values that does not change: the container itself if it is
  /// not shared, otherwise a snapshot to iterate over once.
  public static Object stable(Object container) {
    if (!isShared(container.getClass())) {
      return container;
    }
    @Nullable Object[] cells = of(container);
    return container instanceof Map<?, ?> ? new Entries(cells) : Arrays.asList(cells);
  }

  /// The elements of a collection, or the alternating keys and values of a map.
  public static @Nullable Object[] of(Object container) {
    try {
      return taken(container);
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  private static @Nullable Object[] taken(Object container) {
    if (container instanceof Hashtable<?, ?> map) {
      synchronized (map) {
        return cells(map);
      }
    }
    return container instanceof Map<?, ?> map ? cells(map) : ((Collection<?>) container).toArray();
  }

  private static @Nullable Object[] cells(Map<?, ?> map) {
    @Nullable Object[] cells = new Object[roomFor(map.size())];
    int count = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (count == cells.length) {
        cells = Arrays.copyOf(cells, roomFor(count + 1));
      }
      cells[count] = entry.getKey();
      cells[count + 1] = entry.getValue();
      count += 2;
    }
    return count == cells.length ? cells : Arrays.copyOf(cells, count);
  }

  private static int roomFor(int entries) {
    return Math.multiplyExact(2, entries);
  }

  /// Alternating keys and values as a map.
  private static final class Entries extends AbstractMap<@Nullable Object, @Nullable Object> {

    private final @Nullable Object[] cells;

    Entries(@Nullable Object[] cells) {
      this.cells = cells;
    }

    @Override
    public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return cells.length / 2;
        }

        @Override
        public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
          return new EntryIterator(cells);
        }
      };
    }
  }

  private static final class EntryIterator
      implements Iterator<Map.Entry<@Nullable Object, @Nullable Object>> {

    private final @Nullable Object[] cells;
    private int next;

    EntryIterator(@Nullable Object[] cells) {
      this.cells = cells;
    }

    @Override
    public boolean hasNext() {
      return next < cells.length;
    }

    @Override
    public Map.Entry<@Nullable Object, @Nullable Object> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      next += 2;
      return new AbstractMap.SimpleImmutableEntry<>(cells[next - 2], cells[next - 1]);
    }
  }
}
