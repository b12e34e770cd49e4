// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.fixtures.Jvm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `./segue example`.
class ExamplesByNameTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir")).resolve("..");
  private static final Path SOURCES =
      ROOT.resolve("examples/src/main/java/dev/segue/examples").normalize();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) throws Exception {
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      return Examples.run(args);
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  @Test
  void missingNameListsAllExamples() throws Exception {
    assertEquals(0, run());
    List<String> listed = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(listed.stream().allMatch(line -> line.length() <= 100), listed::toString);
    long examples = listed.stream().filter(line -> line.startsWith("  ")).count();
    try (Stream<Path> files = Files.list(SOURCES)) {
      assertEquals(
          files.filter(file -> file.toString().matches(".*(Example|QuickStart)\\.java")).count(),
          examples);
    }
  }

  @Test
  void launcherPrintsTheListWithoutAJdk() throws Exception {
    assertEquals(0, run());
    String list = Files.readString(ROOT.resolve("examples/list.txt"));
    assertEquals(list, out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"));
    assertEquals(list, launcher("example"));
    assertEquals(list, launcher("example", "--help"));
    assertEquals(
        Files.readString(ROOT.resolve("benchmarks/help.txt")), launcher("bench", "--help"));
  }

  /// Runs the launcher in an environment where it can neither build nor start anything.
  private static String launcher(String... arguments) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
    List<String> command = new ArrayList<>(List.of("/bin/sh", ROOT.resolve("segue").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SEGUE_JAVA_HOME", "/nowhere");
    return Jvm.run(builder).requireSuccess().output();
  }

  @Test
  void nameRunsThatExample() throws Exception {
    assertEquals(0, run("compression"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("Restored and equal: true"));
  }

  @Test
  void unknownNameIsWrongUsage() throws Exception {
    assertEquals(2, run("nothing"));
    assertEquals(
        List.of("segue example: no example 'nothing'", "Try './segue example' for a list."),
        err.toString(StandardCharsets.UTF_8).lines().toList());
  }

  @Test
  void misspeltNameGetsASuggestion() throws Exception {
    assertEquals(2, run("qoutes"));
    assertTrue(
        err.toString(StandardCharsets.UTF_8)
            .startsWith("segue example: no example 'qoutes'; did you mean quotes?"),
        err::toString);
  }
}
