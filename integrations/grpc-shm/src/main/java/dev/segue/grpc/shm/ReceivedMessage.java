// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.util.function.Consumer;

/// A received message, parsed or not.
///
/// @param <T> the type of the message
interface ReceivedMessage<T> {

  /// The number of bytes that were received.
  int wireLength();

  /// Whether it is compressed.
  boolean isCompressed();

  /// Parses the message, unless it was parsed before, and passes the value to the receiver, which
  /// then owns the value's resources. If the value is the stream itself, the stream stays open
  /// until the receiver returns. Called once.
  ///
  /// @throws RuntimeException if parsing has failed
  void passTo(Consumer<? super T> receiver);
}
