// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Handles received messages, each as a segment that covers exactly the message.
@FunctionalInterface
public interface MessageHandler extends RawMessageHandler {

  /// Handles one message in place.
  ///
  /// If this throws, the message counts as handled, and the exception passes to the caller of
  /// {@link MessageReceiver#poll(MessageHandler, int)}.
  ///
  /// @param message the message's bytes, aligned to 8; valid until this returns. Copy them, or use
  ///   {@link Subscriber#hold()}, to keep them longer
  void onMessage(MemorySegment message);

  /// Calls {@link #onMessage} with a view of the message.
  @Override
  default void onRawMessage(MemorySegment memory, long offset, long length) {
    onMessage(memory.asSlice(offset, length));
  }
}
