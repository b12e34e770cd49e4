// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import java.lang.foreign.MemorySegment;

/// A serializer combined with zstd at level 3, with reused buffers and contexts.
///
/// Not thread-safe.
public interface Pipeline extends AutoCloseable {
  /// Serializes and compresses the object, overwriting the previous one.
  ///
  /// @return the length of the frame
  long send(Object object);

  /// Decompresses and deserializes the result of [#send(Object)].
  Object receive();

  /// Serializes and compresses the object into memory of the caller.
  ///
  /// @param room maximum length of the frame
  /// @return the length of the frame
  long send(Object object, MemorySegment memory, long offset, long room);

  /// Decompresses and deserializes a frame in memory of the caller.
  Object receive(MemorySegment memory, long offset, long length);

  @Override
  void close();
}
