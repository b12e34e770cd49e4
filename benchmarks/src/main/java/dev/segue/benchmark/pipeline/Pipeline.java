// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import java.lang.foreign.MemorySegment;

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

  /// Serializes and compresses the object into memory of the caller's.
  ///
  /// @param room how many bytes the frame may take
  /// @return the length of the frame
  long send(Object object, MemorySegment memory, long offset, long room);

  /// Decompresses and deserializes a frame in memory of the caller's.
  Object receive(MemorySegment memory, long offset, long length);

  @Override
  void close();
}
