// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.payload.Payload;
import org.jspecify.annotations.Nullable;

/// The last few views that a cursor has used for payloads with other layouts.
final class Siblings {

  private static final int MOST = 3;

  /// A view, and the payloads that it is for.
  record Sibling(Payload reader, ObjectLayout layout, ViewBase view) {
    @SuppressWarnings("ReferenceEquality") // there is one reader per schema
    boolean isFor(Payload reader, Class<?> type) {
      return reader == this.reader && type == layout.type();
    }
  }

  private final @Nullable Sibling[] known = new Sibling[MOST];
  private int next;

  @Nullable Sibling find(Payload reader, Class<?> type) {
    for (Sibling sibling : known) {
      if (sibling != null && sibling.isFor(reader, type)) {
        return sibling;
      }
    }
    return null;
  }

  /// Adds a view, which replaces the oldest one if there is no room.
  void add(Sibling sibling) {
    known[next] = sibling;
    next = (next + 1) % MOST;
  }
}
