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
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The speed of Segue's columns relative to one peer in the same run, for each case.
///
/// The peer is fixed, so that runs can be compared: the best peer may differ from run to run.
///
/// @param values by case
public record Ratios(Map<Case, Value> values) {
  private static final List<String> PEERS =
      List.of("fory", "zstd-jni", "fory+zstd-jni", "agrona-ring", "aircompressor-native", "jdk");
  private static final String HEAD = "benchmark,params,library,peer,ratio";

  /// One of Segue's columns in one case.
  ///
  /// @param benchmark the class and method
  /// @param params the parameters, in the form of [#params]
  /// @param library Segue's column
  /// @param peer the peer to compare with
  public record Case(String benchmark, String params, String library, String peer) {
    /// Returns whether a measurement with this name, such as `B.m p=1 library=x`, is part of the
    /// case: Segue's measurement or that of any peer.
    ///
    /// A name contains the number of threads only if there are several.
    public boolean isMeasuredBy(String name) {
      List<String> words = List.of(name.split(" "));
      return words.contains(benchmark)
          && Arrays.stream(params.split(" "))
              .allMatch(param -> words.contains(param) || param.equals("threads=1"));
    }

    @Override
    public String toString() {
      return benchmark + " " + params + " " + library + "/" + peer;
    }
  }

  /// A ratio.
  ///
  /// @param ratio Segue's speed divided by the peer's: the median over the rounds
  /// @param highest the upper end of its interval, or the ratio itself with too few rounds
  public record Value(double ratio, double highest) {
    static Value certain(double ratio) {
      return new Value(ratio, ratio);
    }
  }

  /// Returns the ratios of a run.
  public static Ratios of(List<Score> scores) {
    var values = new LinkedHashMap<Case, Value>();
    for (Row row : Row.of(scores)) {
      for (String ours : row.libraries()) {
        if (Library.isOurs(ours)) {
          PEERS.stream()
              .map(peer -> Ratio.of(row, ours, peer))
              .flatMap(Optional::stream)
              .findFirst()
              .ifPresent(ratio -> values.put(key(ratio), value(ratio)));
        }
      }
    }
    return new Ratios(values);
  }

  private static Case key(Ratio ratio) {
    Row row = ratio.row();
    return new Case(row.benchmark(), params(row.params()), ratio.first(), ratio.second());
  }

  private static Value value(Ratio ratio) {
    return new Value(ratio.median(), ratio.interval().high());
  }

  /// Formats names and values in the order of the names, separated by spaces.
  static String params(Map<String, String> params) {
    return new TreeMap<>(params)
        .entrySet().stream()
            .map(param -> param.getKey() + "=" + param.getValue())
            .collect(Collectors.joining(" "));
  }

  /// Reads a baseline: the output of [#csv], or results of JMH.
  ///
  /// @throws IOException if the file is neither
  public static Ratios read(Path file) throws IOException {
    if (!file.toString().endsWith(".csv")) {
      return of(ScoreFile.read(file));
    }
    var values = new LinkedHashMap<Case, Value>();
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
      throw new IOException(file + ": not a file of ratios: it must start with " + HEAD);
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

  /// Returns the ratios as comma-separated values.
  public String csv() {
    return values.entrySet().stream()
        .map(entry ->
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%.3f",
                entry.getKey().benchmark(),
                entry.getKey().params(),
                entry.getKey().library(),
                entry.getKey().peer(),
                entry.getValue().ratio()))
        .collect(Collectors.joining("\n", HEAD + "\n", "\n"));
  }
}
