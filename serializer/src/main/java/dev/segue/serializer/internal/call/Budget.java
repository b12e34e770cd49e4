// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Sequences;

/// The memory that reading one payload may allocate, according to an estimate of object sizes.
abstract class Budget extends CacheMargin {

  private final Limits limits;
  private long left;

  private Budget(Limits limits) {
    this.limits = limits;
  }

  static Budget of(Limits limits) {
    return new Padded(limits);
  }

  /// Begins a call.
  ///
  /// @param payloadBytes the length of the payload that is read
  void begin(long payloadBytes) {
    left = limits.allocation(payloadBytes);
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
      throw limits.isBounded()
          ? Failures.allocation(limits.maxAllocationBytes(), position)
          : Failures.allocationByLength(
              Limits.ALLOCATION_FACTOR, Limits.ALLOCATION_FLOOR, position);
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

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends Budget {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Padded(Limits limits) {
      super(limits);
    }
  }
}
