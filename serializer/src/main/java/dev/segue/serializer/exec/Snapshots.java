// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Containers that are made to change while somebody looks at them: by other threads, or by the
/// garbage collector. How many values one holds and which ones are two questions, and their answers
/// need not agree; so what it holds is taken once, and that is written.
public final class Snapshots {

  private static final String CONCURRENT = ConcurrentMap.class.getPackageName();

  private static final ClassValue<Boolean> SHARED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return extendsShared(type);
        }
      };

  private Snapshots() {}

  /// Whether containers of a class, or of one that it extends, are such.
  public static boolean isShared(Class<?> container) {
    return SHARED.get(container);
  }

  private static boolean extendsShared(Class<?> container) {
    for (Class<?> type = container; type != null; type = type.getSuperclass()) {
      if (type.getPackageName().equals(CONCURRENT)
          || type == Vector.class
          || type == Hashtable.class
          || type == WeakHashMap.class) {
        return true;
      }
    }
    return false;
  }

  /// The elements of a collection, or the keys and values of a map in turn.
  static @Nullable Object[] of(Object container) {
    if (container instanceof Hashtable<?, ?> map) {
      synchronized (map) {
        return cells(map);
      }
    }
    return container instanceof Map<?, ?> map ? cells(map) : ((Collection<?>) container).toArray();
  }

  private static @Nullable Object[] cells(Map<?, ?> map) {
    List<@Nullable Object> cells = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      cells.add(entry.getKey());
      cells.add(entry.getValue());
    }
    return cells.toArray();
  }
}
