// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

/// One library, set up for all classes and all memories.
interface MixedCodec {
  /// Serializes the object to its place.
  ///
  /// @return the bytes written
  long serialize(Turn turn, Object object);

  /// Deserializes what is at the place.
  Object deserialize(Turn turn);
}
