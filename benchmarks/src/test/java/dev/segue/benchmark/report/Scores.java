// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// Scores for tests.
final class Scores {
  private Scores() {}

  static Score rate(String contestant, String object, double value, double error) {
    return new Score(
        "SerializationBenchmark.serialize",
        contestant,
        Map.of("object", object, "threads", "1"),
        new Metric(value, error, "ops/ms"),
        Map.of(),
        List.of());
  }

  static Score time(String contestant, String size, double value, double error) {
    return new Score(
        "ZstdBenchmark.compress",
        contestant,
        Map.of("size", size, "threads", "1"),
        new Metric(value, error, "us/op"),
        Map.of(),
        List.of());
  }
}
