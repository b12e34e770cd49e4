// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import org.jspecify.annotations.Nullable;

/// A container that is being filled with so many rows, and what watches over its keys.
final class Filling {

  private final ContainerKind kind;
  private final Object begun;
  private final int rows;
  private final @Nullable HashGuard guard;
  private final @Nullable KeyWalk walk;

  Filling(ContainerKind kind, int rows, @Nullable Session session) {
    this.kind = kind;
    this.begun = kind.begin(rows);
    this.rows = rows;
    this.guard = HashGuard.of(begun, rows);
    this.walk = KeyWalk.of(session, begun);
  }

  Object begun() {
    return begun;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return kind.columns();
  }

  /// Puts a row in.
  ///
  /// @param position where it ends, for the error when the container cannot hold it
  void put(int row, @Nullable Object first, @Nullable Object second, long position) {
    try {
      KeyWalk.checkIfAny(walk, first);
      HashGuard.checkIfAny(guard, first);
      kind.put(begun, row, first, second);
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  /// The container, when all rows are in.
  Object finish(long position) {
    return Sequences.finish(kind, begun, position);
  }
}
