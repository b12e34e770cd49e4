// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Finds the cases that a command line selects, without unsupported ones.
public final class Cases {
  private static final String LIBRARY = "library";

  private final Families families;
  private final Consumer<String> absences;

  /// Creates a finder.
  ///
  /// @param families the family of each class
  /// @param absences receives a line about each group of unsupported cases
  public Cases(Families families, Consumer<String> absences) {
    this.families = families;
    this.absences = absences;
  }

  /// Finds the cases on the class path, in the order in which they must run.
  ///
  /// @param options the selected benchmarks, and the values of their parameters
  public List<Case> find(Options options) {
    var silence = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
    var entries =
        BenchmarkList.defaultList().find(silence, options.getIncludes(), options.getExcludes());
    var cases = new ArrayList<Case>();
    var missing = new LinkedHashMap<String, Integer>();
    for (BenchmarkListEntry entry : entries) {
      Family family = families.of(entry.getUserClassQName());
      double seconds = Timing.seconds(entry, options);
      for (Map<String, String> params : combinations(declared(entry, options))) {
        Optional<String> absence = family.absence(params);
        if (absence.isEmpty()) {
          cases.add(new Case(entry.getUsername(), params, family, seconds));
        } else {
          missing.merge(line(params, absence.get()), 1, Integer::sum);
        }
      }
    }
    missing.forEach(
        (line, count) -> absences.accept(line + (count == 1 ? "" : " (" + count + " cases)")));
    return cases;
  }

  private static String line(Map<String, String> params, String reason) {
    String library = params.get(LIBRARY);
    return library == null || reason.startsWith(library) ? reason : library + ": " + reason;
  }

  /// Returns the values of each parameter: from the command line, or else from the annotation. The
  /// libraries come last, so that all libraries of a row are measured back to back, under the same
  /// machine load.
  private static Map<String, List<String>> declared(BenchmarkListEntry entry, Options options) {
    var values = new LinkedHashMap<String, List<String>>();
    if (entry.getParams().hasValue()) {
      var sorted = new TreeMap<>(entry.getParams().get());
      String[] libraries = sorted.remove(LIBRARY);
      sorted.forEach((name, defaults) -> values.put(name, asked(options, name, defaults)));
      if (libraries != null) {
        values.put(LIBRARY, asked(options, LIBRARY, libraries));
      }
    }
    return values;
  }

  private static List<String> asked(Options options, String name, String[] defaults) {
    var asked = options.getParameter(name);
    return asked.hasValue() ? List.copyOf(asked.get()) : List.of(defaults);
  }

  private static List<Map<String, String>> combinations(Map<String, List<String>> values) {
    List<Map<String, String>> all = List.of(Map.of());
    for (var param : values.entrySet()) {
      var longer = new ArrayList<Map<String, String>>();
      for (Map<String, String> shorter : all) {
        for (String value : param.getValue()) {
          var combination = new LinkedHashMap<>(shorter);
          combination.put(param.getKey(), value);
          longer.add(combination);
        }
      }
      all = longer;
    }
    return all;
  }
}
