// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.MethodDescriptor;
import java.lang.foreign.MemorySegment;

/// A marshaller that can also write to memory and read from it. With it, messages are serialized
/// into shared memory and read from it, without a copy on either side.
///
/// `stream` and `parse` are still used for messages that are compressed, long, or have to wait, and
/// by other transports.
///
/// @param <T> the type of the messages
public interface SegmentMarshaller<T> extends MethodDescriptor.Marshaller<T> {

  /// Returns an upper bound of a message's length, which need not be close.
  ///
  /// @param message the message
  /// @return bytes; `Integer.MAX_VALUE` if it is not known: `stream` is used then
  int maxLength(T message);

  /// Serializes a message. Runs under a lock of the connection, so it should do nothing else.
  ///
  /// @param message the message
  /// @param destination memory as long as {@link #maxLength} has returned, with any content; valid
  ///   until this method returns
  /// @return the message's length
  int write(T message, MemorySegment destination);

  /// Reads a message. Runs on the thread that reads the connection, so it should be quick.
  ///
  /// @param source exactly the message, read-only; valid until this method returns. The other
  ///   process can change it at any time
  /// @return the message, which must not refer to the memory
  T read(MemorySegment source);
}
