// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

/// A serializer and zstd at level 3, with their buffers and contexts, all reused.
///
/// Belongs to one thread.
public interface Pipeline extends AutoCloseable {
  /// Serializes and compresses the object, over what was there before.
  ///
  /// @return the length of the frame
  long send(Object object);

  /// Decompresses and deserializes what [#send] left.
  Object receive();

  @Override
  void close();
}
