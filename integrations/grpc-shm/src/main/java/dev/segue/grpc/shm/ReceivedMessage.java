// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// A message that was received, parsed or not.
///
/// @param <T> the type of the message
interface ReceivedMessage<T> {

  /// The number of bytes that were received.
  int wireLength();

  /// Whether it is compressed.
  boolean isCompressed();

  /// Parses the message, or returns the result of having parsed it. Called once.
  ///
  /// @throws RuntimeException if that has failed
  T value();
}
