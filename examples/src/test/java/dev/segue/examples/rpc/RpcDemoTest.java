// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-Ddev.segue.demo.fraction=" + fraction);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--illegal-native-access=deny");
    command.add("--sun-misc-unsafe-memory-access=deny");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), RpcDemo.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static List<Path> leftovers(Process demo) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files
          .filter(
              file -> file.getFileName().toString().startsWith("segue-demo-" + demo.pid() + "-"))
          .toList();
    }
  }

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
    assertEquals(2, demo.waitFor());
    String output = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(output.startsWith("segue demo: --rpc has no option --count"), output);
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
