// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.workload.Workload;

/// A task for a serialization library.
///
/// @param library its name in the tables
/// @param object the object to serialize
/// @param buffer the memory that it is serialized to
/// @param references whether shared references are preserved
/// @param schema whether reader and writer may have different versions of a class
public record GraphCase(
    String library, Workload object, Buffer buffer, boolean references, Schema schema) {
  /// The size of each library's buffer: larger than any workload needs.
  static final int BUFFER_BYTES = 64 * 1024;

  /// Memory to serialize to.
  public enum Buffer {
    /// A byte array.
    ARRAY,
    /// Native memory.
    DIRECT
  }

  /// The differences allowed between the reader's and the writer's class.
  public enum Schema {
    /// None.
    CONSISTENT,
    /// Added, removed and reordered fields.
    COMPATIBLE
  }

  /// Creates the object: a graph if references are tracked, otherwise a tree.
  public Object create() {
    return references ? object.createWithReferences() : object.create();
  }
}
