// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.workload.Workload;
import java.lang.foreign.MemorySegment;

/// The content of messages: a stamp in the first word, which tells the receiver what to do,
/// followed by data.
interface Content {
  /// The length of the stamp before the data.
  int STAMP_BYTES = Long.BYTES;

  /// The separator between the parts of a word.
  String BETWEEN = ":";

  /// Returns the command-line word for a number of bytes.
  static String bytes(int length) {
    return Integer.toString(length);
  }

  /// Returns the command-line word for an object that a library serializes.
  static String object(Workload object, String library) {
    return object.name() + BETWEEN + library;
  }

  /// Parses a word.
  static Content of(String word) {
    int between = word.indexOf(BETWEEN);
    return between < 0
        ? new ByteContent(Integer.parseInt(word))
        : new ObjectContent(
            Workload.valueOf(word.substring(0, between)), word.substring(between + 1));
  }

  /// Returns the length of the longest message.
  int mostBytes();

  /// Fills a message in the sender's memory, unless it is still there from the last time.
  ///
  /// @return the message's length
  int prepare(MemorySegment message);

  /// Writes the data of a message, after its stamp.
  ///
  /// @return the message's length
  int make(MemorySegment memory, long offset);

  /// Reads a message that arrived.
  void read(MemorySegment memory, long offset, long length);

  /// Called at the end.
  ///
  /// @throws IllegalStateException if the content that arrived differs from the content sent
  void check();
}
