// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void showsMessagesAndLeavesThem() {
    Path path = create("orders");
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.publisher()) {
      assertTrue(publisher.offer(MemorySegment.ofArray("tea for two".getBytes(UTF_8))));
      assertTrue(publisher.offer(MemorySegment.ofArray(new byte[] {27, 1, 2})));
      assertTrue(publisher.offer(MemorySegment.ofArray("x".repeat(100).getBytes(UTF_8))));
      assertEquals(0, shm("tail", "--count=3", "--bytes=20", path.toString()));
      assertEquals(0, shm("tail", "--count=1", "--hex", path.toString()));
      assertEquals(3, channel.subscriber().poll(m -> {}, 10));
    }
    assertEquals(
        List.of(
            "lane 1  11 bytes  \"tea for two\"",
            "lane 1  3 bytes  1b 01 02",
            "lane 1  100 bytes  \"" + "x".repeat(20) + "\" ...",
            "lane 1  11 bytes  74 65 61 20 66 6f 72 20 74 77 6f"),
        out.toString().lines().toList());
  }

  @Test
  void tailsForAWhile() {
    assertEquals(0, shm("tail", "--seconds=1", create("orders").toString()));
    assertEquals("", out.toString());
  }

  @Test
  void screenShowsMembersLanesAndRates() throws Exception {
    Path path = create("orders");
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.publisher()) {
      ChannelScreen screen = new ChannelScreen(channel);
      screen.table();
      for (int i = 0; i < 100; i++) {
        assertTrue(publisher.offer(MemorySegment.ofArray(new byte[100])));
      }
      Thread.sleep(20);
      String table = screen.table();
      assertTrue(table.contains("publisher"), table);
      String lane = table.lines().toList().getLast();
      assertTrue(lane.matches(" +1 +\\d+ -> +- +100 +[1-9][0-9,]* .*"), lane);
      assertTrue(screen.line().contains("100 messages"));
    }
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
  void goesOnAfterAChannelThatCannotBeRemoved() throws Exception {
    Path strange = create("a-strange-one");
    Path unused = create("unused");
    Files.write(strange.resolve("channel"), new byte[64]);
    assertEquals(1, shm("rm", "--stale", directory.toString()));
    assertTrue(Files.exists(strange));
    assertFalse(Files.exists(unused));
    assertTrue(err.toString().contains("cannot remove " + strange), err::toString);
    Path another = create("another");
    assertEquals(1, shm("rm", strange.toString(), another.toString()));
    assertFalse(Files.exists(another));
  }

  @Test
  void wantsToBeToldWhat() {
    assertEquals(2, shm());
    assertEquals(2, shm("rm"));
    assertEquals(2, shm("stat"));
    assertEquals(2, shm("watch", "--seconds=0", "x"));
    assertEquals(2, shm("soak", "--seconds=0"));
    assertEquals(2, shm("tail", "--bytes=-1", "x"));
  }
}
