// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/// Soft or weak references to memory that a large call leaves for the next one. Memory of moderate
/// size is softly reachable and freed when memory is short; larger memory is weakly reachable and
/// freed by the next garbage collection that finds it.
public final class Kept {

  /// The length in bytes of the longest array that is softly reachable.
  private static final int MOST_BYTES = 4 << 20;

  /// The largest number of objects for tables that are softly reachable; an object takes about 16
  /// bytes.
  private static final int MOST_OBJECTS = MOST_BYTES / 16;

  private Kept() {}

  /// Creates a reference to an array.
  public static Reference<byte[]> of(byte[] array) {
    return of(array, array.length <= MOST_BYTES);
  }

  /// Creates a reference to tables.
  ///
  /// @param objects the number of objects that they have room for
  static <T> Reference<T> of(T tables, int objects) {
    return of(tables, objects <= MOST_OBJECTS);
  }

  private static <T> Reference<T> of(T memory, boolean isModerate) {
    return isModerate ? new SoftReference<>(memory) : new WeakReference<>(memory);
  }
}
