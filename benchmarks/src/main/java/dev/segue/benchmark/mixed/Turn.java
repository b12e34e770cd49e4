// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// An object and the memory to write it to.
///
/// @param index index of the object and its class
/// @param memory index of the memory
record Turn(int index, int memory) {
  /// The size of the slot for each object in each memory: larger than any object needs.
  static final int SLOT_BYTES = 16 * 1024;

  /// Returns the offset of the object's slot in the memory.
  int offset() {
    return index * SLOT_BYTES;
  }

  /// Returns every combination of object and memory, in random order.
  static List<Turn> shuffled(Random random, int memories) {
    var turns = new ArrayList<Turn>();
    for (int memory = 0; memory < memories; memory++) {
      for (int i = 0; i < UnseenClasses.COUNT; i++) {
        turns.add(new Turn(i, memory));
      }
    }
    Collections.shuffle(turns, random);
    return List.copyOf(turns);
  }
}
