// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

/// Straight-line code for one class on one kind of memory, little-endian, without a header.
///
/// Not thread-safe.
///
/// @param <M> the memory
/// @param <T> the class
public interface Straight<M, T> {
  /// Writes the object.
  ///
  /// @return the number of bytes written
  int write(M memory, int offset, T object);

  /// Reads an object that [#write] wrote.
  T read(M memory, int offset);
}
