// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.processes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.segue.benchmark.report.Json;
import dev.segue.benchmark.report.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Figures in JMH's JSON format, as if benchmark methods had measured them.
public final class JmhResults {
  private final List<String> jvmFlags;
  private final ArrayNode results = Json.array();

  /// Creates an empty list.
  ///
  /// @param jvmFlags of the measured processes
  public JmhResults(List<String> jvmFlags) {
    this.jvmFlags = jvmFlags;
  }

  /// Adds a figure.
  ///
  /// @param benchmark the qualified name of a method
  /// @param params the parameters, in JMH's form
  /// @param secondary further figures, by name
  public void add(
      String benchmark, Map<String, String> params, Metric figure, Map<String, Metric> secondary) {
    ObjectNode result = results.addObject();
    result.put("benchmark", benchmark);
    result.put("mode", "sample");
    result.put("threads", 1);
    ArrayNode arguments = result.putArray("jvmArgs");
    jvmFlags.forEach(arguments::add);
    ObjectNode all = result.putObject("params");
    params.forEach(all::put);
    put(result.putObject("primaryMetric"), figure);
    ObjectNode others = result.putObject("secondaryMetrics");
    secondary.forEach((name, other) -> put(others.putObject(name), other));
  }

  private static void put(ObjectNode node, Metric figure) {
    node.put("score", figure.value()).put("scoreUnit", figure.unit());
    node.putArray("rawData").addArray().add(figure.value());
  }

  void write(Path file) throws IOException {
    Json.write(results, file);
  }
}
