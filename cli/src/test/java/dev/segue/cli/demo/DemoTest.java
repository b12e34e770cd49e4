// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The demo with two real JVMs, on the module path.
class DemoTest {

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --count 400",
        "demo --count 20 --size 300k",
        "demo -n 1 --no-compress --duration 100s",
      })
  void everyMessageArrivesAndNothingIsLeft(String line) throws Exception {
    try (SegueProcess segue = SegueProcess.start(directory, line.split(" "))) {
      assertEquals(0, segue.awaitExit(), segue::output);
      String messages = line.replaceFirst(".*(?:-n|--count) (\\d+).*", "$1");
      for (String part : List.of("many as go: " + messages + " messages", "MB/s", "p99.9")) {
        assertTrue(segue.output().contains(part), segue::output);
      }
      assertEquals(List.of(), segue.leftovers());
    }
  }

  @Test
  void reportsAKilledChildAndCleansUp() throws Exception {
    try (SegueProcess segue = SegueProcess.start(directory, "demo", "--duration", "60s")) {
      segue.awaitOutput("one way");
      ProcessHandle child = segue.child();
      child.destroyForcibly();
      assertEquals(1, segue.awaitExit(), segue::output);
      String expected = "the other JVM (pid " + child.pid() + ") was killed by signal 9";
      assertTrue(segue.output().contains(expected), segue::output);
      assertEquals(List.of(), segue.leftovers());
    }
  }

  @Test
  void reportsAnInterruptionAndCleansUp() throws Exception {
    try (SegueProcess segue = SegueProcess.start(directory, "demo", "--duration", "60s")) {
      segue.awaitOutput("one way");
      ProcessHandle child = segue.child();
      segue.handle().destroy();
      assertEquals(1, segue.awaitExit(), segue::output);
      assertTrue(segue.output().contains("interrupted"), segue::output);
      assertEquals(List.of(), segue.leftovers());
      child.onExit().get(5, TimeUnit.MINUTES);
    }
  }

  @Test
  void reportsLeftovers() throws Exception {
    try (SegueProcess segue = SegueProcess.start(directory, "demo", "--duration", "60s")) {
      segue.awaitOutput("one way");
      Path left = segue.leftovers().getFirst();
      Path stranger = Files.createFile(left.resolve("stranger"));
      try {
        segue.handle().destroy();
        assertEquals(1, segue.awaitExit(), segue::output);
        String expected = "Something was left behind: cannot delete " + left;
        assertTrue(segue.output().contains(expected), segue::output);
        assertFalse(segue.output().contains("Nothing"), segue::output);
        assertEquals(List.of(left), segue.leftovers());
      } finally {
        Files.delete(stranger);
        Files.delete(left);
      }
    }
  }

  @Test
  void cleansUpAfterAKilledParent() throws Exception {
    try (SegueProcess segue = SegueProcess.start(directory, "demo", "--duration", "60s")) {
      segue.awaitOutput("one way");
      ProcessHandle child = segue.child();
      segue.handle().destroyForcibly();
      segue.awaitExit();
      child.onExit().get(5, TimeUnit.MINUTES);
      segue.awaitNothingLeft();
    }
  }

  @Test
  void launcherPassesTheSameFlags() throws Exception {
    String launcher = Files.readString(Path.of(System.getProperty("basedir"), "..", "segue"));
    for (String flag : SegueProcess.LAUNCHER_FLAGS) {
      assertTrue(launcher.contains("\n  " + flag + " \\\n"), flag);
    }
    assertTrue(!launcher.contains("--add-opens"));
  }
}
