// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.everyday.EverydayLibraries;
import dev.segue.benchmark.everyday.EverydayObject;
import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads objects of types that are common in business code.
///
/// The objects of the other benchmarks consist of numbers, arrays of numbers and a few strings.
/// These objects contain identifiers, dates, decimals, records, an `Optional`, sets and maps of
/// enums and a map of strings (`ORDER`), a hundred products that are mostly strings (`CATALOG`),
/// untyped maps and lists as a JSON parser creates them (`DOCUMENT`), and sorted maps and sets
/// (`RANKING`). References are not tracked; reader and writer have the same classes.
public class EverydayBenchmark extends GraphBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// The object to serialize.
  @Param public EverydayObject object = EverydayObject.ORDER;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  @Override
  Object create() {
    return object.create();
  }

  @Override
  GraphCodec open() {
    return EverydayLibraries.open(library, object, buffer);
  }
}
