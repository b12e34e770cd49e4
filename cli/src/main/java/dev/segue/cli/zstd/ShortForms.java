// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Expands abbreviations of `zstd` that picocli cannot parse: `-19` and `-kf19` become
/// `--level=19`, and a bare `--fast` or `--long` gets its default instead of taking the next
/// argument as its value.
final class ShortForms implements IParameterPreprocessor {

  private static final Pattern LEVEL = Pattern.compile("-([cfkqz]*)(\\d+)(.*)");
  private static final Set<String> BEFORE_A_VALUE =
      Set.of("-o", "--output", "-D", "--dictionary", "-T", "--threads", "--level", "--max-size");

  @Override
  @SuppressWarnings("JdkObsolete") // picocli passes a stack
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
    List<String> written = new ArrayList<>();
    while (!arguments.isEmpty() && !arguments.peek().equals("--")) {
      String next = arguments.pop();
      Matcher level = LEVEL.matcher(next);
      if (level.matches()) {
        addFlags(written, level.group(1));
        written.add("--level=" + level.group(2));
        addFlags(written, level.group(3));
        continue;
      }
      written.add(withDefault(next, command));
      if (BEFORE_A_VALUE.contains(next) && !arguments.isEmpty()) {
        written.add(arguments.pop());
      }
    }
    written.reversed().forEach(arguments::push);
    return false;
  }

  private static String withDefault(String argument, CommandSpec command) {
    @Nullable OptionSpec option = command.findOption(argument);
    return argument.startsWith("--") && option != null && !option.fallbackValue().isEmpty()
        ? argument + "=" + option.fallbackValue()
        : argument;
  }

  private static void addFlags(List<String> written, String flags) {
    if (!flags.isEmpty()) {
      written.add("-" + flags);
    }
  }
}
