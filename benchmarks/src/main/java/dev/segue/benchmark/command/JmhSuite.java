// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.CaseRunner;
import dev.segue.benchmark.launch.Cases;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// A suite of JMH classes, given by simple names. Forks and iterations are those of the classes'
/// annotations.
///
/// @param name on the command line
/// @param title in the report
/// @param summary describes the measurement
/// @param headline the cases of a headline run
/// @param usual the cases of a usual run: some of each class
/// @param threads numbers of threads to measure with, one after another
record JmhSuite(
    String name,
    String title,
    String summary,
    List<Slice> headline,
    List<Slice> usual,
    List<Integer> threads)
    implements Suite {
  /// Some of a suite's cases.
  ///
  /// @param type the benchmark class
  /// @param params the values of some parameters; all other parameters have all their values
  record Slice(String type, Map<String, List<String>> params) {
    /// Creates a slice.
    ///
    /// @param params parameters with their values: `data=text size=1024,65536`
    static Slice of(String type, String params) {
      var values = new LinkedHashMap<String, List<String>>();
      for (String param : params.split(" ", -1)) {
        int equals = param.indexOf('=');
        values.put(param.substring(0, equals), List.of(param.substring(equals + 1).split(",", -1)));
      }
      return new Slice(type, values);
    }

    /// Creates a slice of all cases of a class.
    static Slice all(String type) {
      return new Slice(type, Map.of());
    }
  }

  JmhSuite(String name, String title, String summary, List<Slice> headline, List<Slice> usual) {
    this(name, title, summary, headline, usual, List.of(1));
  }

  /// Creates a suite of all cases of a class, none of them in a headline run.
  JmhSuite(String name, String title, String summary, String type) {
    this(name, title, summary, List.of(), List.of(Slice.all(type)));
  }

  @Override
  public boolean isPartOfAll() {
    return !name.equals(Suites.REGRESSION);
  }

  @Override
  public Plan plan(Settings settings) {
    var cells = new LinkedHashMap<String, Cell>();
    var absences = new LinkedHashSet<String>();
    for (String type : types()) {
      for (int count : new TreeSet<>(threads)) {
        String suffix = count == 1 ? "" : " threads=" + count;
        for (Slice slice : slices(settings)) {
          if (slice.type().equals(type)) {
            Options options = options(settings.jmh(), type, count, slice.params());
            new Cases(settings.families(), absences::add)
                .find(options).stream()
                    .filter(next -> isAsked(settings.jmh(), next.benchmark()))
                    .map(next -> new Cell.OneProcess(next, options, suffix))
                    .forEach(cell -> cells.putIfAbsent(cell.name(), cell));
          }
        }
      }
    }
    return new Plan(List.copyOf(cells.values()), List.copyOf(absences));
  }

  /// Returns whether JMH's arguments, if they name benchmarks, name this one.
  private static boolean isAsked(Options jmh, String benchmark) {
    return jmh.getIncludes().isEmpty()
        || jmh.getIncludes().stream()
            .anyMatch(name -> Pattern.compile(name).matcher(benchmark).find());
  }

  private Set<String> types() {
    return usual.stream().map(Slice::type).collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Slice> slices(Settings settings) {
    return switch (settings.extent()) {
      case HEADLINE -> headline;
      case USUAL -> usual;
      case EVERY ->
          name.equals(Suites.REGRESSION) ? usual : types().stream().map(Slice::all).toList();
    };
  }

  private static Options options(
      Options jmh, String type, int threads, Map<String, List<String>> params) {
    ChainedOptionsBuilder builder = new OptionsBuilder().parent(CaseRunner.withProfilers(jmh));
    // Includes add to those of the command line, excludes do not.
    builder.include("\\." + type + "\\.").exclude("^(?!.*\\." + type + "\\.)");
    params.forEach((param, values) -> {
      if (!jmh.getParameter(param).hasValue()) {
        builder.param(param, values.toArray(String[]::new));
      }
    });
    if (!jmh.getThreads().hasValue()) {
      builder.threads(threads);
    }
    return builder.build();
  }
}
