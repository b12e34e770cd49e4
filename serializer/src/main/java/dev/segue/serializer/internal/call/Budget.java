// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Sequences;

/// The memory that reading one payload may allocate, by an estimate of the size of objects.
abstract class Budget extends CacheMargin {

  private final long maxBytes;
  private long left;

  private Budget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  static Budget of(long maxBytes) {
    return new Apart(maxBytes);
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

  /// With a margin after the fields, see [CacheMargin].
  private static final class Apart extends Budget {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Apart(long maxBytes) {
      super(maxBytes);
    }
  }
}
