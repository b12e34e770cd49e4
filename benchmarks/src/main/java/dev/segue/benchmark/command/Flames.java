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

/// Flame graphs of what takes time and of what is allocated, by async-profiler, whose native
/// library comes with it.
final class Flames implements AutoCloseable {
  /// What is sampled, by the name of the directory that it goes to. A timer, and not the
  /// processor's counters, which many machines keep to themselves.
  private static final Map<String, String> EVENTS = Map.of("cpu", "itimer", "alloc", "alloc");

  private final Path library;

  /// Unpacks the library.
  ///
  /// @throws IOException where there is none for this machine
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
  /// @param settings asks for settings with more options of JMH
  /// @param directory where the graphs go
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
