// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import com.sun.management.OperatingSystemMXBean;
import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.rpc.CallCase;
import dev.segue.benchmark.shm.ShmCase;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects facts about the machine, the JDK and the build of a run.
final class Environment {
  private static final String UNKNOWN = "unknown";

  private static final Pattern RELEASE = Pattern.compile("\\d+(\\.\\d+)?");

  private Environment() {}

  /// Collects the facts from the machine, the JVM, the build and the launcher.
  ///
  /// @param settings the measurement settings of the command line
  /// @param libraries the native libraries that are measured
  static RunInfo now(String settings, NativeLibraries libraries) throws IOException {
    var facts = new LinkedHashMap<String, String>();
    facts.put("begun", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
    facts.put("machine", machine());
    facts.put(
        "operating system",
        System.getProperty("os.name")
            + " "
            + release(System.getProperty("os.version", UNKNOWN))
            + ", "
            + System.getProperty("os.arch"));
    facts.put(
        "JDK",
        System.getProperty("java.vendor.version", System.getProperty("java.vendor"))
            + ", "
            + System.getProperty("java.runtime.version"));
    facts.put(RunInfo.COMMIT, System.getProperty("segue.commit", UNKNOWN));
    facts.put("versions", versions());
    facts.put(RunInfo.LIBRARIES, libraries.toString());
    facts.put(RunInfo.SETTINGS, settings);
    facts.put(
        "flags",
        "-Xms1g -Xmx1g -XX:+AlwaysPreTouch for all, and those of each library, which the report"
            + " lists; two processes (pipeline, shared memory) have "
            + String.join(" ", ShmCase.FLAGS)
            + " each, those of calls "
            + String.join(" ", CallCase.HEAP));
    return new RunInfo(facts);
  }

  /// Returns the kernel release without suffixes of a distribution or a host.
  static String release(String version) {
    Matcher release = RELEASE.matcher(version);
    return release.lookingAt() ? release.group() : version;
  }

  private static String machine() throws IOException {
    String processor = System.getProperty("os.arch");
    Path cpus = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpus)) {
      try (Stream<String> lines = Files.lines(cpus, StandardCharsets.UTF_8)) {
        processor =
            lines
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(processor);
      }
    }
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return "%s, %d processors, %d GB"
        .formatted(
            processor,
            Runtime.getRuntime().availableProcessors(),
            Math.round(system.getTotalMemorySize() / 1e9));
  }

  private static String versions() throws IOException {
    var versions = new Properties();
    try (InputStream bytes = Environment.class.getResourceAsStream("versions.properties")) {
      if (bytes == null) {
        throw new IOException("this build has no versions.properties");
      }
      versions.load(bytes);
    }
    return new TreeSet<>(versions.stringPropertyNames())
        .stream()
            .map(name -> name + " " + versions.getProperty(name))
            .collect(Collectors.joining(", "));
  }
}
