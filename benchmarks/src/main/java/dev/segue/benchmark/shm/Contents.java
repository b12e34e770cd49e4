// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.workload.Workload;

/// What messages hold, by a word on the command lines of the two processes.
final class Contents {
  private static final String BETWEEN = ":";

  private Contents() {}

  /// So many bytes.
  static String bytes(int length) {
    return Integer.toString(length);
  }

  /// An object that goes through a library.
  static String objects(Workload object, String library) {
    return object.name() + BETWEEN + library;
  }

  /// What the word says.
  static Content of(String word) {
    int between = word.indexOf(BETWEEN);
    return between < 0
        ? new Bytes(Integer.parseInt(word))
        : new ObjectContent(
            Workload.valueOf(word.substring(0, between)), word.substring(between + 1));
  }
}
