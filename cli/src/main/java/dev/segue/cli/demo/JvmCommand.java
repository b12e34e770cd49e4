// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The command line of a second JVM, with the same java, code and flags as this one.
final class JvmCommand {

  private JvmCommand() {}

  static List<String> of(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JvmCommand::isForBoth)
        .forEach(command::add);
    @Nullable String module = main.getModule().getName();
    if (module == null) {
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    } else {
      command.addAll(
          List.of(
              "--module-path",
              System.getProperty("jdk.module.path"),
              "--module",
              module + "/" + main.getName()));
    }
    command.addAll(arguments);
    return command;
  }

  /// Excludes flags for the location of code, which are set below, and flags of the debugger, whose
  /// port is in use.
  private static boolean isForBoth(String flag) {
    return !flag.startsWith("--module-path=")
        && !flag.startsWith("-Djdk.module.")
        && !flag.startsWith("-agentlib:jdwp")
        && !flag.startsWith("-Xrunjdwp");
  }
}
