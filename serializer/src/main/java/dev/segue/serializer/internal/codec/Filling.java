// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Cycles;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import org.jspecify.annotations.Nullable;

/// A container that is being filled with a known number of rows, with the checks of its keys.
final class Filling {

  private final ContainerKind kind;
  private final Object begun;
  private final int rows;
  private final @Nullable Object container;
  private final @Nullable Keys keys;
  private final Options options;

  /// @param container the container to [gather][Gathered] rows for, or null to create one
  Filling(
      ContainerKind kind,
      int rows,
      @Nullable Object container,
      @Nullable Session session,
      Options options) {
    this.kind = kind;
    this.begun = kind.begin(rows);
    this.rows = rows;
    this.container = container;
    this.options = options;
    this.keys =
        container == null
            ? Keys.of(kind, begun, rows, session, options)
            : Keys.noting(container, session, options);
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

  /// Checks a null that was read from a slot.
  void checkNull(
      TypeRegistry registry, Medium medium, long current, int slot, Shape shape, int column) {
    if (UnknownNulls.isRefused(medium.session(), slot, kind, target(), column)) {
      int declared = UnknownNulls.declared(shape);
      throw UnknownNulls.refusal(registry, medium, current, slot, declared);
    }
  }

  /// Checks a null that was read from the number of an enum constant.
  void checkNull(int number, EnumConstants constants, Medium medium, long position, int column) {
    UnknownNulls.check(number, constants, position, kind, target(), column, medium.session());
  }

  private Object target() {
    return container == null ? begun : container;
  }

  /// Records that the first of two values in a row was read.
  void readKey() {
    Keys.read(keys);
  }

  /// Adds a row.
  ///
  /// @param position the end of the row, for the error when the container cannot hold it
  void put(int row, @Nullable Object first, @Nullable Object second, long position) {
    try {
      if (!Keys.defers(keys, first, second, position)) {
        kind.put(begun, row, first, second);
      }
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  /// Whether a complete container has fewer rows than were read, since keys have become equal. Rows
  /// that wait are checked when they are added.
  boolean hasEqualKeys(Object finished) {
    return container == null
        && kind.isKeyed()
        && kind.rows(finished) != rows
        && !options.mergesKeys()
        && kind.rows(finished) + Keys.waiting(keys) != rows;
  }

  /// Completes the container after all rows were added.
  Object finish(long position) {
    if (container != null) {
      return new Gathered((@Nullable Object[]) begun, keys == null ? Cycles.NONE : keys.awaited());
    }
    if (options.boundsKeys()) {
      HashGuard.checkBegun(kind, begun, options.maxCollidingKeys());
    }
    Object finished = Sequences.finish(kind, begun, position);
    Keys.finish(keys, finished, position);
    return finished;
  }
}
