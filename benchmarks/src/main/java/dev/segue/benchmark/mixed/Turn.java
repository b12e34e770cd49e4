// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Whose turn it is: an object, and a memory for it.
///
/// @param index of the object and its class
/// @param memory where to
record Turn(int index, Memory memory) {
  /// Where in the memory the object's bytes are.
  int offset() {
    return index * Memory.SLOT_BYTES;
  }

  /// Each object with each memory, in an order without a pattern.
  static List<Turn> shuffled(Random random) {
    var turns = new ArrayList<Turn>();
    for (Memory memory : Memory.values()) {
      for (int i = 0; i < UnseenClasses.COUNT; i++) {
        turns.add(new Turn(i, memory));
      }
    }
    Collections.shuffle(turns, random);
    return List.copyOf(turns);
  }
}
