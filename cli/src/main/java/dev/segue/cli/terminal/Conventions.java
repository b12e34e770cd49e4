// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The conventions of all commands: exit status, version, and usage errors.
public final class Conventions {

  private Conventions() {}

  /// Applies the conventions to a command and its subcommands:
  ///
  /// - help ends with a list of exit codes: 0, 1 for a failure, 2 for wrong usage;
  /// - a usage error prints one line with the error and one about how to get help;
  /// - if an option is given twice, the last one counts.
  ///
  /// @param command with all its subcommands
  /// @return the same command
  public static CommandLine apply(CommandLine command) {
    command.setParameterExceptionHandler(Conventions::answer);
    command.setOverwrittenOptionsAllowed(true);
    complete(command);
    return command;
  }

  private static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    if (usage.exitCodeList().isEmpty()) {
      Map<String, String> codes = new LinkedHashMap<>();
      codes.put("0", "success");
      codes.put("1", "failure");
      codes.put("2", "wrong usage");
      usage.exitCodeList(codes);
    }
    usage.exitCodeListHeading("%nExit status:%n");
    if (spec.versionProvider() == null && spec.version().length == 0) {
      spec.versionProvider(new SegueVersion());
    }
    command.getSubcommands().values().forEach(Conventions::complete);
  }

  /// Handles a command that was called without a required subcommand: prints its help to standard
  /// error.
  ///
  /// @param spec of the command
  /// @return the exit code
  public static int missingSubcommand(CommandSpec spec) {
    spec.commandLine().usage(spec.commandLine().getErr());
    return spec.exitCodeOnInvalidInput();
  }

  private static int answer(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    err.println(name + ": " + reason(mistake) + suggestion(mistake));
    err.println("Try '" + name + " --help' for more information.");
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /// Returns a message with a lower-case first letter, to continue a sentence; picocli's messages
  /// start with a capital letter.
  private static String reason(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      boolean anyCommand = !mistake.getCommandLine().getSubcommands().isEmpty();
      String kind =
          unmatched.isUnknownOption()
              ? "unknown option"
              : anyCommand ? "unknown command" : "unexpected argument";
      return kind + " '" + unmatched.getUnmatched().getFirst() + "'";
    }
    String message = String.valueOf(mistake.getMessage());
    boolean sentence =
        message.length() > 1
            && Character.isUpperCase(message.charAt(0))
            && Character.isLowerCase(message.charAt(1));
    return (sentence ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message)
        .replaceFirst(" is not an? (int|long)$", " is not a whole number");
  }

  private static String suggestion(ParameterException mistake) {
    if (!(mistake instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    // Picocli's own suggestions miss names that differ in a few letters, and include too many
    // others.
    CommandSpec command = mistake.getCommandLine().getCommandSpec();
    Collection<String> names =
        unmatched.isUnknownOption() ? options(command) : command.subcommands().keySet();
    return SimilarNames.question(withoutValue(unmatched.getUnmatched().getFirst()), names);
  }

  /// Returns the long names of all options in the help.
  private static List<String> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::longestName)
        .filter(name -> name.startsWith("--"))
        .toList();
  }

  private static String withoutValue(String option) {
    int value = option.indexOf('=');
    return value < 0 ? option : option.substring(0, value);
  }
}
