// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// A kind of container: converts a container to rows of values, and creates one from rows. A row
/// has one value, or two for maps.
public interface ContainerKind {

  /// The number of values in a row.
  int columns();

  /// The number of rows of a container.
  int rows(Object container);

  /// The values of a container, row by row.
  Iterator<? extends @Nullable Object> cells(Object container);

  /// Whether other threads may change a container while it is written, so that a
  /// [snapshot][Snapshots] of its values is needed.
  default boolean isShared(Object container) {
    return false;
  }

  /// Creates an object that collects rows.
  Object begin(int rows);

  /// Adds a row to the object from [#begin]. Throws if the container cannot hold it.
  void put(Object begun, int row, @Nullable Object first, @Nullable Object second);

  /// Returns the container after all rows were added. Throws if it cannot hold them.
  Object finish(Object begun);

  /// Whether equal keys or elements are merged, so that a container can have fewer rows than were
  /// added.
  default boolean isKeyed() {
    return false;
  }

  /// Whether [#begin] returns the container itself, so that its own elements may refer to it.
  boolean isSelf();

  /// The approximate heap size of a container that does not depend on its rows; zero if negligible.
  default int baseBytes() {
    return 0;
  }

  /// The approximate heap size of a row, without its values.
  int rowBytes();
}
