// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Iterates over the values of a container that is being written. Exceptions of the container
/// itself become serialization errors, and so does a change of the container's size during
/// iteration.
final class Cells {

  private Cells() {}

  static int rows(ContainerKind kind, Object container) {
    try {
      return kind.rows(container);
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  static Iterator<? extends @Nullable Object> of(ContainerKind kind, Object container) {
    try {
      return kind.cells(container);
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  /// The next value.
  ///
  /// @param row the index of the value's row, of `rows` rows
  static @Nullable Object next(
      Iterator<? extends @Nullable Object> cells, int row, int rows, Object container) {
    try {
      if (!cells.hasNext()) {
        throw Failures.changed(row, rows);
      }
      return cells.next();
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  /// Checks that no values are left.
  static void requireEnd(Iterator<?> cells, int rows, Object container) {
    try {
      if (cells.hasNext()) {
        throw Failures.changed(rows, rows);
      }
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }
}
