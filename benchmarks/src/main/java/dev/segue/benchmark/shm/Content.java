// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.workload.Workload;
import java.lang.foreign.MemorySegment;

/// What messages hold: a stamp in the first word, which says what is to be done with them, and
/// something behind it.
interface Content {
  /// What stands before the content.
  int STAMP_BYTES = Long.BYTES;

  /// What separates the parts of a word.
  String BETWEEN = ":";

  /// So many bytes, as a word on the command lines of the two processes.
  static String bytes(int length) {
    return Integer.toString(length);
  }

  /// An object that goes through a library, as a word on the command lines of the two processes.
  static String object(Workload object, String library) {
    return object.name() + BETWEEN + library;
  }

  /// What the word says.
  static Content of(String word) {
    int between = word.indexOf(BETWEEN);
    return between < 0
        ? new ByteContent(Integer.parseInt(word))
        : new ObjectContent(
            Workload.valueOf(word.substring(0, between)), word.substring(between + 1));
  }

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
