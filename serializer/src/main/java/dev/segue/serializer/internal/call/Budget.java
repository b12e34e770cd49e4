// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Sequences;

/// The memory that reading one payload may allocate, by an estimate of the size of objects.
final class Budget {

  private final long maxBytes;
  private long left;

  Budget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// Begins a call.
  void begin() {
    left = maxBytes;
  }

  /// Continues with the rest of another call's budget.
  void continueFrom(Budget other) {
    left = other.left;
  }

  /// Counts an allocation before it happens.
  ///
  /// @throws dev.segue.serializer.SerializationException if it exceeds the budget
  void charge(long bytes, long position) {
    left -= bytes;
    if (left < 0) {
      throw Failures.allocation(maxBytes, position);
    }
  }

  /// Counts the allocation of an array or a list.
  void charge(int elements, int widthBytes, long position) {
    charge(Sequences.HEADER_ESTIMATE_BYTES + (long) elements * widthBytes, position);
  }

  /// Counts the allocation of a container.
  void charge(ContainerKind kind, int rows, long position) {
    charge(kind.baseBytes(), position);
    charge(rows, kind.rowBytes(), position);
  }
}
