// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.workload.Workload;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads one object graph.
///
/// All libraries write the same object to the same kind of memory; either all of them track
/// references, or none does.
public class SerializationBenchmark extends GraphBenchmark {
  /// The library that serializes.
  @Param({
    "segue",
    "segue-opens",
    "segue-registry",
    "fory",
    "fory-fixed",
    "fory-metashared",
    "kryo",
    "fst",
    "hessian",
    "jdk",
    "protostuff",
    "jsonb",
    "activej",
    "handwritten"
  })
  public String library = "";

  /// The object to serialize.
  @Param public Workload object = Workload.STRUCT;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  /// Whether shared references are preserved.
  @Param({"false", "true"})
  public boolean references;

  /// Whether the reader may have different versions of the classes.
  @Param public GraphCase.Schema schema = GraphCase.Schema.CONSISTENT;

  private GraphCase graphCase() {
    return new GraphCase(library, object, buffer, references, schema);
  }

  @Override
  Object create() {
    return graphCase().create();
  }

  @Override
  GraphCodec open() {
    return GraphLibraries.open(graphCase());
  }
}
