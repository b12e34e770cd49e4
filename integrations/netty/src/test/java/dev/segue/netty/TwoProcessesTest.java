// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The example, in two processes: the server on the class path, the client on the module path, and
/// the other way round.
@Timeout(600)
final class TwoProcessesTest {

  private static final String MAIN = NettyExample.class.getName();

  private static final List<String> FLAGS =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--illegal-native-access=deny",
          "--sun-misc-unsafe-memory-access=deny",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto");

  private static List<String> onClassPath() {
    return List.of(
        "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), MAIN);
  }

  /// With the example as a part of the module.
  private static List<String> onModulePath() {
    List<String> path =
        new ArrayList<>(
            Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
    String tests = path.removeFirst();
    assertTrue(tests.endsWith("test-classes"), tests);
    String modules =
        path.stream()
            .filter(element -> !element.contains("junit"))
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        "--enable-native-access=dev.segue.compression",
        "--module-path=" + modules,
        "--patch-module=dev.segue.netty=" + tests,
        "--add-opens=dev.segue.netty/dev.segue.netty=dev.segue.serializer", // for the records
        "-m",
        "dev.segue.netty/" + MAIN);
  }

  private static Process start(List<String> path, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(FLAGS);
    command.addAll(path);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static List<String> talk(List<String> serverPath, List<String> clientPath)
      throws IOException, InterruptedException {
    Process server = start(serverPath, "serve");
    try (BufferedReader printed = server.inputReader()) {
      Process client = start(clientPath, "call", "" + printed.readLine());
      try {
        String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(client.waitFor(5, TimeUnit.MINUTES));
        assertEquals(0, client.exitValue());
        return output.lines().toList();
      } finally {
        client.destroyForcibly();
      }
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void exampleWorksInTwoProcesses() throws IOException, InterruptedException {
    List<String> expected = List.of("2 x tea", "1 x milk");
    assertEquals(expected, talk(onClassPath(), onModulePath()));
    assertEquals(expected, talk(onModulePath(), onClassPath()));
  }
}
