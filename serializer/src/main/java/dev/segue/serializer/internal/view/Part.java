// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import org.jspecify.annotations.Nullable;

/// Reads a value that has a slot, be it a field's or an element's.
public interface Part {

  /// @param view what is looked through
  /// @param method the number of its method, under which the view keeps what is reused
  /// @param slot the value's slot
  /// @param begin where its bytes begin
  /// @param next where they end; the two are in the view's segment, and in this order
  /// @return the value; null if there is none
  @Nullable Object read(ViewBase view, int method, int slot, long begin, long next);
}
