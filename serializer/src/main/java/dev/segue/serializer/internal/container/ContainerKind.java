// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// What holds other values in rows, one to a row or, in maps, two: how to take it apart, and how to
/// put it together again.
public interface ContainerKind {

  /// Values in a row.
  int columns();

  /// How many rows a container has.
  int rows(Object container);

  /// The values, row by row.
  Iterator<? extends @Nullable Object> cells(Object container);

  /// Whether a container may change while it is written, so that its values are to be
  /// [taken][Snapshots] first.
  default boolean isShared(Object container) {
    return false;
  }

  /// What rows are put into.
  Object begin(int rows);

  /// Puts a row into what was begun. What it throws says that the container cannot hold it.
  void put(Object begun, int row, @Nullable Object first, @Nullable Object second);

  /// The container, when all rows are in. What it throws says that it cannot hold them.
  Object finish(Object begun);

  /// Whether what is begun is the container itself, so that its own elements may refer to it.
  boolean isSelf();

  /// About how many bytes a container takes on the heap however few rows it has, if that is more
  /// than a little.
  default int baseBytes() {
    return 0;
  }

  /// About how many bytes a row takes on the heap, without its values.
  int rowBytes();
}
