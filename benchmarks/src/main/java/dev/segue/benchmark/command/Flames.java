// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/// Draws flame graphs of time and allocation with async-profiler, whose native library is bundled.
final class Flames implements AutoCloseable {
  /// The sampled events, by the name of their directory. Time is sampled by a timer, since many
  /// machines do not expose the processor's counters.
  private static final Map<String, String> EVENTS = Map.of("cpu", "itimer", "alloc", "alloc");

  private final Path library;

  /// Unpacks the library.
  ///
  /// @throws IOException if there is none for this machine
  Flames() throws IOException {
    String resource = "/" + platform() + "/" + System.mapLibraryName("asyncProfiler");
    try (InputStream bytes = Flames.class.getResourceAsStream(resource.replace("dylib", "so"))) {
      if (bytes == null) {
        throw new IOException("async-profiler has no library for this machine: " + resource);
      }
      library = Files.createTempFile("libasyncProfiler-", ".so");
      Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String platform() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.contains("mac")
        ? "macos"
        : "linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64");
  }

  /// Runs every cell of the suites twice, once for each kind of graph.
  ///
  /// @param settings creates settings with further options for JMH
  /// @param directory where to write the graphs
  void draw(List<Suite> suites, Settings.More settings, Path directory, PrintWriter out)
      throws IOException, InterruptedException, RunnerException {
    for (Map.Entry<String, String> event : EVENTS.entrySet()) {
      Path target = directory.resolve(event.getKey());
      Files.createDirectories(target);
      String profiler =
          "async:libPath=%s;output=flamegraph;event=%s;dir=%s"
              .formatted(library, event.getValue(), target.toAbsolutePath());
      Settings profiling = settings.with(List.of("-prof", profiler));
      for (Suite suite : suites) {
        for (Cell cell : suite.cells(profiling)) {
          out.println(event.getKey() + ": " + cell.name());
          out.flush();
          Path results = Files.createTempFile("segue-flame-", ".json");
          try {
            cell.measure(results);
          } finally {
            Files.deleteIfExists(results);
          }
        }
      }
    }
    out.println("flame graphs: " + directory);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(library);
  }
}
