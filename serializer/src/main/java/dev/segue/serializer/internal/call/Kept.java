// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/// References to memory that a large call has left for the next one. They do not keep it alive:
/// memory of a moderate size is cleared when memory is short, and larger memory by the next garbage
/// collection that finds it.
public final class Kept {

  /// The length of the longest array of bytes that is cleared only when memory is short.
  private static final int MOST_BYTES = 4 << 20;

  /// The same for tables of objects, which take some 16 bytes for each.
  private static final int MOST_OBJECTS = MOST_BYTES / 16;

  private Kept() {}

  /// Refers to an array.
  public static Reference<byte[]> of(byte[] array) {
    return of(array, array.length <= MOST_BYTES);
  }

  /// Refers to tables.
  ///
  /// @param objects the number of objects that they have room for
  static <T> Reference<T> of(T tables, int objects) {
    return of(tables, objects <= MOST_OBJECTS);
  }

  private static <T> Reference<T> of(T memory, boolean isModerate) {
    return isModerate ? new SoftReference<>(memory) : new WeakReference<>(memory);
  }
}
