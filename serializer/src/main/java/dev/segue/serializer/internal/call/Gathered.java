// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.Nullable;

/// What a container is to be filled with.
///
/// @param cells its elements; of a map, keys and values in turn
/// @param awaited the object that must be complete before its keys are asked; negative if all are
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Gathered(@Nullable Object[] cells, int awaited) {

  /// Fills the container, now or when its keys are complete.
  public void fill(Medium medium, Runnable filling) {
    Session session = medium.session();
    if (awaited < 0 || session == null) {
      filling.run();
    } else {
      session.readObjects().await(awaited, filling);
    }
  }
}
