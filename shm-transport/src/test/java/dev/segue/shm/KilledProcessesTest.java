// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Other processes that are killed and started again, in each topology and with requests, on every
/// system.
@Timeout(600)
class KilledProcessesTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final ChannelConfig SMALL = ChannelConfig.defaults().withLaneCapacity(4000);

  private final List<Process> children = new ArrayList<>();

  @AfterEach
  void killAndCleanUp() throws Exception {
    for (Process child : children) {
      child.destroyForcibly().waitFor();
    }
    Channel.unlinkIfExists(path);
    assertEquals(Set.of(), left());
  }

  /// The files of replies that a killed process has left are deleted by a later requester.
  private Set<String> left() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(scratch.directory())) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }

  /// The other process: what it does is its first argument.
  static final class Child {
    public static void main(String[] arguments) {
      Path path = Path.of(arguments[1]);
      try (Channel channel = Channel.open(path)) {
        switch (arguments[0]) {
          case "publish" -> publish(channel, Integer.parseInt(arguments[2]));
          case "receive" -> receive(channel);
          case "answer" -> answer(path);
          default -> throw new IllegalArgumentException(arguments[0]);
        }
      }
    }

    private static void publish(Channel channel, int first) {
      try (Publisher publisher = channel.addPublisher()) {
        for (int i = first; ; i++) {
          if (!publisher.offer(Numbers.message(i), LONG)) {
            throw new IllegalStateException("no room for " + i);
          }
        }
      }
    }

    private static void receive(Channel channel) {
      try (Subscriber subscriber = channel.addSubscriber()) {
        System.out.println("joined");
        while (true) {
          subscriber.poll(m -> System.out.println(m.get(ValueLayout.JAVA_INT, 0)), 1, LONG);
        }
      }
    }

    private static void answer(Path path) {
      try (Responder responder = Responder.open(path, 100, 100)) {
        System.out.println("joined");
        while (true) {
          responder.poll(Doubling.DOUBLING, 1, LONG);
        }
      }
    }
  }

  private Process start(String action, String... more) throws IOException {
    Process child = ChildJvm.start(Child.class, List.of(action, path.toString()), List.of(more));
    children.add(child);
    return child;
  }

  private static void kill(Process child) throws InterruptedException {
    child.destroyForcibly().waitFor();
  }

  private static int receive(Subscriber subscriber, int first, int count) {
    int[] next = {first};
    while (next[0] < first + count) {
      int received =
          subscriber.poll(m -> assertEquals(next[0]++, m.get(ValueLayout.JAVA_INT, 0)), 10, LONG);
      assertTrue(received > 0, "nothing for " + LONG);
    }
    return next[0];
  }

  @Test
  void pairSurvivesKilledPublishers() throws Exception {
    try (Channel channel = Channel.create(path, SMALL);
        Subscriber subscriber = channel.addSubscriber()) {
      int next = 0;
      for (int turn = 0; turn < 2; turn++) {
        Process publisher = start("publish", Integer.toString(next));
        next = receive(subscriber, next, 1000);
        kill(publisher);
        next += subscriberRest(subscriber, next);
      }
    }
  }

  private static int subscriberRest(Subscriber subscriber, int first) {
    List<Integer> rest = Numbers.receive(subscriber);
    assertEquals(IntStream.range(first, first + rest.size()).boxed().toList(), rest);
    return rest.size();
  }

  @Test
  void queueSurvivesKilledSubscribers() throws Exception {
    try (Channel channel = Channel.create(path, SMALL.withTopology(Topology.QUEUE));
        Publisher publisher = channel.addPublisher()) {
      Process one = start("receive");
      assertEquals("joined", one.inputReader().readLine());
      assertTrue(publisher.offer(Numbers.message(1), LONG));
      assertEquals("1", one.inputReader().readLine());
      kill(one);
      assertTrue(publisher.offer(Numbers.message(2), LONG)); // It waits for the next subscriber.
      Process other = start("receive");
      assertEquals("joined", other.inputReader().readLine());
      String first = other.inputReader().readLine();
      // The first subscriber may have been killed before it released its message.
      assertEquals("2", first.equals("1") ? other.inputReader().readLine() : first);
    }
  }

  @Test
  void broadcastSurvivesKilledSubscribers() throws Exception {
    try (Channel channel = Channel.create(path, SMALL.withTopology(Topology.BROADCAST));
        Publisher publisher = channel.addPublisher()) {
      Process one = start("receive");
      assertEquals("joined", one.inputReader().readLine());
      assertTrue(publisher.awaitSubscribers(1, LONG));
      kill(one);
      for (int i = 0; i < 10_000; i++) { // More than fit in the dead subscriber's lane.
        assertTrue(publisher.offer(Numbers.message(i), LONG));
      }
      Process other = start("receive");
      assertEquals("joined", other.inputReader().readLine());
      assertTrue(publisher.awaitSubscribers(1, LONG));
      assertTrue(publisher.offer(Numbers.message(7), LONG));
      assertEquals("7", other.inputReader().readLine());
    }
  }

  @Test
  void serviceSurvivesKilledResponders() throws Exception {
    Responder.open(path, 100, 100).close();
    try (Requester requester = Requester.open(path, 100)) {
      for (int turn = 0; turn < 2; turn++) {
        Process responder = start("answer");
        assertEquals("joined", responder.inputReader().readLine());
        for (int i = 0; i < 100; i++) {
          assertEquals(
              2 * i, requester.call(Doubling.WRITER, i, 4, Doubling.READER, Doubling.LONG));
        }
        kill(responder);
      }
    }
  }
}
