// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

/// One library, set up for all classes and all memories.
interface MixedCodec {
  /// Serializes the object to its slot.
  ///
  /// @return the number of bytes written
  long serialize(Turn turn, Object object);

  /// Deserializes the object in the slot.
  Object deserialize(Turn turn);
}
