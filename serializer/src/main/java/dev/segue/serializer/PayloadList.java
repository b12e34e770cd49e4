// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewedRows;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The objects of a list in a payload. The view that returned it may move on meanwhile.
final class PayloadList implements ViewList<Object> {

  private final ViewedRows rows;
  private final Part part;

  /// Points where the list's owner does, and keeps the view of elements.
  private final ViewBase owner;

  private int slot;
  private long begin;
  private long next;
  private int size;

  PayloadList(ViewedRows rows, Part part) {
    this.rows = rows;
    this.part = part;
    this.owner = new ViewBase(1) {};
  }

  /// Points at a list.
  ///
  /// @return whether it is one, not null
  boolean point(ViewBase view, int slot, long begin, long next) {
    MemorySegment segment = ViewBase.segment(view);
    ViewBase.point(owner, segment, ViewBase.origin(view), ViewBase.start(view), ViewBase.end(view));
    this.slot = slot;
    this.begin = begin;
    this.next = next;
    this.size = rows.count(segment, slot, begin, next);
    return ViewedRows.isPresent(slot);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public @Nullable Object get(int index) {
    return rows.read(owner, 0, part, slot, begin, next, index);
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
