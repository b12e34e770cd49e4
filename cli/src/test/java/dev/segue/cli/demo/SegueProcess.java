// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.fixtures.Await;
import dev.segue.fixtures.Jvm;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;

/// Runs the command like the launcher: in a separate process on the module path, with the most
/// restrictive flags.
final class SegueProcess implements AutoCloseable {

  /// Flags that the launcher sets, too.
  static final List<String> LAUNCHER_FLAGS =
      List.of("--enable-native-access=dev.segue.compression,dev.segue.shm");

  private static final long TIMEOUT_SECONDS = 300;

  private final Process process;
  private final Path output;

  private SegueProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static SegueProcess start(Path directory, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(LAUNCHER_FLAGS);
    command.add("-Xmx64m");
    command.add("--module-path");
    command.add(
        Stream.concat(
                Stream.of(
                        DemoCommand.class,
                        Serializer.class,
                        Codec.class,
                        Channel.class,
                        Workload.class,
                        CommandLine.class,
                        Histogram.class)
                    .map(SegueProcess::whereIs),
                natives())
            .collect(Collectors.joining(java.io.File.pathSeparator)));
    command.addAll(List.of("--module", "dev.segue.cli/dev.segue.cli.Segue"));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(Jvm.command(command))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new SegueProcess(process, output);
  }

  /// The artifact of the native libraries, which has no class.
  private static Stream<String> natives() {
    return Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
        .filter(element ->
            element.contains("segue-natives")
                || element.endsWith(Path.of("natives", "target", "classes").toString()));
  }

  private static String whereIs(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /// Waits for the second JVM and returns it.
  ProcessHandle child() {
    await(() -> process.children().findAny().isPresent(), "a child");
    return process.children().findAny().orElseThrow();
  }

  int awaitExit() throws InterruptedException {
    assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), () -> "runs on: " + output());
    return process.exitValue();
  }

  void awaitOutput(String part) {
    await(() -> !process.isAlive() || output().contains(part), "'" + part + "'");
    assertTrue(output().contains(part), () -> "ended without '" + part + "': " + output());
  }

  void awaitNothingLeft() {
    await(() -> leftovers().isEmpty(), "the directory to be deleted");
  }

  String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns this process's files in shared memory and in the directory for temporary files.
  List<Path> leftovers() {
    List<Path> found = new ArrayList<>();
    for (String directory : List.of("/dev/shm", System.getProperty("java.io.tmpdir"))) {
      if (Files.isDirectory(Path.of(directory))) {
        try (var files =
            Files.newDirectoryStream(Path.of(directory), "segue-demo-" + process.pid() + "-*")) {
          files.forEach(found::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return found;
  }

  private void await(BooleanSupplier condition, String what) {
    Await.until(() -> "no " + what + ": " + output(), condition);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
