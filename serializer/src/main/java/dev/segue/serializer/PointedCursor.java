// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.view.Pointer;
import java.lang.foreign.MemorySegment;

/// A cursor with code that was generated at build time in the package of the view's interface.
final class PointedCursor extends ViewCursor<Object> {

  private final Pointer pointer;

  PointedCursor(Pointer pointer) {
    this.pointer = pointer;
  }

  @Override
  public Object at(MemorySegment source, long offset) {
    return pointer.at(source, offset);
  }
}
