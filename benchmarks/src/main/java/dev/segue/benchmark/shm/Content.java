// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.lang.foreign.MemorySegment;

/// What messages hold: a stamp in the first word, which says what is to be done with them, and
/// something behind it.
interface Content {
  /// What stands before the content.
  int STAMP_BYTES = Long.BYTES;

  /// The longest message.
  int mostBytes();

  /// Makes what a message in memory of the sender's holds, where it is not there from the last
  /// time.
  ///
  /// @return the message's length
  int prepare(MemorySegment message);

  /// Makes all that a message holds, behind its stamp.
  ///
  /// @return the message's length
  int make(MemorySegment memory, long offset);

  /// Takes in what has arrived.
  void read(MemorySegment memory, long offset, long length);

  /// Called at the end.
  ///
  /// @throws IllegalStateException where something else has arrived than was sent
  void check();
}
