// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was measured in several rounds, as one result of JMH's: each round is a fork, and the score
/// is their median.
final class Rounds {
  private static final String RAW = "rawData";

  private Rounds() {}

  /// The results, each case once, in the order in which they first stand.
  static ArrayNode joined(ArrayNode results) {
    var cases = new LinkedHashMap<List<JsonNode>, ObjectNode>();
    for (JsonNode result : results) {
      List<JsonNode> key =
          List.of(result.path("benchmark"), result.path("params"), result.path("threads"));
      ObjectNode first = cases.get(key);
      if (first == null) {
        cases.put(key, result.deepCopy());
      } else {
        add(result, first);
      }
    }
    return Json.array().addAll(cases.values());
  }

  private static void add(JsonNode round, ObjectNode result) {
    add(round.path("primaryMetric"), result.path("primaryMetric"));
    for (Map.Entry<String, JsonNode> metric : result.path("secondaryMetrics").properties()) {
      add(round.path("secondaryMetrics").path(metric.getKey()), metric.getValue());
    }
  }

  private static void add(JsonNode round, JsonNode metric) {
    if (metric instanceof ObjectNode object && object.get(RAW) instanceof ArrayNode forks) {
      round.path(RAW).forEach(forks::add);
      object.put("score", median(forks));
    }
  }

  private static double median(ArrayNode forks) {
    var samples = new ArrayList<Double>();
    forks.forEach(fork -> fork.forEach(sample -> samples.add(sample.asDouble())));
    samples.sort(null);
    int middle = samples.size() / 2;
    return samples.size() % 2 == 1
        ? samples.get(middle)
        : (samples.get(middle - 1) + samples.get(middle)) / 2;
  }
}
