// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ShmCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory = Path.of("");

  private int shm(String... args) {
    CommandLine command = new CommandLine(new ShmCommand());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(args);
  }

  private Path create(String name) {
    Path path = directory.resolve(name);
    Channel.create(path, ChannelConfig.defaults()).close();
    return path;
  }

  @Test
  void listsChannelsAndNothingElse() throws Exception {
    Path path = create("orders");
    Files.createDirectory(directory.resolve("other"));
    assertEquals(0, shm("ls", directory.toString()));
    assertTrue(out.toString().contains(path.toString()), out::toString);
    assertTrue(out.toString().contains("1,048,576 bytes"), out::toString);
    assertFalse(out.toString().contains("other"), out::toString);
  }

  @Test
  void showsMembersAndCounters() {
    Path path = create("orders");
    try (Channel channel = Channel.open(path)) {
      assertTrue(channel.publisher().offer(MemorySegment.ofArray(new byte[1234])));
      assertEquals(0, shm("stat", path.toString()));
    }
    String text = out.toString();
    assertTrue(text.contains("publisher, process " + ProcessHandle.current().pid()), text);
    assertTrue(text.contains("1 messages, 1,234 bytes, 0 delivered"), text);
  }

  @Test
  void watchesForAWhile() {
    Path path = create("orders");
    assertEquals(0, shm("watch", "--seconds=2", path.toString()));
    assertTrue(out.toString().contains("0 publishers"), out::toString);
  }

  @Test
  void removesWhatIsNotInUse() {
    Path used = create("used");
    Path unused = create("unused");
    try (Channel channel = Channel.open(used)) {
      assertEquals(0, channel.subscriber().poll(m -> {}, 1));
      assertEquals(1, shm("rm", used.toString(), unused.toString()));
      assertTrue(Files.exists(used));
      assertFalse(Files.exists(unused));
      assertEquals(0, shm("rm", "--force", used.toString()));
      assertFalse(Files.exists(used));
    }
  }

  @Test
  void removesTheStaleOfADirectory() {
    Path used = create("used");
    Path unused = create("unused");
    try (Channel channel = Channel.open(used)) {
      assertEquals(0, channel.subscriber().poll(m -> {}, 1));
      assertEquals(0, shm("rm", "--stale", directory.toString()));
    }
    assertTrue(Files.exists(used));
    assertFalse(Files.exists(unused));
  }

  @Test
  void wantsToBeToldWhat() {
    assertEquals(2, shm());
    assertEquals(2, shm("rm"));
    assertEquals(2, shm("stat"));
    assertEquals(2, shm("watch", "--seconds=0", "x"));
  }
}
