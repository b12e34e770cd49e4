// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Handles received messages by memory and offset, without a view of each message.
///
/// A {@link MessageHandler} gets a view that covers exactly the message. The JIT usually eliminates
/// that view by escape analysis. When a call site sees several handler types it cannot, and each
/// message then costs 40 bytes of garbage. A raw handler gets the memory of the whole lane and the
/// message's position in it instead, and costs none.
@FunctionalInterface
public interface RawMessageHandler {

  /// Handles one message in place.
  ///
  /// If this throws, the message counts as handled, and the exception passes to the caller of
  /// {@link Subscriber#poll(RawMessageHandler, int)}.
  ///
  /// @param memory the memory of the lane. Bytes outside the message belong to other messages and
  ///   must not be touched
  /// @param offset where the message begins in it, a multiple of 8
  /// @param length the message's length in bytes; they are valid until this returns
  void onRawMessage(MemorySegment memory, long offset, long length);
}
