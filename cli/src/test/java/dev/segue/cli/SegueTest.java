// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SegueTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int segue(String... args) {
    CommandLine command = Segue.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(args);
  }

  @Test
  void helpListsTheCommands() {
    assertEquals(0, segue("--help"));
    assertTrue(out.toString().contains("demo"), out::toString);
  }

  @Test
  void helpListsTheBenchmarks() {
    assertEquals(0, segue("help"));
    assertTrue(out.toString().contains("bench"), out::toString);
    assertEquals(2, segue("bench", "shm", "--quick"));
    assertTrue(err.toString().contains("./segue bench shm --quick"), err::toString);
    assertEquals(2, segue("example", "shm"));
    assertTrue(err.toString().contains("./segue example shm"), err::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--count", "--size", "--no-compress", "--duration", "--rpc"})
  void helpOfTheDemoListsItsOptions(String option) {
    assertEquals(0, segue("demo", "--help"));
    assertTrue(out.toString().contains(option), out::toString);
  }

  @Test
  void versionNamesTheJavaVersion() {
    assertEquals(0, segue("--version"));
    assertTrue(out.toString().contains("Java " + Runtime.version()), out::toString);
  }

  @Test
  void reportsTheProblemWithAFile(@TempDir Path directory) {
    Path missing = directory.resolve("missing");
    assertEquals(1, segue("inspect", missing.toString()));
    assertTrue(err.toString().contains(missing + ": no such file or directory"), err::toString);
  }

  @Test
  void missingCommandPrintsTheHelp() {
    assertEquals(2, segue());
    assertTrue(err.toString().contains("Usage: segue [-hV]"), err::toString);
    assertEquals(2, segue("shm"));
    assertTrue(err.toString().contains("Usage: segue shm [-hV]"), err::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demon",
        "demo --cout=1",
        "demo --count=0",
        "demo --count=many",
        "demo --duration=0s",
        "demo --duration=10",
        "demo --size=-1",
        "demo --size=1parsec",
        "demo --rpc",
        "demo --size=1 --rpc",
        "demo --size=1G",
        "demo more"
      })
  void reportsWrongUsage(String line) {
    assertEquals(2, segue(line.split(" ")));
    assertTrue(out.toString().isEmpty(), out::toString);
    assertEquals(2, err.toString().lines().count(), err::toString);
    assertTrue(err.toString().contains("--help' for more information."), err::toString);
  }

  @Test
  void mistakeIsExplainedInOneLineWithASuggestion() {
    assertEquals(2, segue("shm", "rm", "--stael"));
    assertEquals(2, segue("shm", "wach", "file"));
    assertEquals(2, segue("demo", "file"));
    assertEquals(
        List.of(
            "segue shm rm: unknown option '--stael'; did you mean --stale?",
            "Try 'segue shm rm --help' for more information.",
            "segue shm: unknown command 'wach'; did you mean watch?",
            "Try 'segue shm --help' for more information.",
            "segue demo: unexpected argument 'file'",
            "Try 'segue demo --help' for more information."),
        err.toString().lines().toList());
  }

  @Test
  void suggestsOptionsWithValuesAndShortCommands() {
    assertEquals(2, segue("shm", "stat", "--grp=x", "y"));
    assertEquals(2, segue("help", "shm", "stta"));
    assertEquals(
        List.of(
            "segue shm stat: unknown option '--grp=x'; did you mean --group?",
            "segue shm: unknown command 'stta'; did you mean stat?"),
        err.toString().lines().filter(line -> !line.startsWith("Try ")).toList());
  }

  @Test
  void helpAcceptsNestedSubcommands() {
    assertEquals(0, segue("help", "shm", "stat"));
    assertTrue(out.toString().startsWith("Usage: segue shm stat "), out::toString);
    assertEquals(0, segue("shm", "help", "stat"));
  }

  @Test
  void emptyFilesAndEmptyNamesAreReported(@TempDir Path directory) throws IOException {
    String empty = Files.createFile(directory.resolve("empty")).toString();
    assertEquals(1, segue("inspect", empty));
    assertEquals(2, segue("inspect", ""));
    assertEquals(2, segue("inspect", "-n0", empty));
    assertEquals(
        List.of(
            "segue inspect: " + empty + ": the file is empty",
            "segue inspect: the name of the file is empty",
            "segue inspect: --count must be at least 1"),
        err.toString().lines().filter(line -> !line.startsWith("Try ")).toList());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void deviceIsReadLikeAFile() {
    assertEquals(1, segue("inspect", "/dev/null"));
    assertEquals("segue inspect: /dev/null: the file is empty\n", err.toString());
  }

  @Test
  void directoryThatIsNotAChannelIsNamed(@TempDir Path directory) {
    assertEquals(1, segue("shm", "stat", directory.toString()));
    assertEquals(
        "segue shm stat: %s is not a channel; to list the channels in it, run: segue shm ls %s%n"
            .formatted(directory, directory),
        err.toString());
  }

  @Test
  void mistakeWithoutASimilarNameGetsNoSuggestion() {
    assertEquals(2, segue("nosuch"));
    assertTrue(err.toString().startsWith("segue: unknown command 'nosuch'\n"), err::toString);
  }

  @Test
  void invalidNumberIsExplained() {
    assertEquals(2, segue("inspect", "--count=x", "file"));
    assertTrue(err.toString().contains("'x' is not a whole number"), err::toString);
  }

  @Test
  void misspeltClassIsExplainedWithoutTheUsageText() {
    for (String[] command :
        List.of(
            new String[] {"inspect", "--register=quotes.Quoote", "file"},
            new String[] {"shm", "tail", "--register=quotes.Quoote", "channel"})) {
      assertEquals(2, segue(command));
    }
    List<String> lines = err.toString().lines().toList();
    assertEquals(4, lines.size(), err::toString);
    assertTrue(lines.getFirst().contains("cannot find the class quotes.Quoote;"), err::toString);
  }

  @Test
  void filesOfTheWrongKindAreNamed(@TempDir Path directory) throws IOException {
    assertEquals(1, segue("inspect", directory.toString()));
    assertTrue(err.toString().endsWith(directory + ": is a directory\n"), err::toString);
    Path file = Files.writeString(directory.resolve("file"), "content");
    assertEquals(1, segue("shm", "ls", file.toString()));
    assertTrue(err.toString().endsWith(file + ": not a directory\n"), err::toString);
  }

  @Test
  void missingChannelIsNamed(@TempDir Path directory) {
    Path path = directory.resolve("none");
    assertEquals(1, segue("shm", "stat", path.toString()));
    assertEquals(
        "segue shm stat: no channel at %s; to list channels, run: segue shm ls %s%n"
            .formatted(path, directory),
        err.toString());
    assertEquals(1, segue("shm", "tail", path.resolve("below").toString()));
    assertTrue(err.toString().contains("the directory " + path + " does not exist"), err::toString);
    assertEquals(1, segue("shm", "soak", "--directory=" + path));
    assertTrue(err.toString().endsWith(path + ": no such directory\n"), err::toString);
  }

  static Stream<CommandLine> commands() {
    return commands(Segue.commandLine());
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(SegueTest::commands));
  }

  /// Conventions for the help of every command.
  @ParameterizedTest
  @MethodSource("commands")
  void helpIsImperativeAndEndsWithTheExitCodes(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    String help = command.getUsageMessage();
    String first = command.getCommandSpec().usageMessage().description()[0];
    assertFalse(first.matches("\\w+[^s]s .*"), () -> name + ": " + first);
    assertTrue(
        help.matches("(?s).*\n(?i:exit status):\n  0 .*\n  1 .*\n  2 +wrong usage\n.*"), help);
    for (var option : command.getCommandSpec().options()) {
      String text = String.join(" ", option.description());
      assertFalse(text.contains("by default;"), () -> name + ": " + text);
      assertFalse(text.matches("(?!.*Default: .*).*\\bdefaults? .*"), () -> name + ": " + text);
    }
  }
}
