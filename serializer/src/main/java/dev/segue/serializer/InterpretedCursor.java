// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.view.Root;
import dev.segue.serializer.internal.view.ViewBase;
import java.lang.foreign.MemorySegment;

/// A cursor for views that are not compiled.
final class InterpretedCursor extends ViewCursor<Object> {

  private final Root root;
  private final ViewBase view;

  InterpretedCursor(Root root, ViewBase view) {
    this.root = root;
    this.view = view;
  }

  @Override
  public Object at(MemorySegment source, long offset) {
    return root.point(view, source, offset);
  }
}
