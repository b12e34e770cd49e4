// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// Commands that the launcher runs as separate programs.
final class Launched {

  private Launched() {}

  /// Prints how to run such a command. Users see this only if they start this program without the
  /// launcher.
  ///
  /// @return the exit code
  static int elsewhere(CommandSpec spec, List<String> arguments) {
    String line =
        Stream.concat(Stream.of("./segue", spec.name()), arguments.stream())
            .collect(Collectors.joining(" "));
    spec.commandLine()
        .getErr()
        .println(spec.qualifiedName() + ": this command needs the launcher; run: " + line);
    return spec.exitCodeOnInvalidInput();
  }
}
