// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import dev.segue.cli.terminal.FileFailure;
import dev.segue.cli.terminal.Quantity;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A soak test of a channel: publishers and subscribers in separate processes are killed (`kill
/// -9`) or paused and resumed (`SIGSTOP`, `SIGCONT`) in turn, some for longer than the member
/// timeout, so that the others fence them.
///
/// Each peer keeps a journal of the messages that it begins, commits, receives and releases; at the
/// end, the journals must balance. Only one thread at a time may use a soak test, except for {@link
/// #progress()} and {@link #close()}.
public final class Soak implements AutoCloseable {

  /// Two publishers and two subscribers.
  private static final int PEERS = 4;

  private static final Duration PEER_TIMEOUT = Duration.ofMillis(500);
  private static final int LONGEST_STOP_MILLIS = 1200;
  private static final int STOPS_AMONG_STRIKES = 4;
  private static final long CAPACITY_BYTES = 64 << 10;
  private static final int LAST_EMPTY_POLLS = 10;

  private final Path directory;
  private final Path channelPath;
  private final Path journals;
  private final SplittableRandom random = new SplittableRandom();
  private final @Nullable Peer[] peers = new @Nullable Peer[PEERS];
  private final Accounts accounts = new Accounts();
  private final long start = System.nanoTime();
  private long nextId;
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger stops = new AtomicInteger();
  private volatile boolean closed;

  /// Creates a soak test in a new directory below the given one, deleted at the end.
  ///
  /// @param parent a directory, normally in shared memory
  /// @throws IOException if the directory cannot be created
  public Soak(Path parent) throws IOException {
    if (Files.exists(parent) && !Files.isDirectory(parent)) {
      throw FileFailure.because(parent.toString(), "not a directory");
    }
    try {
      directory = Files.createTempDirectory(parent, "segue-soak-");
    } catch (NoSuchFileException e) {
      throw FileFailure.because(parent.toString(), "no such directory");
    } catch (AccessDeniedException e) {
      throw FileFailure.because(parent.toString(), "no permission to create a directory in it");
    }
    channelPath = directory.resolve("channel");
    journals = Files.createDirectory(directory.resolve("journals"));
  }

  /// Runs the test.
  ///
  /// @param time total duration
  /// @param strikeEvery time from one strike to the next
  /// @return the result
  /// @throws SoakFailure if a peer ended by itself, after printing the reason to standard error
  /// @throws IOException if a process cannot be started or a journal cannot be read
  /// @throws InterruptedException if the thread is interrupted
  public Verdict run(Duration time, Duration strikeEvery)
      throws SoakFailure, IOException, InterruptedException {
    ChannelConfig config =
        ChannelConfig.defaults()
            .withTopology(Topology.QUEUE)
            .withLaneCapacity(CAPACITY_BYTES)
            .withMemberTimeout(PEER_TIMEOUT);
    try (Channel channel = Channel.create(channelPath, config)) {
      try {
        while (System.nanoTime() - start < time.toNanos() && !closed) {
          startMissing();
          Thread.sleep(strikeEvery);
          strike();
        }
      } finally {
        killAll();
      }
      for (Peer peer : peers) {
        if (peer != null) {
          peer.account(accounts);
        }
      }
      int lanes = drain(channel);
      long files = count(channelPath);
      channel.unlink();
      return new Verdict(
          (System.nanoTime() - start) / 1_000_000_000,
          kills.get(),
          stops.get(),
          lanes,
          files,
          count(directory) - 1,
          accounts.totals());
    }
  }

  private void startMissing() throws SoakFailure, IOException {
    for (int i = 0; i < PEERS; i++) {
      Peer before = peers[i];
      if (before != null && before.isAlive()) {
        continue;
      }
      if (before != null) {
        before.requireKilled();
        before.account(accounts);
      }
      String role = i % 2 == 0 ? SoakPeer.PUBLISH : SoakPeer.SUBSCRIBE;
      peers[i] = Peer.start(nextId++, role, channelPath, journals);
    }
  }

  private void strike() throws IOException, InterruptedException {
    Peer victim = peers[random.nextInt(PEERS)];
    if (victim == null) {
      return;
    }
    if (random.nextInt(STOPS_AMONG_STRIKES) == 0) {
      victim.signal("STOP");
      Thread.sleep(random.nextInt(LONGEST_STOP_MILLIS));
      victim.signal("CONT");
      stops.incrementAndGet();
    } else {
      victim.kill();
      kills.incrementAndGet();
    }
  }

  private void killAll() throws InterruptedException {
    for (Peer peer : peers) {
      if (peer != null) {
        peer.kill();
      }
    }
  }

  /// Receives the remaining messages.
  private int drain(Channel channel) throws IOException {
    Path path = journals.resolve("last");
    try (Subscriber subscriber = channel.addSubscriber();
        Journal journal = new Journal(path)) {
      SoakPeer.receive(channel, subscriber, journal, LAST_EMPTY_POLLS);
      accounts.add(Journal.read(path));
      Files.delete(path);
      return channel.lanes().size();
    }
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  /// Describes the progress in one line. Any thread may call this.
  ///
  /// @return a human-readable line
  public String progress() {
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    String lanes = "no channel yet";
    try (Channel channel = Channel.open(channelPath)) {
      long waiting =
          channel.lanes().stream().mapToLong(lane -> lane.messages() - lane.delivered()).sum();
      lanes =
          "%s, %s, %s in them, %,d refused"
              .formatted(
                  Quantity.of(channel.members().size(), "member"),
                  Quantity.of(channel.lanes().size(), "lane"),
                  Quantity.of(waiting, "message"),
                  channel.lanes().stream().mapToLong(LaneStatus::refused).sum());
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.NOT_FOUND) {
        lanes = e.kind() + ": " + e.getMessage();
      }
    }
    return "%,6d s  %s, %s; %s"
        .formatted(
            seconds, Quantity.of(kills.get(), "kill"), Quantity.of(stops.get(), "pause"), lanes);
  }

  /// Ends the test early and deletes its files.
  @Override
  public void close() throws IOException {
    closed = true;
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
