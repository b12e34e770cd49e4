// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.Nullable;

/// The elements for filling a container.
///
/// @param cells its elements; for a map, alternating keys and values
/// @param awaited the object that must be complete before methods of the keys are called; negative
///   if all keys are complete
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Gathered(@Nullable Object[] cells, int awaited) {

  /// Fills the container now, or once its keys are complete.
  public void fill(PayloadBuffer buffer, Runnable filling) {
    Session session = buffer.session();
    if (awaited < 0 || session == null) {
      filling.run();
    } else {
      session.readObjects().await(awaited, filling);
    }
  }
}
