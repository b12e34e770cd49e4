// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
  void helpNamesTheCommands() {
    assertEquals(0, segue("--help"));
    assertTrue(out.toString().contains("demo"), out::toString);
  }

  @Test
  void helpNamesTheBenchmarksThatTheLauncherRuns() {
    assertEquals(0, segue("help"));
    assertTrue(out.toString().contains("bench"), out::toString);
    assertEquals(2, segue("bench", "shm", "--quick"));
    assertTrue(err.toString().contains("./segue bench shm --quick"), err::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--messages", "--size", "--no-compress", "--seconds"})
  void helpOfTheDemoNamesItsOptions(String option) {
    assertEquals(0, segue("demo", "--help"));
    assertTrue(out.toString().contains(option), out::toString);
  }

  @Test
  void versionNamesTheJavaItRunsOn() {
    assertEquals(0, segue("--version"));
    assertTrue(out.toString().contains("Java " + Runtime.version()), out::toString);
  }

  @Test
  void whatIsWrongWithAFileIsSaid(@TempDir Path directory) throws IOException {
    Path missing = directory.resolve("missing");
    assertEquals(1, segue("inspect", missing.toString()));
    assertTrue(err.toString().contains(missing + ": no such file or directory"), err::toString);
    Path file = Files.writeString(directory.resolve("file"), "content");
    assertEquals(0, segue("zstd", "compress", file.toString()));
    assertEquals(1, segue("zstd", "compress", file.toString()));
    assertTrue(err.toString().contains("--force"), err::toString);
  }

  @Test
  void noCommandIsWrongUsage() {
    assertEquals(2, segue());
    assertTrue(err.toString().contains("Usage: segue"), err::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demon",
        "demo --mesages=1",
        "demo --messages=0",
        "demo --messages=many",
        "demo --seconds=0",
        "demo --size=-1",
        "demo --size=1parsec",
        "demo --size=1G",
        "demo more"
      })
  void wrongUsageIsTold(String line) {
    assertEquals(2, segue(line.split(" ")));
    assertTrue(out.toString().isEmpty(), out::toString);
    assertTrue(!err.toString().isBlank());
  }
}
