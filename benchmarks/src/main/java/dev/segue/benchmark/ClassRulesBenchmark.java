// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.mixed.ClassesByRule;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads objects of classes that a rule allows, compared with registered ones.
///
/// All classes have been used before the measurement. The case `ORDER` has only declared types; the
/// others contain objects of undeclared types, so that a payload with rules states their names.
///
/// ```
/// ./segue bench rules -- -bm avgt -tu ns
/// ```
public class ClassRulesBenchmark extends GraphBenchmark {
  /// How the classes are allowed.
  @Param({"segue", "segue-rules"})
  public String library = "";

  /// Whether readers may have different versions of the classes.
  @Param public GraphCase.Schema schema = GraphCase.Schema.CONSISTENT;

  /// The object to serialize.
  @Param public ClassesByRule.Graph object = ClassesByRule.Graph.OPEN_FIELD;

  @Override
  Object create() {
    return object.create();
  }

  @Override
  GraphCodec open() {
    return ClassesByRule.open(library, schema, object);
  }
}
