// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// Chooses the subcommand if options are given in its place, as in `zstd -d` and `zstd -19`.
final class ModeOptions implements IParameterPreprocessor {

  private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");
  private static final Set<String> DECOMPRESS =
      Set.of("--decompress", "--uncompress", "--test", "-d", "-t");
  private static final Set<String> LIST = Set.of("--list", "-l");
  private static final Pattern FLAGS = Pattern.compile("-[cdfklqtz0-9]+");

  @Override
  @SuppressWarnings("JdkObsolete") // picocli passes a stack
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
    if (!arguments.isEmpty()
        && arguments.peek().startsWith("-")
        && !HELP.contains(arguments.peek())) {
      arguments.push(mode(arguments));
    }
    return false;
  }

  /// @param arguments in reverse: the first one is the last element
  private static String mode(Stack<String> arguments) {
    for (int i = arguments.size() - 1; i >= 0 && !arguments.get(i).equals("--"); i--) {
      String argument = arguments.get(i);
      boolean flags = FLAGS.matcher(argument).matches();
      if (LIST.contains(argument) || (flags && argument.contains("l"))) {
        return "list";
      }
      if (DECOMPRESS.contains(argument)
          || (flags && (argument.contains("d") || argument.contains("t")))) {
        return "decompress";
      }
    }
    return "compress";
  }
}
