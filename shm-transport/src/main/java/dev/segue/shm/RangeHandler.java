// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// What is done with a message that arrived, where not even a view of it may be allocated.
///
/// A {@link MessageHandler} gets a view of the message and nothing but the message. The compiler
/// does not allocate such a view where it sees through the handler; with many kinds of handlers, or
/// of memory, it cannot, and then a view is 40 bytes of garbage. This one is given the memory of
/// the lane, and is told where in it the message is.
@FunctionalInterface
public interface RangeHandler {

  /// Takes one message, in place.
  ///
  /// If this throws, the message counts as handled, and the exception goes to the caller of {@link
  /// Subscriber#poll(RangeHandler, int)}.
  ///
  /// @param memory the lane's; what is in it around the message is of no use, and to be left alone
  /// @param offset where the message begins, a multiple of 8
  /// @param length how long it is; the bytes are valid until this returns
  void onMessage(MemorySegment memory, long offset, long length);
}
