// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

/// The kinds of memory, used alternately.
enum Memory {
  /// A byte array.
  HEAP,
  /// Allocated outside the heap.
  NATIVE,
  /// A file.
  MAPPED;

  /// The size of the slot for each object in each memory: more than any needs.
  static final int SLOT_BYTES = 16 * 1024;

  static final int BYTES = UnseenClasses.COUNT * SLOT_BYTES;
}
