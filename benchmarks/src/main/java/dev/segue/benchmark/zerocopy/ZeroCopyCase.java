// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCase;

/// A task for a serialization library.
///
/// @param library its name in the tables
/// @param data the object to serialize
/// @param arraySize the bytes of each buffer, or the elements of each array in it
/// @param buffer the memory that the payload is written to
/// @param copy whether the contents are part of the payload, or passed out of band
public record ZeroCopyCase(
    String library, Contents data, int arraySize, GraphCase.Buffer buffer, boolean copy) {
  /// The size of each library's buffer: larger than any of these objects.
  static final int BUFFER_BYTES = 512 * 1024;

  /// Creates the object.
  public Object create() {
    return data.create(arraySize);
  }
}
