// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command in pipelines.
@Timeout(600)
class PipesTest {

  private static final String SEGUE =
      String.join(
          " ",
          Jvm.command(
              List.of("-Xmx64m", "--enable-native-access=ALL-UNNAMED", Segue.class.getName())));

  private @TempDir Path directory = Path.of("");

  /// Runs a shell command line in the test's directory; `segue` runs the command.
  private Process shell(String line) throws IOException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", line.replace("segue ", SEGUE + " "))
            .directory(directory.toFile())
            .redirectOutput(directory.resolve(".out").toFile())
            .redirectError(directory.resolve(".err").toFile());
    shell.environment().put("CLASSPATH", Jvm.classPath());
    return shell.start();
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Test
  void tailEndsWhenItsReaderEnds() throws Exception {
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
