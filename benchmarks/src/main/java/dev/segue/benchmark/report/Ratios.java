// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How many times as fast ours are as one peer in the same run, for each case.
///
/// A peer that is always the same, so that the next run is held to the same measure: not the best
/// one, which may be another each time.
///
/// @param values by case
public record Ratios(Map<Case, Value> values) {
  private static final List<String> PEERS =
      List.of("fory", "zstd-jni", "fory+zstd-jni", "agrona-ring", "aircompressor-native", "jdk");
  private static final String HEAD = "benchmark,params,contestant,peer,ratio";

  /// One of our contestants in one case.
  ///
  /// @param benchmark the class and method
  /// @param params the parameters, in the form of [#params]
  /// @param contestant ours
  /// @param peer whom it is held against
  public record Case(String benchmark, String params, String contestant, String peer) {
    /// Whether a measurement with that name, such as `B.m p=1 library=x`, is part of it: ours and
    /// that of any peer.
    ///
    /// Threads stand in a name only where there are several.
    public boolean isMeasuredBy(String name) {
      List<String> words = List.of(name.split(" "));
      return words.contains(benchmark)
          && Arrays.stream(params.split(" "))
              .allMatch(param -> words.contains(param) || param.equals("threads=1"));
    }

    @Override
    public String toString() {
      return benchmark + " " + params + " " + contestant + "/" + peer;
    }
  }

  /// A ratio.
  ///
  /// @param ratio how many times as fast ours is
  /// @param highest what the errors allow it to be at most
  public record Value(double ratio, double highest) {
    static Value certain(double ratio) {
      return new Value(ratio, ratio);
    }
  }

  /// The ratios of a run.
  public static Ratios of(List<Score> scores) {
    var values = new LinkedHashMap<Case, Value>();
    for (Score ours : scores) {
      if (Names.isOurs(ours.contestant())) {
        PEERS.stream()
            .flatMap(peer -> scores.stream().filter(score -> isPeer(score, peer, ours)))
            .findFirst()
            .ifPresent(peer -> values.put(key(ours, peer), value(ours, peer)));
      }
    }
    return new Ratios(values);
  }

  private static Value value(Score ours, Score peer) {
    Metric mine = ours.primary();
    Metric theirs = peer.primary();
    double low = mine.isRate() ? theirs.low() : mine.low();
    double high = mine.isRate() ? mine.high() : theirs.high();
    return new Value(Ratio.speed(ours, peer), low > 0 ? high / low : Double.POSITIVE_INFINITY);
  }

  private static boolean isPeer(Score score, String name, Score ours) {
    return score.contestant().equals(name)
        && score.benchmark().equals(ours.benchmark())
        && score.params().equals(ours.params());
  }

  private static Case key(Score ours, Score peer) {
    return new Case(ours.benchmark(), params(ours.params()), ours.contestant(), peer.contestant());
  }

  /// Names and values in the order of the names, separated by spaces.
  static String params(Map<String, String> params) {
    return new TreeMap<>(params)
        .entrySet().stream()
            .map(param -> param.getKey() + "=" + param.getValue())
            .collect(Collectors.joining(" "));
  }

  /// The median of several runs, for the cases that all of them have.
  public static Ratios median(List<Ratios> runs) {
    var values = new LinkedHashMap<Case, Value>();
    for (Case next : runs.getFirst().values().keySet()) {
      double[] sorted =
          runs.stream()
              .flatMap(run -> Stream.ofNullable(run.values().get(next)))
              .mapToDouble(Value::ratio)
              .sorted()
              .toArray();
      if (sorted.length == runs.size()) {
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        values.put(next, Value.certain(median));
      }
    }
    return new Ratios(values);
  }

  /// Reads a baseline: what [#csv] gave, or results of JMH.
  ///
  /// @throws IOException where it is neither
  public static Ratios read(Path file) throws IOException {
    if (!file.toString().endsWith(".csv")) {
      return of(ScoreFile.read(file));
    }
    var values = new LinkedHashMap<Case, Value>();
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
      throw new IOException(file + " does not begin with " + HEAD);
    }
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = Arrays.asList(line.split(",", -1));
      try {
        values.put(
            new Case(cells.get(0), cells.get(1), cells.get(2), cells.get(3)),
            Value.certain(Double.parseDouble(cells.get(4))));
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw new IOException(file + ": " + line, e);
      }
    }
    return new Ratios(values);
  }

  /// The ratios as comma-separated values.
  public String csv() {
    return values.entrySet().stream()
        .map(entry ->
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%.3f",
                entry.getKey().benchmark(),
                entry.getKey().params(),
                entry.getKey().contestant(),
                entry.getKey().peer(),
                entry.getValue().ratio()))
        .collect(Collectors.joining("\n", HEAD + "\n", "\n"));
  }
}
