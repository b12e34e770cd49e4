// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

/// One library, set up for one kind of object and one kind of buffer, which it reuses.
///
/// Belongs to one thread.
public interface GraphCodec extends AutoCloseable {
  /// Serializes the object to the start of the buffer, over what was there.
  ///
  /// @return the bytes written
  long serialize(Object object);

  /// Deserializes what [#serialize] wrote last. May be called again and again.
  Object deserialize();

  @Override
  default void close() {}
}
