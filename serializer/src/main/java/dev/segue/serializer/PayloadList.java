// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewedElements;
import dev.segue.serializer.internal.view.ViewedRows;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// A list of objects in a payload. It keeps its own position when the view that returned it moves.
final class PayloadList implements ViewList<Object> {

  private final ViewedElements elements;

  /// Creates a list at the current position of its owner, with a view for the elements.
  private final ViewBase owner;

  private int slot;
  private long begin;
  private long next;
  private int size;

  private PayloadList(ViewedElements elements) {
    this.elements = elements;
    this.owner = new ViewBase(1) {};
  }

  /// Returns a reader of lists with the given elements.
  static Part part(ViewedElements elements) {
    return (view, method, slot, begin, next) -> {
      PayloadList list = (PayloadList) ViewBase.kept(view, method);
      if (list == null) {
        list = new PayloadList(elements);
        ViewBase.keep(view, method, list);
      }
      return list.point(view, slot, begin, next) ? list : null;
    };
  }

  /// Moves this to a list.
  ///
  /// @return whether the list is not null
  private boolean point(ViewBase view, int slot, long begin, long next) {
    MemorySegment segment = ViewBase.segment(view);
    ViewBase.point(owner, segment, ViewBase.origin(view), ViewBase.start(view), ViewBase.end(view));
    this.slot = slot;
    this.begin = begin;
    this.next = next;
    this.size = elements.count(segment, slot, begin, next);
    return ViewedRows.isPresent(slot);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public @Nullable Object get(int index) {
    return elements.read(owner, 0, slot, begin, next, index);
  }

  @Override
  public Iterator<@Nullable Object> iterator() {
    return new Iterator<@Nullable Object>() {
      private int index;

      @Override
      public boolean hasNext() {
        return index < size;
      }

      @Override
      public @Nullable Object next() {
        if (index >= size) {
          throw new NoSuchElementException();
        }
        return get(index++);
      }
    };
  }
}
