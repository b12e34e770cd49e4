// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.payload.PartReader;
import dev.segue.serializer.internal.wire.Strings;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The kinds of value with a slot that a view's method returns.
final class ViewedParts {

  private ViewedParts() {}

  /// A string.
  record Text() implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      return Strings.read(ViewBase.segment(view), begin, next, slot);
    }
  }

  /// An object of a class with a plan, through a view that is kept.
  record Nested(ViewFactory views) implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      long start = Places.object(slot, begin, next, views.plan().layout().fixedBytes());
      if (start == Places.NOWHERE) {
        return null;
      }
      ViewBase nested = (ViewBase) ViewBase.kept(view, method);
      if (nested == null) {
        nested = views.create();
        ViewBase.keep(view, method, nested);
      }
      ViewBase.point(nested, ViewBase.segment(view), ViewBase.origin(view), start, next);
      return ViewBase.surface(nested);
    }
  }

  /// The elements of an array of primitives, where they are.
  record Slice() implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      if (Places.array(slot, begin, next) == Places.NOWHERE) {
        return null;
      }
      MemorySegment segment = ViewBase.segment(view);
      return segment.asSlice(begin, next - begin).asReadOnly();
    }
  }

  /// A value of its own.
  record Whole(PartReader reader) implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      return reader.read(ViewBase.segment(view), ViewBase.origin(view), begin, next, slot);
    }
  }
}
