// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

/// Straight-line code for one class on one kind of memory, little-endian, without a header.
///
/// Belongs to one thread.
///
/// @param <M> the memory
/// @param <T> the class
public interface Straight<M, T> {
  /// Writes the object.
  ///
  /// @return the bytes written
  int write(M memory, int offset, T object);

  /// Reads what [#write] wrote.
  T read(M memory, int offset);
}
