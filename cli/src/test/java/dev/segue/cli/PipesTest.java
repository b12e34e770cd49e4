// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command in pipelines: standard streams, pipes, signals.
@Timeout(600)
class PipesTest {

  private static final String SEGUE =
      Path.of(System.getProperty("java.home"), "bin", "java")
          + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m --enable-native-access=ALL-UNNAMED"
          + " dev.segue.cli.Segue";

  private @TempDir Path directory = Path.of("");

  /// Runs a shell command line in the test's directory; in it, `segue` is the command.
  private Process shell(String line) throws IOException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", line.replace("segue ", SEGUE + " "))
            .directory(directory.toFile())
            .redirectOutput(directory.resolve(".out").toFile())
            .redirectError(directory.resolve(".err").toFile());
    shell.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return shell.start();
  }

  private void run(String line) throws Exception {
    Process shell = shell(line);
    try {
      assertTrue(shell.waitFor(5, TimeUnit.MINUTES), line);
      assertEquals(0, shell.exitValue(), () -> line + ": " + messages());
    } finally {
      end(shell);
    }
  }

  private String messages() {
    try {
      return Files.readString(directory.resolve(".err"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".out") && !name.equals(".err"))
          .sorted()
          .toList();
    }
  }

  @Test
  void standardInputGoesToStandardOutput() throws Exception {
    byte[] content = "a line like the others\n".repeat(10_000).getBytes(UTF_8);
    Files.write(directory.resolve("content"), content);
    run(
        "segue zstd compress - <content | segue zstd decompress - >back"
            + " && segue zstd compress content -o /dev/stdout | segue zstd decompress - -o back2"
            + " && segue zstd compress -c content >content.zst"
            + " && segue zstd decompress -c content.zst >back3");
    assertEquals("", messages());
    for (String back : List.of("back", "back2", "back3")) {
      assertArrayEquals(content, Files.readAllBytes(directory.resolve(back)));
    }
  }

  @Test
  void aPipeWithANameStays() throws Exception {
    Files.writeString(directory.resolve("noise.zst"), "this is no frame");
    run("mkfifo pipe; cat pipe >read & ! segue zstd decompress noise.zst -f -o pipe; wait");
    assertEquals(List.of("noise.zst", "pipe", "read"), names());
    assertTrue(messages().contains("noise.zst: "), this::messages);
  }

  @Test
  void aSignalLeavesNoPartOfAFile() throws Exception {
    Process segue = shell("exec segue zstd compress - -o target.zst");
    try {
      segue.getOutputStream().write(new byte[100_000]);
      segue.getOutputStream().flush();
      while (names().isEmpty()) {
        assertTrue(segue.isAlive(), this::messages);
        Thread.sleep(5);
      }
      assertTrue(names().getFirst().endsWith(".part"), names()::toString);
      // Not through the Process, which would close its standard input: a regular end of the input.
      segue.toHandle().destroy();
      assertTrue(segue.waitFor(5, TimeUnit.MINUTES));
      assertEquals(List.of(), names());
    } finally {
      end(segue);
    }
  }

  @Test
  void tailEndsWithItsReader() throws Exception {
    Path path = directory.resolve("orders");
    try (Channel channel = Channel.create(path, ChannelConfig.defaults());
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      Process shell = shell("segue shm tail orders | head -n 2");
      try {
        while (shell.isAlive()) {
          assertTrue(publisher.offer(MemorySegment.ofArray(new byte[10])));
          assertEquals(1, subscriber.poll(message -> {}, 10));
          Thread.sleep(5);
        }
        assertEquals(2, Files.readAllLines(directory.resolve(".out")).size());
      } finally {
        end(shell);
      }
    }
  }
}
