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
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

/// A process that is paused (SIGSTOP) for too long is fenced, and detects that when it resumes.
@Timeout(600)
@EnabledOnOs({OS.LINUX, OS.MAC})
class StoppedPeerTest {

  private static final ChannelConfig IMPATIENT =
      ChannelConfig.defaults().withLaneCapacity(100_000).withMemberTimeout(Duration.ofMillis(300));

  /// No timeout, for tests that fence the paused process themselves: on a busy machine, a timeout
  /// might also fence the members of the test's own process.
  private static final ChannelConfig PATIENT = IMPATIENT.withMemberTimeout(Duration.ofHours(1));

  private static final int EXIT_FENCED = 42;

  /// The other process.
  static final class Peer {
    public static void main(String[] arguments) throws IOException {
      try (Channel channel = Channel.open(Path.of(arguments[0]))) {
        switch (arguments[1]) {
          case "join" -> join(channel);
          case "publish" -> publish(channel);
          default -> subscribe(channel);
        }
      } catch (TransportException e) {
        System.exit(e.kind() == Kind.FENCED ? EXIT_FENCED : 1);
      }
    }

    private static void join(Channel channel) throws IOException {
      Publisher publisher = channel.addPublisher();
      System.out.println("joined");
      int _ = System.in.read();
      send(publisher, 0);
    }

    private static void publish(Channel channel) throws IOException {
      Publisher publisher = channel.addPublisher();
      for (int i = 0; i < 10; i++) {
        Claim claim = publisher.tryClaim(8);
        if (claim == null) {
          throw new IllegalStateException("full");
        }
        claim.segment().set(ValueLayout.JAVA_INT, 0, i);
        if (i == 3) {
          System.out.println("claimed");
          int _ = System.in.read();
        }
        claim.commit(8);
      }
    }

    private static void subscribe(Channel channel) {
      Subscriber subscriber = channel.addSubscriber();
      while (true) {
        subscriber.poll(
            m -> System.out.println("got " + m.get(ValueLayout.JAVA_INT, 0)),
            1,
            Duration.ofMinutes(5));
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

  /// Pauses a process while it does not hold the registry's lock: otherwise nobody could join or be
  /// fenced, which [StoppedRegistryTest] covers.
  private static void pause(Process process, Channel channel) throws Exception {
    signal(process, "STOP");
    while (!isPaused(process) || !isRegistryFree(channel)) {
      signal(process, "CONT");
      Thread.sleep(1);
      signal(process, "STOP");
    }
  }

  /// Whether all threads have stopped. A thread that is in a system call completes it before.
  private static boolean isPaused(Process process) throws IOException, InterruptedException {
    Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    for (int i = 0; i < 1000 && !areStopped(tasks); i++) {
      Thread.sleep(1);
    }
    return areStopped(tasks);
  }

  private static boolean areStopped(Path tasks) throws IOException {
    if (Files.notExists(tasks)) {
      return true; // not on Linux
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        String status = Files.readString(thread.resolve("stat"));
        if (status.charAt(status.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    } catch (NoSuchFileException e) {
      return false; // A thread has just ended.
    }
    return true;
  }

  private static boolean isRegistryFree(Channel channel) throws IOException, InterruptedException {
    try (LockFile locks = LockFile.open(channel.path().resolve("locks"), Access.OWNER)) {
      // This process may hold it, too, but only briefly.
      for (int i = 0; i < 1000; i++) {
        LockFile.Held held = locks.tryLock(0);
        if (held != null) {
          held.release();
          return true;
        }
        Thread.sleep(1);
      }
      return false;
    }
  }

  private static void fence(Process process, Channel channel) throws IOException {
    long id =
        channel.members().stream()
            .filter(member -> member.processId() == process.pid())
            .findFirst()
            .orElseThrow()
            .id();
    try (ChannelDirectory directory = ChannelDirectory.open(channel.path(), Access.OWNER)) {
      directory.registry().fence(id);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(10);
    }
  }

  private static void assertEndsFenced(Process peer) throws Exception {
    peer.getOutputStream().close(); // It reads the end of its input and resumes.
    signal(peer, "CONT");
    assertTrue(peer.waitFor(5, TimeUnit.MINUTES));
    assertEquals(EXIT_FENCED, peer.exitValue());
  }

  private static boolean isMember(Channel channel, long process) {
    return channel.members().stream().anyMatch(member -> member.processId() == process);
  }

  /// Joins again if the other process has fenced this one, which was paused for too long on a busy
  /// machine: without a member, it fences nobody.
  private static void rejoin(Channel channel) {
    if (!isMember(channel, ProcessHandle.current().pid())) {
      channel.addSubscriber();
    }
  }

  @Test
  void pausedMemberIsFencedAfterTheMemberTimeout() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), IMPATIENT)) {
      channel.addSubscriber();
      Process peer = start(channel, "join");
      try {
        assertEquals("joined", peer.inputReader().readLine());
        pause(peer, channel);
        await(() -> {
          rejoin(channel);
          return !isMember(channel, peer.pid());
        });
        assertEndsFenced(peer);
      } finally {
        peer.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void publisherIsFencedDuringAClaim() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), PATIENT)) {
      Subscriber subscriber = channel.addSubscriber();
      Process peer = start(channel, "publish");
      try {
        assertEquals("claimed", peer.inputReader().readLine());
        pause(peer, channel);
        assertEquals(
            Kind.IN_USE, assertThrows(TransportException.class, channel::addPublisher).kind());
        fence(peer, channel);
        assertEquals(1, channel.members().size());
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
  void laneOfAFencedSubscriberIsReassigned() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), PATIENT)) {
      Publisher publisher = channel.addPublisher();
      Process peer = start(channel, "subscribe");
      try {
        await(() -> channel.members().size() == 2);
        send(publisher, 0);
        assertEquals("got 0", peer.inputReader().readLine());
        pause(peer, channel);
        numbers(1, 50).forEach(n -> send(publisher, n));
        fence(peer, channel);
        assertEquals(1, channel.members().size());
        List<Integer> received = receive(channel.addSubscriber());
        assertEndsFenced(peer);
        // It may have run for a moment, and been paused before or after its release.
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
        Channel channel = Channel.create(scratch.path("channel"), PATIENT)) {
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
