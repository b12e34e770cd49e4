// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Channels with unread messages. Channels use the byte order of the host, and the golden ones are
/// little-endian.
@EnabledIf("isLittleEndian")
class ChannelsTest {

  private static final GoldenFile FILE = new GoldenFile("channels.txt");
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final ChannelConfig CONFIG = ChannelConfig.defaults().withLaneCapacity(1024);

  private Path directory = Path.of("");

  static boolean isLittleEndian() {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  static List<String> versions() {
    return FILE.versions();
  }

  @BeforeEach
  void createDirectory() throws IOException {
    directory = TestFiles.folderInMemory();
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    TestFiles.delete(directory);
  }

  private static void send(Publisher publisher, String text) {
    assertTrue(publisher.offer(MemorySegment.ofArray(text.getBytes(UTF_8))));
  }

  private static List<String> received(Subscriber subscriber, int count) {
    List<String> received = new ArrayList<>();
    while (received.size() < count) {
      int polled =
          subscriber.poll(
              message -> received.add(new String(message.toArray(ValueLayout.JAVA_BYTE), UTF_8)),
              count - received.size(),
              SOON);
      assertTrue(polled > 0, () -> "only " + received);
    }
    return received;
  }

  /// Returns texts of all lengths up to a multiple of 8, and enough of them for a second lap.
  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "message " + i + "-".repeat(i)).toList();
  }

  /// Writes a channel whose members were killed, after the first lap of the ring.
  private void writeKilledPair(Map<String, byte[]> written) {
    try (Channel channel = Channel.create(directory.resolve("pair"), CONFIG);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      for (String text : texts(0, 120)) {
        send(publisher, text);
        received(subscriber, 1);
      }
      texts(0, 5).forEach(text -> send(publisher, text));
      written.putAll(ChannelFiles.in(directory));
    }
    Channel.unlink(directory.resolve("pair"));
  }

  /// Writes a queue after two publishers have left it.
  private void writeQueue(Map<String, byte[]> written) {
    ChannelConfig config = CONFIG.withTopology(Topology.QUEUE).withMaxMembers(4);
    try (Channel channel = Channel.create(directory.resolve("queue"), config);
        Publisher first = channel.addPublisher();
        Publisher second = channel.addPublisher()) {
      send(first, "a");
      send(second, "b");
      send(first, "");
    }
    written.putAll(ChannelFiles.in(directory));
    Channel.unlink(directory.resolve("queue"));
  }

  private void writeBroadcast(Map<String, byte[]> written) {
    ChannelConfig config = CONFIG.withTopology(Topology.BROADCAST).withMaxMembers(4);
    try (Channel channel = Channel.create(directory.resolve("broadcast"), config);
        Publisher publisher = channel.addPublisher();
        Subscriber _ = channel.addSubscriber();
        Subscriber _ = channel.addSubscriber()) {
      send(publisher, "to all");
      written.putAll(ChannelFiles.in(directory));
    }
    Channel.unlink(directory.resolve("broadcast"));
  }

  @Test
  void thisVersionWritesTheSameBytes() {
    Map<String, byte[]> written = new TreeMap<>();
    writeKilledPair(written);
    writeQueue(written);
    writeBroadcast(written);
    FILE.compare(written, ChannelFiles::significant);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void unreadMessagesAreReceived(String version) throws IOException {
    ChannelFiles.restore(FILE.of(version), directory);
    try (Channel channel = Channel.open(directory.resolve("pair"));
        Subscriber subscriber = channel.addSubscriber();
        Publisher publisher = channel.addPublisher()) {
      assertEquals(CONFIG, channel.config());
      send(publisher, "new");
      List<String> expected = new ArrayList<>(texts(0, 5));
      expected.add("new");
      assertEquals(expected, received(subscriber, expected.size()));
    }
    try (Channel channel = Channel.open(directory.resolve("queue"));
        Subscriber subscriber = channel.addSubscriber()) {
      List<String> received = received(subscriber, 3);
      assertTrue(received.indexOf("a") < received.indexOf(""), received::toString);
      assertTrue(received.contains("b"), received::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void broadcastsContinueWithoutDeadMembers(String version) throws IOException {
    ChannelFiles.restore(FILE.of(version), directory);
    try (Channel channel = Channel.open(directory.resolve("broadcast"));
        Subscriber subscriber = channel.addSubscriber();
        Publisher publisher = channel.addPublisher()) {
      assertTrue(publisher.awaitSubscribers(1, SOON));
      send(publisher, "new");
      assertEquals(List.of("new"), received(subscriber, 1));
      assertEquals(2, channel.members().size());
    }
  }
}
