// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// Commands of the launcher that are programs of their own.
final class Launched {

  private Launched() {}

  /// Says how to run such a command. Users see it only when they start this program without the
  /// launcher.
  ///
  /// @return the exit code
  static int elsewhere(CommandSpec spec, List<String> arguments) {
    String line =
        Stream.concat(Stream.of("./segue", spec.name()), arguments.stream())
            .collect(Collectors.joining(" "));
    spec.commandLine()
        .getErr()
        .println(spec.qualifiedName() + ": this command needs the launcher: " + line);
    return spec.exitCodeOnInvalidInput();
  }
}
