// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCase;

/// What a serialization library is asked to do.
///
/// @param library its name in the tables
/// @param data what is serialized
/// @param arraySize the bytes of each buffer, or the elements of each array in it
/// @param buffer the memory that the payload is written to
/// @param copy whether the contents are written to the payload, or handed over beside it
public record ZeroCopyCase(
    String library, Contents data, int arraySize, GraphCase.Buffer buffer, boolean copy) {
  /// The bytes that each library's buffer has: more than any of these objects needs.
  static final int BUFFER_BYTES = 512 * 1024;

  /// Creates the object.
  public Object create() {
    return data.create(arraySize);
  }
}
