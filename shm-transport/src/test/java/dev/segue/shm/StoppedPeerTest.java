// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A process that is paused (SIGSTOP) for too long is fenced, and finds out when it continues.
@Timeout(60)
@EnabledOnOs({OS.LINUX, OS.MAC})
class StoppedPeerTest {

  private static final ChannelConfig IMPATIENT =
      ChannelConfig.defaults().withLaneCapacity(100_000).withMemberTimeout(Duration.ofMillis(300));
  private static final int EXIT_FENCED = 42;

  /// The other process.
  static final class Peer {
    public static void main(String[] arguments) throws InterruptedException {
      try (Channel channel = Channel.open(Path.of(arguments[0]))) {
        if (arguments[1].equals("publish")) {
          publish(channel);
        } else {
          subscribe(channel);
        }
      } catch (TransportException e) {
        System.exit(e.kind() == Kind.FENCED ? EXIT_FENCED : 1);
      }
    }

    private static void publish(Channel channel) throws InterruptedException {
      Publisher publisher = channel.addPublisher();
      for (int i = 0; ; i++) {
        Claim claim = publisher.tryClaim(8);
        if (claim == null) {
          throw new IllegalStateException("full");
        }
        claim.segment().set(ValueLayout.JAVA_INT, 0, i);
        if (i == 3) {
          System.out.println("claimed");
          Thread.sleep(200);
        }
        claim.commit(8);
      }
    }

    private static void subscribe(Channel channel) throws InterruptedException {
      Subscriber subscriber = channel.addSubscriber();
      while (true) {
        subscriber.poll(m -> System.out.println("got " + m.get(ValueLayout.JAVA_INT, 0)), 1);
        Thread.sleep(10);
      }
    }
  }

  private static Process start(Channel channel, String role) throws IOException {
    return ChildJvm.start(Peer.class, List.of(channel.path().toString(), role), List.of());
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start();
    assertEquals(0, kill.waitFor());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadline < 0, "in vain");
      Thread.sleep(10);
    }
  }

  private static void assertEndsFenced(Process peer) throws Exception {
    signal(peer, "CONT");
    assertTrue(peer.waitFor(20, TimeUnit.SECONDS));
    assertEquals(EXIT_FENCED, peer.exitValue());
  }

  @Test
  void publisherIsFencedInMidClaim() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), IMPATIENT)) {
      Subscriber subscriber = channel.addSubscriber();
      Process peer = start(channel, "publish");
      try {
        assertEquals("claimed", peer.inputReader().readLine());
        signal(peer, "STOP");
        assertEquals(
            Kind.IN_USE, assertThrows(TransportException.class, channel::addPublisher).kind());
        await(() -> channel.members().size() == 1);
        Publisher successor = channel.addPublisher();
        numbers(100, 110).forEach(n -> send(successor, n));
        List<Integer> received = new ArrayList<>();
        await(() -> {
          received.addAll(receive(subscriber));
          return received.size() == 13;
        });
        List<Integer> expected = new ArrayList<>(numbers(0, 3));
        expected.addAll(numbers(100, 110));
        assertEquals(expected, received);
        assertEndsFenced(peer);
        assertEquals(List.of(), receive(subscriber));
        send(successor, 110);
        assertReceives(List.of(110), subscriber);
        assertEquals(1, channel.lanes().size());
      } finally {
        peer.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void subscriberIsFencedAndItsLaneHandedOn() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), IMPATIENT)) {
      Publisher publisher = channel.addPublisher();
      Process peer = start(channel, "subscribe");
      try {
        await(() -> channel.members().size() == 2);
        send(publisher, 0);
        assertEquals("got 0", peer.inputReader().readLine());
        signal(peer, "STOP");
        numbers(1, 50).forEach(n -> send(publisher, n));
        await(() -> channel.members().size() == 1);
        List<Integer> received = receive(channel.addSubscriber());
        assertEndsFenced(peer);
        // It may have continued for a moment, and been paused before or after its release.
        int last =
            peer.inputReader()
                .lines()
                .mapToInt(line -> Integer.parseInt(line.substring(4)))
                .reduce(0, (a, b) -> b);
        int first = received.getFirst();
        assertEquals(numbers(first, 50), received);
        assertTrue(
            first == last || first == last + 1,
            () -> last + " was got there, then here " + received);
        numbers(0, 3000).forEach(n -> assertTrue(publisher.offer(Numbers.message(n))));
      } finally {
        peer.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void killedSubscriberIsReplacedAtOnce() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel =
            Channel.create(
                scratch.path("channel"), IMPATIENT.withMemberTimeout(Duration.ofHours(1)))) {
      Publisher publisher = channel.addPublisher();
      Process peer = start(channel, "subscribe");
      try {
        await(() -> channel.members().size() == 2);
      } finally {
        peer.destroyForcibly().waitFor();
      }
      numbers(0, 50).forEach(n -> send(publisher, n));
      assertReceives(numbers(0, 50), channel.addSubscriber());
    }
  }
}
