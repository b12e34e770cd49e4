// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

/// A library that is set up for one kind of object and one kind of buffer, which it reuses.
///
/// Not thread-safe.
public interface GraphCodec extends AutoCloseable {
  /// Serializes the object to the start of the buffer, overwriting the previous one.
  ///
  /// @return the number of bytes written
  long serialize(Object object);

  /// Deserializes the latest result of [#serialize]. May be called repeatedly.
  Object deserialize();

  @Override
  default void close() {}
}
