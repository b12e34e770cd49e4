// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.halt.HaltPoints;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The crash matrix of a channel: a process halts before each store while it joins, sends, receives
/// and leaves, in both roles. The other members lose no committed message, get no released message
/// twice, and find no stray lane, file or member.
@Timeout(600)
class MembershipCrashTest {

  /// Thrown where the process dies.
  private static final class Halted extends Error {
    private static final long serialVersionUID = 1L;

    Halted(String store) {
      super(store);
    }
  }

  /// How far the process got before it died.
  private static final class Victim {
    final List<Integer> sent = new ArrayList<>();
    int begun;
    final Set<Integer> handled = new HashSet<>();
    final Set<Integer> released = new HashSet<>();

    void live(Channel channel) {
      Publisher publisher = channel.addPublisher();
      publish(publisher, 1);
      Subscriber subscriber = channel.addSubscriber();
      publish(publisher, 2);
      publish(publisher, 3);
      poll(subscriber);
      publisher.close();
      poll(subscriber);
      sleep(subscriber);
      subscriber.close();
    }

    /// Records that it may sleep, and finds no message.
    private void sleep(Subscriber subscriber) {
      List<Integer> batch = new ArrayList<>();
      try {
        subscriber.poll(m -> batch.add(m.get(ValueLayout.JAVA_INT, 0)), 10, Duration.ofNanos(1));
        released.addAll(batch);
      } finally {
        handled.addAll(batch);
      }
    }

    private void publish(Publisher publisher, int number) {
      begun = number;
      send(publisher, number);
      sent.add(number);
    }

    private void poll(Subscriber subscriber) {
      List<Integer> batch = new ArrayList<>();
      try {
        subscriber.poll(m -> batch.add(m.get(ValueLayout.JAVA_INT, 0)), 10);
        released.addAll(batch);
      } finally {
        handled.addAll(batch);
      }
    }
  }

  @AfterEach
  void noMoreHalts() {
    HaltPoints.observe(name -> {});
  }

  /// Runs a victim up to its nth store. Returns false when it has fewer, and survives.
  private static boolean haltsAt(int store, Runnable life) {
    Thread victim = Thread.currentThread();
    int[] stores = {0};
    HaltPoints.observe(name -> {
      if (Thread.currentThread().equals(victim) && stores[0]++ >= store) {
        throw new Halted(name);
      }
    });
    try {
      life.run();
      return false;
    } catch (Halted e) {
      return true;
    } finally {
      HaltPoints.observe(name -> {});
    }
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void channelSurvivesDeathBeforeEachStore(Topology topology) throws IOException {
    int store = 0;
    boolean halted;
    do {
      try (Scratch scratch = new Scratch()) {
        halted = dieAt(store, topology, scratch.path("channel"));
        store++;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(topology + ", halted before store " + store, e);
      }
    } while (halted);
    assertTrue(store > 30, "stores=" + store);
  }

  private static boolean dieAt(int store, Topology topology, Path path) throws IOException {
    ChannelConfig config =
        ChannelConfig.defaults()
            .withTopology(topology)
            .withLaneCapacity(4000)
            .withMaxMembers(8)
            .withMemberTimeout(Duration.ZERO);
    Victim victim = new Victim();
    boolean alone = topology == Topology.PAIR;
    try (Channel survivor = Channel.create(path, config)) {
      Subscriber subscriber = alone ? null : survivor.addSubscriber();
      Publisher publisher = alone ? null : survivor.addPublisher();
      boolean halted;
      try (Channel dying = Channel.open(path)) {
        halted = haltsAt(store, () -> victim.live(dying));
        dying.abandon();
      }
      assertEquals(alone ? 0 : 2, survivor.members().size());
      if (subscriber == null || publisher == null) {
        subscriber = survivor.addSubscriber();
        publisher = survivor.addPublisher();
      }
      numbers(10, 20).forEach(new Sender(publisher)::send);
      List<Integer> received = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        received.addAll(receive(subscriber));
      }
      check(topology, victim, received);
      publisher.close();
      received.addAll(receive(subscriber));
      receive(subscriber);
      survivor.addPublisher().close();
      receive(subscriber);
      receive(subscriber);
      subscriber.close();
      assertEquals(List.of(), survivor.members());
      assertEquals(topology == Topology.BROADCAST ? 0 : 1, survivor.lanes().size());
      assertEquals(survivor.lanes().size(), laneFiles(path));
      return halted;
    }
  }

  /// Lets callers pass a method reference.
  private record Sender(Publisher publisher) {
    void send(int number) {
      Numbers.send(publisher, number);
    }
  }

  private static void check(Topology topology, Victim victim, List<Integer> received) {
    assertEquals(received.size(), new HashSet<>(received).size(), "twice: " + received);
    Set<Integer> expected = new HashSet<>(numbers(10, 20));
    expected.addAll(victim.sent);
    Set<Integer> arrived = new HashSet<>(received);
    if (topology == Topology.BROADCAST) {
      // Not atomic over subscribers: a publisher that dies halfway has reached some of them.
      if (!victim.sent.contains(victim.begun)) {
        arrived.remove(victim.begun);
      }
      assertEquals(expected, arrived);
    } else {
      for (int number : victim.released) {
        assertTrue(!arrived.contains(number), () -> "again: " + number);
      }
      arrived.addAll(victim.handled);
      assertEquals(expected, arrived);
    }
    List<Integer> own = received.stream().filter(n -> n >= 10).toList();
    assertEquals(own.stream().sorted().toList(), own);
  }

  private static long laneFiles(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.getFileName().toString().startsWith("lane-")).count();
    }
  }
}
