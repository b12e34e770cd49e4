// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.mixed.ClassesByRule;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads objects of classes that a rule allows, compared with registered ones.
///
/// The rule has met all classes before. The case `ORDER` has declared types only; the others hold
/// objects of types that no declaration names, so that a payload by rule states their names.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar ClassRulesBenchmark -bm avgt -tu ns -f 2
/// ```
public class ClassRulesBenchmark extends GraphBenchmark {
  /// How the classes became known.
  @Param({"segue", "segue-rules"})
  public String library = "";

  /// Whether readers may have other versions of the classes.
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
