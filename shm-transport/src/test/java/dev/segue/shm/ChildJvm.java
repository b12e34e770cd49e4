// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
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
    return Jvm.start(command(main, all));
  }

  /// Returns the command that starts the JVM.
  ///
  /// @param main the class to run
  /// @param arguments its first arguments
  /// @return program and arguments
  public static List<String> command(Class<?> main, List<String> arguments) {
    List<String> flags = new ArrayList<>(List.of("-Xmx64m"));
    if (Boolean.getBoolean("dev.segue.shm.portable")) {
      flags.add("-Ddev.segue.shm.portable=true");
    }
    return Jvm.command(flags, main, arguments);
  }
}
