// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Explains usage errors, and files that cannot be read or written, in one line each.
final class CommandErrors {
  private CommandErrors() {}

  /// Returns an executable command that explains errors.
  static CommandLine explained(Object command) {
    return new CommandLine(command)
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(CommandErrors::answer)
        .setExecutionExceptionHandler(CommandErrors::answer);
  }

  /// Prints one line with a usage error, and one about how to get help.
  private static int answer(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String message = String.valueOf(mistake.getMessage());
    command
        .getErr()
        .println(
            name
                + ": "
                + message.substring(0, 1).toLowerCase(Locale.ROOT)
                + message.substring(1)
                + suggestion(mistake));
    command.getErr().println("Try './" + name + " --help' for more information.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /// Replaces picocli's suggestions, which include any name that shares a letter.
  private static String suggestion(ParameterException mistake) {
    return mistake instanceof UnmatchedArgumentException unmatched
            && !unmatched.getUnmatched().isEmpty()
        ? SimilarNames.question(unmatched.getUnmatched().getFirst(), unmatched.getSuggestions())
        : "";
  }

  private static int answer(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(e instanceof IOException)) {
      throw e;
    }
    String reason = e instanceof NoSuchFileException ? ": no such file or directory" : "";
    command
        .getErr()
        .println(command.getCommandSpec().qualifiedName() + ": " + e.getMessage() + reason);
    return 1;
  }
}
