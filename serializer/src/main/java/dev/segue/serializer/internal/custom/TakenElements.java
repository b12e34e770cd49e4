// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.error.TakenFrom;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The elements of a container of a user's class, if its payload may be written more than once.
/// Calls the container's `size` once, and takes each element from its iterator once. A second
/// attempt continues with the same iterator where the first one failed.
final class TakenElements<T extends @Nullable Object> {

  private static final Hook TAKING = TakenElements::take;

  private static final int UNKNOWN = -1;

  private final Collection<? extends T> source;
  private final List<T> taken = new ArrayList<>();
  private int size = UNKNOWN;
  private @Nullable Iterator<? extends T> rest;

  private TakenElements(Collection<? extends T> source) {
    this.source = source;
  }

  /// Returns the container itself, or a collection or map of its elements.
  static Object of(Object container, PayloadBuffer buffer) {
    return buffer.hooks() == null
        ? container
        : Objects.requireNonNull(buffer.run(TAKING, container), "a container");
  }

  private static Object take(Object container) {
    if (Snapshots.isShared(container.getClass())) {
      return Snapshots.stable(container);
    }
    return container instanceof Map<?, ?> map
        ? new Entries(map)
        : new Elements(new TakenElements<>((Collection<?>) container));
  }

  private int size() {
    if (size == UNKNOWN) {
      try {
        size = source.size();
      } catch (SerializationException e) {
        throw Failures.hook("the size of a container", e);
      }
    }
    return size;
  }

  private Iterator<T> iterator() {
    rest(); // so that its own exception is not attributed to an element
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        try {
          return next < taken.size() || rest().hasNext();
        } catch (SerializationException e) {
          throw Failures.hook("the iterator of a container", e);
        }
      }

      @Override
      public T next() {
        if (next == taken.size()) {
          take();
        }
        return taken.get(next++);
      }
    };
  }

  private void take() {
    try {
      taken.add(rest().next());
    } catch (SerializationException e) {
      throw Failures.hook("the iterator of a container", e);
    }
  }

  private Iterator<? extends T> rest() {
    Iterator<? extends T> begun = rest;
    if (begun == null) {
      begun = source.iterator();
      rest = begun;
    }
    return begun;
  }

  private static final class Elements extends AbstractCollection<@Nullable Object>
      implements TakenFrom {

    private final TakenElements<?> elements;

    Elements(TakenElements<?> elements) {
      this.elements = elements;
    }

    @Override
    public Object source() {
      return elements.source;
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    @SuppressWarnings("unchecked") // the collection is only read
    public Iterator<@Nullable Object> iterator() {
      return (Iterator<@Nullable Object>) elements.iterator();
    }
  }

  /// Copies the entries, since a map may return the same entry object again and again.
  private static final class Entries extends AbstractMap<@Nullable Object, @Nullable Object>
      implements TakenFrom {

    private final TakenElements<Map.Entry<@Nullable Object, @Nullable Object>> elements;

    private final Map<?, ?> map;

    Entries(Map<?, ?> map) {
      this.map = map;
      this.elements = new TakenElements<>(new EntriesOf(map));
    }

    @Override
    public Object source() {
      return map;
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return elements.size();
        }

        @Override
        public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
          return elements.iterator();
        }
      };
    }
  }

  private static final class EntriesOf
      extends AbstractCollection<Map.Entry<@Nullable Object, @Nullable Object>> {

    private final Map<?, ?> map;

    EntriesOf(Map<?, ?> map) {
      this.map = map;
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
      Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return entries.hasNext();
        }

        @Override
        public Map.Entry<@Nullable Object, @Nullable Object> next() {
          Map.Entry<?, ?> entry = entries.next();
          return new AbstractMap.SimpleImmutableEntry<>(entry.getKey(), entry.getValue());
        }
      };
    }
  }
}
