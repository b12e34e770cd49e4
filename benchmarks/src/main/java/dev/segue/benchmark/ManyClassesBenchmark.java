// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.mixed.ManyClasses;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads an object with one field of type `Object`, where 300 classes are registered and
/// the reader may have different versions of them.
///
/// Each library is in its compatible mode: a payload describes the fields of its classes. The
/// reported length shows whether it also describes other registered classes.
public class ManyClassesBenchmark extends GraphBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  @Override
  Object create() {
    return ManyClasses.create();
  }

  @Override
  GraphCodec open() {
    return ManyClasses.open(library, buffer);
  }
}
