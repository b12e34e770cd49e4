// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import org.jspecify.annotations.Nullable;

/// A reader of values with slots: of fields or elements.
@FunctionalInterface
public interface Part {

  /// Reads a value.
  ///
  /// @param view the view whose method is called
  /// @param method the number of the view's method; its reusable result is kept under this number
  /// @param slot the value's slot
  /// @param begin the position of the value's first byte in the view's segment
  /// @param next the position after its last byte; not below `begin`, and within the segment
  /// @return the value; null if the slot is a null slot
  @Nullable Object read(ViewBase view, int method, int slot, long begin, long next);
}
