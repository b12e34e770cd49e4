// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// AOT caches (JEP 483, 514 and 515), each created by a JVM that runs a training program.
///
/// Not thread-safe.
final class AotCaches implements AutoCloseable {
  private final Map<List<String>, Path> files = new HashMap<>();

  /// Returns the flags that make a JVM start with a cache. The JVM refuses to start if it cannot
  /// use the cache, for example with other garbage collector flags.
  ///
  /// @param flags the flags of the JVM, which are also used for the training
  /// @param program the main class and its arguments
  /// @throws IOException if the training fails, with its output
  List<String> flags(List<String> flags, List<String> program) throws IOException {
    List<String> command = Stream.concat(flags.stream(), program.stream()).toList();
    Path file = files.get(command);
    if (file == null) {
      file = Files.createTempFile("segue-", ".aot");
      files.put(command, file);
      train(file, flags, program);
    }
    return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
  }

  private static void train(Path file, List<String> flags, List<String> program)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-XX:AOTCacheOutput=" + file);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(program);
    Path log = Files.createTempFile("segue-aot-", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      int exitCode = exitCode(process);
      if (exitCode != 0 || Files.size(file) == 0) {
        throw new IOException(
            "no AOT cache from "
                + program
                + ", exit code "
                + exitCode
                + ":\n"
                + Files.readString(log));
      }
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private static int exitCode(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during the training of an AOT cache");
    }
  }

  /// Deletes the caches.
  @Override
  public void close() throws IOException {
    for (Path file : files.values()) {
      Files.deleteIfExists(file);
    }
    files.clear();
  }
}
