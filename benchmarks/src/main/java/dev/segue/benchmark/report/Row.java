// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A row of results: a benchmark with its parameters, and the scores of all libraries in all
/// rounds.
///
/// @param key the benchmark and its parameters without the library
/// @param scores the scores by library and round
record Row(Key key, Map<String, SortedMap<Integer, Score>> scores) {
  /// The identity of a row.
  ///
  /// @param benchmark the class and method
  /// @param params the parameters without the library
  record Key(String benchmark, Map<String, String> params) {}

  /// gRPC over shared memory.
  private static final String SHARED_MEMORY = "grpc-shm";

  private static final Set<String> PLACED = Set.of(Score.PAYLOAD, Score.FLAG);

  /// The forms of Segue that users can choose as easily as the forms of a peer: they need no JVM
  /// flags, no AOT cache, and no external schema storage.
  private static final List<String> FORMS =
      List.of(
          "segue",
          "segue-segment",
          "segue-bytes",
          "segue-envelope",
          "segue-view",
          "segue-16k",
          "segue-auto",
          "segue-in-place",
          SHARED_MEMORY);

  private static final SortedMap<Integer, Score> NOTHING =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  /// Groups scores by rows, in the order of their first occurrence. If there are two scores for the
  /// same library and round, the first counts.
  static List<Row> of(List<Score> scores) {
    var rows = new LinkedHashMap<Key, Row>();
    for (Score score : scores) {
      rows.computeIfAbsent(
              new Key(score.benchmark(), score.params()),
              key -> new Row(key, new LinkedHashMap<>()))
          .scores
          .computeIfAbsent(score.library(), _ -> new TreeMap<>())
          .putIfAbsent(score.round(), score);
    }
    return new ArrayList<>(rows.values());
  }

  String benchmark() {
    return key.benchmark();
  }

  Map<String, String> params() {
    return key.params();
  }

  /// Returns a parameter, or the empty string.
  String param(String name) {
    return params().getOrDefault(name, "");
  }

  Set<String> libraries() {
    return scores.keySet();
  }

  boolean has(String library) {
    return scores.containsKey(library);
  }

  String unit() {
    return all().findFirst().map(score -> score.primary().unit()).orElse("");
  }

  boolean isRate() {
    return all().findFirst().map(score -> score.primary().isRate()).orElse(false);
  }

  private Stream<Score> all() {
    return scores.values().stream().map(SortedMap::values).flatMap(Collection::stream);
  }

  /// Returns a library's scores by round; empty if it was not measured.
  SortedMap<Integer, Score> rounds(String library) {
    return scores.getOrDefault(library, NOTHING);
  }

  /// Returns a library's own speed over the rounds.
  Optional<Interval> speed(String library) {
    double[] values =
        rounds(library).values().stream()
            .mapToDouble(score -> score.primary().value())
            .filter(value -> value > 0 && Double.isFinite(value))
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Interval.of(values));
  }

  /// Returns the median of a secondary figure of a library.
  OptionalDouble figure(String library, String name) {
    return median(rounds(library).values().stream(), name);
  }

  /// Returns the names of a library's secondary figures that a report does not show separately.
  Set<String> otherFigures(String library) {
    var names = new TreeSet<String>();
    rounds(library).values().forEach(score -> names.addAll(score.secondary().keySet()));
    names.removeIf(name -> name.startsWith("gc.") || PLACED.contains(name));
    return names;
  }

  /// Returns the median time of a bare flag between the processes of this row, in nanoseconds.
  OptionalDouble flagNanos() {
    return median(all(), Score.FLAG);
  }

  private static OptionalDouble median(Stream<Score> scores, String name) {
    double[] values =
        scores
            .map(score -> score.secondary().get(name))
            .flatMap(Stream::ofNullable)
            .mapToDouble(Metric::value)
            .toArray();
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Interval.median(values));
  }

  /// Returns the default form of Segue in this row, without flags.
  Optional<String> ours() {
    return Stream.of("segue", "segue-segment", "segue-view", "segue-16k", SHARED_MEMORY)
        .filter(this::has)
        .findFirst();
  }

  /// Compares the fastest form of Segue with the fastest of some libraries.
  Optional<Ratio> edge(Predicate<String> isPeer) {
    return FORMS.stream()
        .filter(this::has)
        .map(form -> edge(form, isPeer))
        .flatMap(Optional::stream)
        .max(Comparator.comparingDouble(Ratio::median));
  }

  /// Compares a library with the fastest of some others.
  Optional<Ratio> edge(String ours, Predicate<String> isPeer) {
    return libraries().stream()
        .filter(isPeer)
        .map(peer -> Ratio.of(this, ours, peer))
        .flatMap(Optional::stream)
        .min(Comparator.comparingDouble(Ratio::median));
  }

  /// Compares Segue with the best peer of the row, each in its fastest form. A peer that stores
  /// schemas outside the payload is compared with the form of Segue that does the same.
  Optional<Ratio> edge() {
    return edge(name -> Library.isPeer(name) && !name.equals("fory-metashared"));
  }
}
