// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A second JVM with the same class path and flags.
public final class ChildJvm {

  private ChildJvm() {}

  /// Starts the JVM; its standard error is inherited.
  ///
  /// @param main the class to run
  /// @param arguments its first arguments
  /// @param moreArguments further arguments
  /// @return the process
  /// @throws IOException when it cannot be started
  public static Process start(Class<?> main, List<String> arguments, List<String> moreArguments)
      throws IOException {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(moreArguments);
    return new ProcessBuilder(command(main, all))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// Returns the command that starts the JVM.
  ///
  /// @param main the class to run
  /// @param arguments its first arguments
  /// @return program and arguments
  public static List<String> command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--illegal-native-access=deny");
    command.add("--sun-misc-unsafe-memory-access=deny");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-Xshare:auto");
    command.add("-Xmx64m");
    if (Boolean.getBoolean("dev.segue.shm.portable")) {
      command.add("-Ddev.segue.shm.portable=true");
    }
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .replace('\n', File.pathSeparatorChar));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }
}
