// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A reference command-line program of a format's authors.
///
/// @param executable the path of the program
public record Tool(Path executable) {

  private static final long LIMIT_SECONDS = 300;

  /// The program with a name on the `PATH`; if there is none, the calling test is skipped.
  public static Tool require(String name) {
    List<Path> found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .map(directory -> Path.of(directory, name))
            .filter(Files::isExecutable)
            .toList();
    Assumptions.assumeFalse(found.isEmpty(), "no `" + name + "` on the PATH to compare with");
    return new Tool(found.getFirst());
  }

  /// Runs the program on an input and returns its output; anything but success fails the test.
  public byte[] run(byte[] input, String... arguments) {
    Outcome outcome = attempt(input, arguments);
    assertEquals(
        0,
        outcome.exitCode(),
        () ->
            executable
                + ": "
                + outcome.errors()
                + new String(outcome.output(), StandardCharsets.UTF_8));
    return outcome.output();
  }

  /// Runs the program on an input.
  public Outcome attempt(byte[] input, String... arguments) {
    List<String> command =
        Stream.concat(Stream.of(executable.toString()), Stream.of(arguments)).toList();
    try {
      Path errors = Files.createTempFile("segue-tool", ".err");
      try {
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Thread writer = Thread.ofVirtual().start(() -> feed(process, input));
        byte[] output = process.getInputStream().readAllBytes();
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "stuck: " + command);
        writer.join();
        return new Outcome(
            process.exitValue(), output, Files.readString(errors, StandardCharsets.UTF_8));
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void feed(Process process, byte[] input) {
    try (OutputStream out = process.getOutputStream()) {
      out.write(input);
    } catch (IOException e) {
      // The program stopped reading; its exit code tells the reason.
    }
  }

  /// The result of a run.
  ///
  /// @param exitCode the exit code
  /// @param output the standard output
  /// @param errors the standard error output
  @SuppressWarnings("ArrayRecordComponent") // read once by a test, never compared
  public record Outcome(int exitCode, byte[] output, String errors) {}
}
