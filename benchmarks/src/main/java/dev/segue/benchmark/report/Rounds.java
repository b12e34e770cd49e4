// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Joins the results of several rounds into one JMH result: all samples, and the median of the
/// scores.
final class Rounds {
  private static final String RAW = "rawData";
  private static final String SCORE = "score";

  private Rounds() {}

  /// Joins the results of each case, in the order of their first occurrence.
  static ArrayNode joined(ArrayNode results) {
    var cases = new LinkedHashMap<List<JsonNode>, List<JsonNode>>();
    for (JsonNode result : results) {
      List<JsonNode> key =
          List.of(result.path("benchmark"), result.path("params"), result.path("threads"));
      cases.computeIfAbsent(key, _ -> new ArrayList<>()).add(result);
    }
    ArrayNode joined = Json.array();
    cases.values().forEach(rounds -> joined.add(join(rounds)));
    return joined;
  }

  private static JsonNode join(List<JsonNode> rounds) {
    JsonNode whole = rounds.getFirst().deepCopy();
    join(
        whole.path("primaryMetric"),
        rounds.stream().map(one -> one.path("primaryMetric")).toList());
    rounds.forEach(round -> addMissing(whole.path("secondaryMetrics"), round));
    for (Map.Entry<String, JsonNode> metric : whole.path("secondaryMetrics").properties()) {
      String name = metric.getKey();
      join(
          metric.getValue(),
          rounds.stream().map(one -> one.path("secondaryMetrics").path(name)).toList());
    }
    return whole;
  }

  /// JMH omits metrics without events, such as collection time if no collection happened.
  private static void addMissing(JsonNode metrics, JsonNode round) {
    for (Map.Entry<String, JsonNode> metric : round.path("secondaryMetrics").properties()) {
      if (metrics instanceof ObjectNode all && !all.has(metric.getKey())) {
        all.set(metric.getKey(), metric.getValue().deepCopy());
      }
    }
  }

  private static void join(JsonNode whole, List<JsonNode> rounds) {
    List<JsonNode> measured = rounds.stream().filter(JsonNode::isObject).toList();
    if (measured.size() > 1 && whole instanceof ObjectNode metric) {
      ArrayNode forks = metric.putArray(RAW);
      measured.forEach(round -> round.path(RAW).forEach(forks::add));
      metric.put(SCORE, median(measured));
    }
  }

  private static double median(List<JsonNode> rounds) {
    double[] sorted =
        rounds.stream().mapToDouble(one -> one.path(SCORE).asDouble(Double.NaN)).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
