// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.workload.Workload;
import java.util.Map;

/// What a serialization library is asked to do.
///
/// @param library its name in the tables
/// @param object what is serialized
/// @param buffer the memory that it is serialized to
/// @param references whether an object that is referred to twice stays one object
/// @param schema whether reader and writer may have different versions of a class
public record GraphCase(
    String library, Workload object, Buffer buffer, boolean references, Schema schema) {
  /// The bytes that each library's buffer has: more than any workload needs.
  static final int BUFFER_BYTES = 64 * 1024;

  /// Memory to serialize to.
  public enum Buffer {
    /// A byte array.
    ARRAY,
    /// Native memory.
    DIRECT
  }

  /// How much the reader's class may differ from the writer's.
  public enum Schema {
    /// Not at all.
    CONSISTENT,
    /// By added, removed and reordered fields.
    COMPATIBLE
  }

  /// Reads the parameters of a JMH case. What it does not vary is as simple as can be.
  static GraphCase of(Map<String, String> params) {
    return new GraphCase(
        params.getOrDefault("library", ""),
        Workload.valueOf(params.getOrDefault("object", "STRUCT")),
        Buffer.valueOf(params.getOrDefault("buffer", "ARRAY")),
        Boolean.parseBoolean(params.getOrDefault("references", "false")),
        Schema.valueOf(params.getOrDefault("schema", "CONSISTENT")));
  }

  /// Creates the object: a graph where references matter, a tree where they don't.
  public Object create() {
    return references ? object.createWithReferences() : object.create();
  }
}
