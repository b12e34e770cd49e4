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
import org.apache.commons.math3.distribution.TDistribution;

/// Reads and joins files of results in JMH's JSON format.
public final class ScoreFile {
  /// The parameters that can identify the library; the first that exists is used.
  private static final List<String> CONTESTANTS = List.of("library", "transport", "client");

  private static final double CONFIDENCE = 0.95;

  private ScoreFile() {}

  /// Reads results, in their order.
  ///
  /// @throws IOException if the file cannot be read or is not in JMH's JSON format
  public static List<Score> read(Path file) throws IOException {
    var scores = new ArrayList<Score>();
    for (JsonNode result : array(file)) {
      scores.add(score(result));
    }
    return scores;
  }

  /// Joins files. A case that occurs in several of them, as in several suites, is kept several
  /// times.
  ///
  /// @throws IOException if a file cannot be read or written
  public static void join(List<Path> parts, Path whole) throws IOException {
    Json.write(all(parts), whole);
  }

  /// Joins the files of one suite. A case that occurs in several of them was measured in several
  /// [Rounds].
  ///
  /// @throws IOException if a file cannot be read or written
  public static void joinRounds(List<Path> parts, Path whole) throws IOException {
    Json.write(Rounds.joined(all(parts)), whole);
  }

  private static ArrayNode all(List<Path> parts) throws IOException {
    ArrayNode all = Json.array();
    for (Path part : parts) {
      all.addAll(array(part));
    }
    return all;
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
    String contestant =
        CONTESTANTS.stream()
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
        contestant,
        Collections.unmodifiableMap(params),
        metric(Json.field(result, "primaryMetric")),
        secondary,
        flags);
  }

  private static Metric metric(JsonNode metric) throws IOException {
    var samples = new ArrayList<Double>();
    for (JsonNode fork : metric.path("rawData")) {
      fork.forEach(sample -> samples.add(sample.asDouble()));
    }
    return new Metric(
        Json.field(metric, "score").asDouble(Double.NaN),
        error(samples),
        Json.field(metric, "scoreUnit").asText());
  }

  /// Returns half of the confidence interval of the mean, by Student's distribution.
  static double error(List<Double> samples) {
    int count = samples.size();
    if (count < 2) {
      return Double.NaN;
    }
    double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares = samples.stream().mapToDouble(sample -> Math.pow(sample - mean, 2)).sum();
    double quantile =
        new TDistribution(count - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    return quantile * Math.sqrt(squares / (count - 1) / count);
  }
}
