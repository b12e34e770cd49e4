// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.segue.cli.inspect.quotes.Quote;
import dev.segue.fixtures.TestFiles;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.TransportException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
  void listsOnlyChannels() throws Exception {
    Path path = create("orders");
    Files.createDirectory(directory.resolve("other"));
    assertEquals(0, shm("ls", directory.toString()));
    assertTrue(out.toString().contains(path.toString()), out::toString);
    assertTrue(out.toString().contains("1,048,576 bytes"), out::toString);
    assertFalse(out.toString().contains("other"), out::toString);
  }

  @Test
  void saysThatADirectoryHasNoChannels() {
    assertEquals(0, shm("ls", directory.toString()));
    assertEquals("", out.toString());
    assertEquals("shm ls: no channels in " + directory + "\n", err.toString());
    assertEquals(0, shm("rm", "--stale", directory.toString()));
    assertTrue(
        err.toString().endsWith("shm rm: no channel without members in " + directory + "\n"),
        err::toString);
  }

  @Test
  void listsASingleNamedChannel() {
    Path path = create("orders");
    assertEquals(0, shm("ls", path.toString()));
    assertTrue(out.toString().startsWith(path + "\n  pair, 1,048,576 bytes"), out::toString);
    assertEquals("", err.toString());
  }

  /// The superuser may read every directory.
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void reportsUnreadableDirectories() throws Exception {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Files.setPosixFilePermissions(closed, Set.of());
    assumeFalse(Files.isExecutable(closed));
    assertEquals(0, shm("ls", directory.toString()));
    assertTrue(
        err.toString()
            .endsWith(
                "shm ls: cannot look into directories of other users, which may be channels: %s (%s)%n"
                    .formatted(closed, Files.getOwner(closed))),
        err::toString);
  }

  @Test
  void findsAChannelByItsName() {
    String name = TestFiles.name();
    Path path = Channel.defaultPath(name);
    Channel.create(path, ChannelConfig.defaults()).close();
    try {
      assertEquals(0, shm("stat", name));
      assertTrue(out.toString().startsWith(path + ": PAIR, "), out::toString);
      assertEquals(0, shm("watch", "--duration=1ms", name));
      assertEquals(0, shm("tail", "--duration=1ms", name));
      assertEquals(1, shm("rm", name));
      // The message may go on with channels of other processes.
      assertTrue(
          err.toString().contains(": no channel at %s; did you mean %s".formatted(name, path)),
          err::toString);
    } finally {
      Channel.unlink(path);
    }
  }

  @Test
  void missingChannelNamesBothSearchedPlaces() {
    TransportException e =
        assertThrows(
            TransportException.class,
            () -> new GroupOption().openNamed(Path.of("segue-test-9f2c77d1b0a3")));
    assertEquals(
        "no channel at segue-test-9f2c77d1b0a3 or %s; to list channels, run: segue shm ls"
            .formatted(Channel.defaultPath("segue-test-9f2c77d1b0a3")),
        e.getMessage());
  }

  @Test
  void suggestsChannelsWithSimilarNames() {
    Path path = create("orders-of-may");
    Path misspelt = directory.resolve("ordres-of-may");
    TransportException e =
        assertThrows(TransportException.class, () -> new GroupOption().openNamed(misspelt));
    assertEquals("no channel at %s; did you mean %s?".formatted(misspelt, path), e.getMessage());
  }

  @Test
  void showsMembersAndCounters() {
    Path path = create("orders");
    try (Channel channel = Channel.open(path)) {
      assertTrue(channel.addPublisher().offer(MemorySegment.ofArray(new byte[1234])));
      assertEquals(0, shm("stat", path.toString()));
    }
    String text = out.toString();
    assertTrue(text.contains("member timeout 10s, at most 32 members"), text);
    assertTrue(text.contains("publisher, process " + ProcessHandle.current().pid()), text);
    assertTrue(text.contains("1 message, 1,234 bytes, 0 delivered"), text);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void opensChannelsOfANamedGroup() throws Exception {
    String group = Files.readAttributes(directory, PosixFileAttributes.class).group().getName();
    Path path = directory.resolve("orders");
    Channel.create(path, ChannelConfig.defaults().withGroup(group)).close();
    assertEquals(1, shm("stat", path.toString()));
    assertTrue(err.toString().contains("unless its group (" + group + ")"), err::toString);
    assertEquals(0, shm("stat", "--group", group, path.toString()));
    assertEquals(0, shm("ls", "--group=" + group, directory.toString()));
    assertTrue(out.toString().contains("0 publishers"), out::toString);
    assertEquals(0, shm("tail", "--group=" + group, "--duration=1ms", path.toString()));
    assertEquals(0, shm("watch", "--group=" + group, "--duration=1ms", path.toString()));
    assertEquals(0, shm("rm", "--group=" + group, path.toString()));
    assertFalse(Files.exists(path));
  }

  @Test
  void watchEndsAfterItsDuration() {
    Path path = create("orders");
    assertEquals(0, shm("watch", "--duration=1500ms", path.toString()));
    assertTrue(out.toString().contains("0 publishers"), out::toString);
  }

  @Test
  void tailDoesNotConsumeMessages() {
    Path path = create("orders");
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.addPublisher()) {
      assertTrue(publisher.offer(MemorySegment.ofArray("tea for two".getBytes(UTF_8))));
      assertTrue(publisher.offer(MemorySegment.ofArray(new byte[] {27, 1, 2})));
      assertTrue(publisher.offer(MemorySegment.ofArray("x".repeat(100).getBytes(UTF_8))));
      assertEquals(0, shm("tail", "--count=3", "--bytes=20", path.toString()));
      assertEquals(0, shm("tail", "-n1", "--hex", path.toString()));
      assertEquals(3, channel.addSubscriber().poll(m -> {}, 10));
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
  void showsPayloadsOfRegisteredClassesAsTrees() throws Exception {
    Path path = create("quotes");
    Serializer serializer = Serializer.builder().register(Quote.class).build();
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.addPublisher()) {
      byte[] payload = serializer.toBytes(new Quote("SEGUE", 42.25));
      assertTrue(publisher.offer(MemorySegment.ofArray(payload)));
      assertTrue(publisher.offer(MemorySegment.ofArray("plain".getBytes(UTF_8))));
      String classes =
          Path.of(Quote.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toString();
      String[] options = {"-cp", classes, "--register", Quote.class.getName(), path.toString()};
      assertEquals(0, shm(concat(options, "tail", "-n2")));
      assertEquals(0, shm(concat(options, "tail", "-n1", "--bytes=20")));
    }
    List<String> lines = out.toString().lines().toList();
    assertTrue(lines.getFirst().matches("lane 1  \\d+ bytes"), out::toString);
    assertTrue(lines.stream().anyMatch(line -> line.contains("symbol = \"SEGUE\"")), out::toString);
    assertTrue(lines.contains("lane 1  5 bytes  \"plain\""), out::toString);
    assertTrue(out.toString().contains("bytes  (the first 20)\n"), out::toString);
    assertTrue(out.toString().contains("! cut off"), out::toString);
  }

  private static String[] concat(String[] last, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void alternateScreenIsLeftOnce() {
    AlternateScreen screen = AlternateScreen.enter(new PrintWriter(out, true));
    screen.show("one\n");
    screen.close();
    screen.show("two\n");
    screen.close();
    assertEquals(
        "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[Hone\u001b[K\r\u001b[B\u001b[J"
            + "\u001b[?7h\u001b[?25h\u001b[?1049l",
        out.toString());
  }

  @Test
  void tailEndsAfterItsDuration() {
    assertEquals(0, shm("tail", "--duration=200ms", create("orders").toString()));
    assertEquals("", out.toString());
    assertEquals("shm tail: no message passed\n", err.toString());
  }

  @Test
  void tableShowsMembersLanesAndRates() throws Exception {
    Path path = create("orders");
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.addPublisher()) {
      ChannelTable table = new ChannelTable(channel);
      String before = table.lines();
      for (int i = 0; i < 100; i++) {
        assertTrue(publisher.offer(MemorySegment.ofArray(new byte[100])));
      }
      Thread.sleep(20);
      List<String> lines = table.lines().lines().toList();
      assertEquals(path.toString(), lines.getFirst());
      assertTrue(lines.contains("member  role        process         waits"), before);
      assertTrue(lines.getLast().matches(" +1 +\\d+ -> +- +100 +[1-9][0-9,]* .*"), lines::toString);
      assertEquals(List.of(), lines.stream().skip(1).filter(line -> line.length() > 79).toList());
      assertTrue(table.summary().contains("1 publisher, 0 subscribers, 1 lane, 100 messages, "));
    }
  }

  @Test
  void removesUnusedChannelsOnly() {
    Path used = create("used");
    Path unused = create("unused");
    try (Channel channel = Channel.open(used)) {
      assertEquals(0, channel.addSubscriber().poll(m -> {}, 1));
      assertEquals(1, shm("rm", used.toString(), unused.toString()));
      assertTrue(err.toString().contains(used + ": channel is in use; use --force"), err::toString);
      assertTrue(Files.exists(used));
      assertFalse(Files.exists(unused));
      assertEquals(0, shm("rm", "-f", used.toString()));
      assertFalse(Files.exists(used));
    }
  }

  @Test
  void removesStaleChannelsOfADirectory() {
    Path used = create("used");
    Path unused = create("unused");
    try (Channel channel = Channel.open(used)) {
      assertEquals(0, channel.addSubscriber().poll(m -> {}, 1));
      assertEquals(0, shm("rm", "--stale", directory.toString()));
    }
    assertTrue(Files.exists(used));
    assertFalse(Files.exists(unused));
  }

  @Test
  void continuesAfterAChannelThatCannotBeRemoved() throws Exception {
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
  void rejectsWrongUsage() {
    assertEquals(2, shm());
    assertEquals(2, shm("rm"));
    assertEquals(2, shm("stat"));
    assertEquals(2, shm("watch", "--duration=0s", "x"));
    assertEquals(2, shm("soak", "--duration=60"));
    assertEquals(2, shm("tail", "--bytes=-1", "x"));
    assertEquals(2, shm("tail", "--count=0", "x"));
    assertEquals(2, shm("tail", "--register=no.such.Class", "x"));
    assertTrue(err.toString().contains("cannot find the class no.such.Class"), err::toString);
  }
}
