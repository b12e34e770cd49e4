// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Scores for tests.
final class Scores {
  private Scores() {}

  /// Returns a score for each value, the first in round 1.
  static List<Score> of(
      String benchmark, String params, String library, String unit, double... values) {
    var scores = new ArrayList<Score>();
    for (int round = 1; round <= values.length; round++) {
      scores.add(score(benchmark, params, library, round, new Metric(values[round - 1], unit)));
    }
    return scores;
  }

  static Score score(String benchmark, String params, String library, int round, Metric primary) {
    return new Score(benchmark, params(params), library, round, primary, Map.of(), List.of());
  }

  static Score with(Score score, Map<String, Metric> secondary) {
    return new Score(
        score.benchmark(),
        score.params(),
        score.library(),
        score.round(),
        score.primary(),
        secondary,
        score.jvmFlags());
  }

  static Score inRound(Score score, int round) {
    return new Score(
        score.benchmark(),
        score.params(),
        score.library(),
        round,
        score.primary(),
        score.secondary(),
        score.jvmFlags());
  }

  static List<Score> withFlags(List<Score> scores, String... flags) {
    return scores.stream()
        .map(score ->
            new Score(
                score.benchmark(),
                score.params(),
                score.library(),
                score.round(),
                score.primary(),
                score.secondary(),
                List.of(flags)))
        .toList();
  }

  private static Map<String, String> params(String text) {
    var params = new LinkedHashMap<String, String>();
    for (String param : text.split(" ", -1)) {
      int equals = param.indexOf('=');
      params.put(param.substring(0, equals), param.substring(equals + 1));
    }
    return params;
  }

  static List<Score> rates(String library, String object, double... values) {
    return of(
        "SerializationBenchmark.serialize",
        "object=" + object + " threads=1",
        library,
        "ops/ms",
        values);
  }

  static List<Score> times(String library, String size, double... values) {
    return of("ZstdBenchmark.compress", "size=" + size + " threads=1", library, "us/op", values);
  }

  @SafeVarargs
  static List<Score> all(List<Score>... parts) {
    var all = new ArrayList<Score>();
    for (List<Score> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
