// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Cases;
import dev.segue.benchmark.launch.Launcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// A suite of JMH classes, given by simple names; classes that are not on the class path are left
/// out.
///
/// @param name on the command line
/// @param title in the report
/// @param summary describes the measurement
/// @param classes its benchmark classes
/// @param params fixed parameter values by parameter name; a name may be prefixed with the simple
///   name of the only class that it applies to
/// @param quick settings of a quick run
/// @param threads numbers of threads to measure with, one after the other
record JmhSuite(
    String name,
    String title,
    String summary,
    Set<String> classes,
    Map<String, List<String>> params,
    Quick quick,
    List<Integer> threads)
    implements Suite {
  /// The settings of a quick run, whose figures are not meant to be quoted.
  ///
  /// @param slices the cases: for each slice, values by parameter name
  /// @param forks number of JVMs
  /// @param warmups number of warm-up iterations
  /// @param iterations number of measured iterations
  /// @param millis duration of an iteration
  record Quick(
      List<Map<String, List<String>>> slices, int forks, int warmups, int iterations, int millis) {
    static Quick of(List<Map<String, List<String>>> slices) {
      return new Quick(slices, 1, 8, 10, 200);
    }
  }

  JmhSuite(String name, String title, String summary, Set<String> classes, Quick quick) {
    this(name, title, summary, classes, Map.of(), quick, List.of(1));
  }

  @Override
  public boolean isPartOfAll() {
    return !name.equals(Suites.REGRESSION);
  }

  @Override
  public List<Cell> cells(Settings settings) {
    var cells = new LinkedHashMap<String, JmhCell>();
    for (String type : new TreeSet<>(classes)) {
      for (int count : new TreeSet<>(threads)) {
        for (Map<String, List<String>> slice : slices(settings)) {
          find(settings, type, count, slice).forEach(cell -> cells.putIfAbsent(cell.name(), cell));
        }
      }
    }
    return IntStream.rangeClosed(1, Math.max(1, settings.rounds()))
        .boxed()
        .flatMap(round -> cells.values().stream().<Cell>map(cell -> cell.inRound(round)))
        .toList();
  }

  private List<Map<String, List<String>>> slices(Settings settings) {
    return settings.everyCase() ? List.of(Map.of()) : quick.slices();
  }

  private List<JmhCell> find(
      Settings settings, String type, int count, Map<String, List<String>> slice) {
    Options options = options(settings, type, count, slice);
    String suffix = count == 1 ? "" : " threads=" + count;
    var cases =
        new Cases(settings.families(), absence -> System.out.println(name + ": " + absence));
    return cases.find(options).stream().map(next -> new JmhCell(next, options, suffix)).toList();
  }

  private Options options(
      Settings settings, String type, int count, Map<String, List<String>> slice) {
    Options jmh = settings.jmh();
    var builder = new OptionsBuilder().parent(Launcher.withProfilers(jmh));
    builder.include("\\." + type + "\\.");
    restrict(builder, jmh, type, params);
    restrict(builder, jmh, type, slice);
    if (settings.quick()) {
      shorten(builder, jmh);
    }
    if (!jmh.getThreads().hasValue()) {
      builder.threads(count);
    }
    return builder.build();
  }

  private static void restrict(
      ChainedOptionsBuilder builder, Options jmh, String type, Map<String, List<String>> values) {
    values.forEach((name, chosen) -> {
      int dot = name.indexOf('.');
      String param = name.substring(dot + 1);
      boolean concerns = dot < 0 || name.substring(0, dot).equals(type);
      if (concerns && !jmh.getParameter(param).hasValue()) {
        builder.param(param, chosen.toArray(String[]::new));
      }
    });
  }

  private void shorten(ChainedOptionsBuilder builder, Options jmh) {
    if (!jmh.getForkCount().hasValue()) {
      builder.forks(quick.forks());
    }
    if (!jmh.getWarmupIterations().hasValue()) {
      builder.warmupIterations(quick.warmups());
    }
    if (!jmh.getMeasurementIterations().hasValue()) {
      builder.measurementIterations(quick.iterations());
    }
    if (!jmh.getWarmupTime().hasValue()) {
      builder.warmupTime(TimeValue.milliseconds(quick.millis()));
    }
    if (!jmh.getMeasurementTime().hasValue()) {
      builder.measurementTime(TimeValue.milliseconds(quick.millis()));
    }
  }
}
