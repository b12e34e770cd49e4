// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.payload.PartReader;
import dev.segue.serializer.internal.wire.Strings;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Readers of values with slots that need no type of the public package.
final class ViewedParts {

  private ViewedParts() {}

  /// Creates strings.
  record Text() implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      return Strings.read(ViewBase.segment(view), begin, next, slot);
    }
  }

  /// Moves a nested view to an object.
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

  /// Slices the elements of an array of primitives.
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

  /// Reads whole objects.
  record Whole(PartReader reader) implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      return reader.read(ViewBase.segment(view), ViewBase.origin(view), begin, next, slot);
    }
  }
}
