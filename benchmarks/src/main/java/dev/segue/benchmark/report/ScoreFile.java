// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads and joins result files in JMH's JSON format, extended by the number of the round.
public final class ScoreFile {
  /// The field for the number of the round; 1 if it is absent.
  public static final String ROUND = "round";

  /// The parameters that can identify the library; the first that exists is used.
  private static final List<String> LIBRARIES = List.of("library", "transport", "client");

  private ScoreFile() {}

  /// Reads the results of all rounds, in order.
  ///
  /// @throws IOException if the file cannot be read or is not in JMH's JSON format
  public static List<Score> read(Path file) throws IOException {
    var scores = new ArrayList<Score>();
    for (JsonNode result : array(file)) {
      scores.add(score(result));
    }
    return scores;
  }

  /// Joins files, in order.
  ///
  /// @throws IOException if a file cannot be read or written
  public static void join(List<Path> cells, Path to) throws IOException {
    ArrayNode all = Json.array();
    for (Path cell : cells) {
      all.addAll(array(cell));
    }
    Json.write(all, to);
  }

  private static ArrayNode array(Path file) throws IOException {
    if (Json.read(file) instanceof ArrayNode array) {
      return array;
    }
    throw new IOException(file + " has no JMH results");
  }

  private static Score score(JsonNode result) throws IOException {
    String qualified = Json.field(result, "benchmark").asText();
    int method = qualified.lastIndexOf('.');
    String benchmark = qualified.substring(qualified.lastIndexOf('.', method - 1) + 1);
    var params = new LinkedHashMap<String, String>();
    result
        .path("params")
        .properties()
        .forEach(param -> params.put(param.getKey(), param.getValue().asText()));
    String library =
        LIBRARIES.stream()
            .filter(params::containsKey)
            .findFirst()
            .map(params::remove)
            .orElse("this");
    params.put("threads", String.valueOf(result.path("threads").asInt(1)));
    var secondary = new LinkedHashMap<String, Metric>();
    for (Map.Entry<String, JsonNode> other : result.path("secondaryMetrics").properties()) {
      secondary.put(other.getKey(), metric(other.getValue()));
    }
    var flags = new ArrayList<String>();
    result.path("jvmArgs").forEach(flag -> flags.add(flag.asText()));
    return new Score(
        benchmark,
        Collections.unmodifiableMap(params),
        library,
        result.path(ROUND).asInt(1),
        metric(Json.field(result, "primaryMetric")),
        secondary,
        flags);
  }

  private static Metric metric(JsonNode metric) throws IOException {
    return new Metric(
        Json.field(metric, "score").asDouble(Double.NaN), Json.field(metric, "scoreUnit").asText());
  }
}
