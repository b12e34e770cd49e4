// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Cycles;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.KeyCost;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import org.jspecify.annotations.Nullable;

/// Fills a container with a known number of rows, and checks its keys.
final class Filling {

  private final ContainerKind kind;
  private final Object begun;
  private final int rows;
  private final @Nullable Object container;
  private final @Nullable Keys keys;
  private final Options options;

  private final @Nullable Session session;

  /// Whether the cost of keys is counted as they are added.
  private final boolean counts;

  /// The cost of the keys; null until a key is not free.
  private @Nullable KeyCost cost;

  /// The end of the last row.
  private long end;

  /// The end of the last key of a map.
  private long keyEnd;

  /// @param position the position of the rows
  /// @param container the container to [gather][Gathered] rows for, or null to create one
  Filling(
      ContainerKind kind,
      int rows,
      long position,
      @Nullable Object container,
      @Nullable Session session,
      Options options) {
    this.kind = kind;
    this.begun = kind.begin(rows);
    this.rows = rows;
    this.container = container;
    this.options = options;
    this.keys = keys(kind, begun, rows, container, session, options);
    this.session = session;
    this.counts =
        session != null && container == null && kind.isKeyed() && KeyCost.isCounted(begun, session);
    this.end = position;
  }

  private static @Nullable Keys keys(
      ContainerKind kind,
      Object begun,
      int rows,
      @Nullable Object container,
      @Nullable Session session,
      Options options) {
    if (session == null && !options.boundsKeys()) {
      return null; // checked before loading the class, which would delay the first object
    }
    return container == null
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
      TypeRegistry registry,
      PayloadBuffer buffer,
      long current,
      int slot,
      Shape shape,
      int column) {
    if (UnknownNulls.isRefused(buffer.session(), slot, kind, target(), column)) {
      int declared = UnknownNulls.declared(shape);
      throw UnknownNulls.refusal(registry, buffer, current, slot, declared);
    }
  }

  /// Checks a null that was read from the number of an enum constant.
  void checkNull(
      int number, EnumConstants constants, PayloadBuffer buffer, long position, int column) {
    UnknownNulls.check(number, constants, position, kind, target(), column, buffer.session());
  }

  private Object target() {
    return container == null ? begun : container;
  }

  /// Records that the first of two values in a row was read.
  ///
  /// @param position the end of the first
  void readKey(long position) {
    if (keys != null) {
      Keys.read(keys, position);
    }
    if (cost != null) {
      cost.endKey(position);
    } else if (counts) {
      keyEnd = position;
    }
  }

  /// Adds a row to the container.
  ///
  /// @param position the end of the row, for the error when the container cannot hold it
  void put(int row, @Nullable Object first, @Nullable Object second, long position) {
    try {
      if (keys == null || !Keys.defers(keys, first, second, position)) {
        if (counts) {
          count(first, position);
        }
        kind.put(begun, row, first, second);
      }
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  private void count(@Nullable Object key, long position) {
    if (cost == null && !KeyCost.isFree(key)) {
      cost = KeyCost.of(kind, begun, rows, end, session);
      if (cost != null && kind.columns() > 1) {
        cost.endKey(keyEnd);
      }
    }
    KeyCost.addIfAny(cost, key, position);
    end = position;
  }

  /// Whether a complete container has fewer rows than were read, because keys have become equal.
  /// Waiting rows are checked when they are added.
  boolean hasEqualKeys(Object finished) {
    return container == null
        && kind.isKeyed()
        && kind.rows(finished) != rows
        && !options.mergesKeys()
        && kind.rows(finished) + Keys.waiting(keys) != rows;
  }

  /// Completes the container after all rows were added.
  ///
  /// @param rowsEnd the end of the rows
  Object finish(long position, long rowsEnd) {
    if (container != null) {
      return new Gathered((@Nullable Object[]) begun, keys == null ? Cycles.NONE : keys.awaited());
    }
    if (options.boundsKeys()) {
      HashGuard.checkBegun(kind, begun, options.maxCollidingKeys());
    }
    boolean isMap = kind.columns() > 1;
    if (session != null) {
      KeyCost.addBegun(kind, begun, isMap ? KeyCost.keyBytes(cost) : rowsEnd - position, session);
    }
    Object finished = Sequences.finish(kind, begun, position);
    if (keys != null) {
      Keys.finish(keys, finished, position);
    }
    return finished;
  }
}
