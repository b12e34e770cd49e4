// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// What is done with a message that arrived.
@FunctionalInterface
public interface MessageHandler extends RangeHandler {

  /// Takes one message, in place.
  ///
  /// If this throws, the message counts as handled, and the exception goes to the caller of {@link
  /// Subscriber#poll}.
  ///
  /// @param message its bytes in the lane, aligned to 8; valid until this returns. Whoever wants
  ///   them longer copies them
  void onMessage(MemorySegment message);

  @Override
  default void onMessage(MemorySegment memory, long offset, long length) {
    onMessage(memory.asSlice(offset, length));
  }
}
