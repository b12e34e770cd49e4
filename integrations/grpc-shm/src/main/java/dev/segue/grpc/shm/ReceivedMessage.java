// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.util.function.Consumer;

/// A message that was received, parsed or not.
///
/// @param <T> the type of the message
interface ReceivedMessage<T> {

  /// The number of bytes that were received.
  int wireLength();

  /// Whether it is compressed.
  boolean isCompressed();

  /// Parses the message, unless it was parsed before, and passes it on: the receiver of a value
  /// that owns something is responsible for that. A stream that is the value stays open until the
  /// receiver returns. Called once.
  ///
  /// @throws RuntimeException if parsing has failed
  void passTo(Consumer<? super T> receiver);
}
