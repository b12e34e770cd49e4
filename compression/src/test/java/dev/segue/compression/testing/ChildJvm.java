// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import dev.segue.fixtures.Jvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another JVM with this one's class path, for behaviour that is fixed once per process.
public final class ChildJvm {

  private ChildJvm() {}

  /// Runs a main class with arguments and returns its output.
  public static String run(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>(command(main, List.of()));
    command.addAll(arguments);
    return java(command);
  }

  /// Runs a main class with arguments and returns its output, followed by its error output.
  public static String runWithErrors(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>(command(main, List.of()));
    command.addAll(arguments);
    Tool java = new Tool(Path.of(System.getProperty("java.home"), "bin", "java"));
    Tool.Outcome outcome = java.attempt(new byte[0], command.toArray(String[]::new));
    return new String(outcome.output(), StandardCharsets.UTF_8) + outcome.errors();
  }

  /// Runs a main class with JVM options and returns its output.
  public static String run(Class<?> main, String... options) {
    return java(command(main, List.of(options)));
  }

  private static List<String> command(Class<?> main, List<String> options) {
    List<String> command = Jvm.command(options, main, List.of());
    return command.subList(1, command.size()); // without the program
  }

  /// Runs `java` with exactly these arguments.
  public static String java(List<String> arguments) {
    Tool java = new Tool(Path.of(System.getProperty("java.home"), "bin", "java"));
    byte[] output = java.run(new byte[0], arguments.toArray(String[]::new));
    return new String(output, StandardCharsets.UTF_8);
  }
}
