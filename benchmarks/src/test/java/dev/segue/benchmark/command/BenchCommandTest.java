// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {

  @TempDir private Path directory;

  @Test
  void saysThatAFileToCheckIsMissing() {
    String missing = directory.resolve("missing.csv").toString();
    assertEquals(
        "segue bench: " + missing + ": there is no such file\n",
        failing("--check", missing, missing));
    assertEquals(
        "segue bench: " + missing + ": there is no such file\n",
        failing("--ratios", missing + ".out", missing));
  }

  private static String failing(String... arguments) {
    StringWriter told = new StringWriter();
    CommandLine command = BenchCommand.commandLine(List.of()).setErr(new PrintWriter(told, true));
    assertEquals(1, command.execute(arguments));
    return told.toString().replace("\r\n", "\n");
  }
}
