// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("hasEpoll")
@Timeout(600)
class RpcDemoTest {

  static boolean hasEpoll() {
    return Epoll.isAvailable();
  }

  /// Starts a demo with a fraction of its normal duration.
  private static Process start(int fraction, String... arguments) throws IOException {
    List<String> flags = List.of("-Ddev.segue.demo.fraction=" + fraction);
    List<String> command = Jvm.command(flags, RpcDemo.class, List.of(arguments));
    return Jvm.startMerged(command);
  }

  private static List<Path> leftovers(Process demo) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files
          .filter(
              file -> file.getFileName().toString().startsWith("segue-demo-" + demo.pid() + "-"))
          .toList();
    }
  }

  @Tag("long")
  @Test
  void printsBothRoutesAndLeavesNoFiles() throws Exception {
    Process demo = start(10);
    try {
      String output = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(demo.waitFor(5, TimeUnit.MINUTES));
      assertEquals(0, demo.exitValue(), output);
      for (String part :
          List.of(
              "gRPC calls from JVM " + demo.pid() + " to JVM ",
              "orders, and each got its own receipt",
              "Unix domain socket      shared memory",
              "one call at a time, median",
              "100 calls at a time",
              "only the builders of channel and server")) {
        assertTrue(output.contains(part), output);
      }
      assertTrue(!output.contains("WARNING"), output);
    } finally {
      demo.destroyForcibly();
    }
    assertEquals(List.of(), leftovers(demo));
  }

  @Test
  void killedDemoEndsItsServerAndLeavesNoFiles() throws Exception {
    Process demo = start(1);
    try {
      String heading = "gRPC calls from"; // a busy JVM may print a warning first
      assertTrue(demo.inputReader().lines().anyMatch(line -> line.startsWith(heading)));
      List<ProcessHandle> servers = demo.children().toList();
      assertEquals(1, servers.size());
      demo.destroyForcibly();
      servers.getFirst().onExit().get(5, TimeUnit.MINUTES);
    } finally {
      demo.descendants().forEach(ProcessHandle::destroyForcibly);
      demo.destroyForcibly();
    }
    assertEquals(List.of(), leftovers(demo));
  }

  @Test
  void otherOptionsAreRefused() throws Exception {
    Process demo = start(1, "--count");
    String output = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, demo.waitFor(), output);
    assertTrue(output.contains("segue demo: --rpc has no option --count"), output);
  }

  @Test
  void launcherStartsTheDemo() throws IOException {
    String launcher = Files.readString(Path.of(System.getProperty("basedir"), "..", "segue"));
    assertTrue(launcher.contains(" " + RpcDemo.class.getName() + " \"$@\""), launcher);
  }

  @Test
  void summaryNamesTheFasterRoute() {
    assertTrue(RpcDemo.words(0.25).contains("takes 25 % of the time of a call through the socket"));
    assertTrue(RpcDemo.words(1.5).contains("takes 1.5 times as long as one through the"));
  }
}
