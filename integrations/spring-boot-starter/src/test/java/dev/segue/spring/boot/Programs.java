// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Runs programs in child JVMs.
final class Programs {
  private Programs() {}

  /// Runs a JVM and waits for its end.
  ///
  /// @param arguments the arguments of `java`
  /// @return the lines that it printed
  static List<String> run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            Jvm.command(
                List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow")));
    command.addAll(arguments);
    return Jvm.run(command).lines();
  }
}
