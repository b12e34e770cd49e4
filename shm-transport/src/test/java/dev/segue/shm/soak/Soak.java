// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.soak;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.ChildJvm;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Publishers and subscribers in processes of their own, of which one after the other is killed
/// (`kill -9`) or stopped and continued (`SIGSTOP`, `SIGCONT`), also for longer than the timeout.
///
/// Run it for long from the module's directory, with the test class path of the build:
///
/// ```text
/// mvn -q test-compile dependency:build-classpath -Dmdep.outputFile=target/cp
/// java --enable-native-access=ALL-UNNAMED -cp target/test-classes:target/classes:$(cat target/cp) \
///   dev.segue.shm.soak.Soak SECONDS KILL_EVERY_MS
/// ```
public final class Soak {

  /// Both of each.
  private static final int PEERS = 4;

  private static final Duration PEER_TIMEOUT = Duration.ofMillis(500);
  private static final int LONGEST_STOP_MILLIS = 1200;

  /// What came of it.
  ///
  /// @param kills processes killed
  /// @param stops processes stopped and continued
  /// @param lanes that were left when all had been read
  /// @param accounts of all messages
  record Outcome(int kills, int stops, int lanes, Accounts accounts) {
    boolean holds() {
      return accounts.corrupt() == 0
          && accounts.lost() == 0
          && accounts.phantom() == 0
          && accounts.releasedTwice() == 0
          && lanes == 1;
    }

    @Override
    public String toString() {
      return ("%,d kills, %,d stops; %s; corrupt %d, lost %d, from nowhere %d,"
              + " released twice %d, lanes left %d: %s")
          .formatted(
              kills,
              stops,
              accounts,
              accounts.corrupt(),
              accounts.lost(),
              accounts.phantom(),
              accounts.releasedTwice(),
              lanes,
              holds() ? "holds" : "BROKEN");
    }
  }

  private final Path channelPath;
  private final Path journals;
  private final SplittableRandom random = new SplittableRandom();
  private final Process[] peers = new Process[PEERS];
  private long nextId;
  private int kills;
  private int stops;

  private Soak(Path channelPath, Path journals) {
    this.channelPath = channelPath;
    this.journals = journals;
  }

  /// Runs it.
  static Outcome run(Path directory, Duration time, Duration killEvery)
      throws IOException, InterruptedException {
    Path journals = Files.createDirectory(directory.resolve("journals"));
    return new Soak(directory.resolve("channel"), journals).run(time, killEvery);
  }

  private Outcome run(Duration time, Duration killEvery) throws IOException, InterruptedException {
    ChannelConfig config =
        ChannelConfig.defaults()
            .withTopology(Topology.QUEUE)
            .withCapacityBytes(64 << 10)
            .withPeerTimeout(PEER_TIMEOUT);
    try (Channel channel = Channel.create(channelPath, config)) {
      long end = System.nanoTime() + time.toNanos();
      try {
        while (System.nanoTime() - end < 0) {
          startMissing();
          Thread.sleep(killEvery);
          strike();
        }
      } finally {
        for (Process peer : peers) {
          if (peer != null) {
            peer.destroyForcibly().waitFor();
          }
        }
      }
      int lanes = drain(channel);
      Outcome outcome = new Outcome(kills, stops, lanes, Accounts.of(journals));
      channel.unlink();
      return outcome;
    }
  }

  private void startMissing() throws IOException {
    for (int i = 0; i < PEERS; i++) {
      if (peers[i] == null || !peers[i].isAlive()) {
        if (peers[i] != null && peers[i].exitValue() != 128 + 9) {
          throw new IllegalStateException("a peer ended by itself: " + peers[i].exitValue());
        }
        String role = i % 2 == 0 ? "publish" : "subscribe";
        peers[i] =
            ChildJvm.start(
                SoakPeer.class,
                List.of(channelPath.toString(), journals.toString(), role),
                List.of(Long.toString(nextId++)));
      }
    }
  }

  private void strike() throws IOException, InterruptedException {
    Process victim = peers[random.nextInt(PEERS)];
    if (victim != null && random.nextInt(4) == 0) {
      signal(victim, "STOP");
      Thread.sleep(random.nextInt(LONGEST_STOP_MILLIS));
      signal(victim, "CONT");
      stops++;
    } else if (victim != null) {
      victim.destroyForcibly().waitFor();
      kills++;
    }
  }

  private static void signal(Process process, String signal)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private int drain(Channel channel) throws IOException {
    try (Journal journal = new Journal(journals.resolve("subscriber-last"));
        Subscriber subscriber = channel.subscriber()) {
      SoakPeer.receive(subscriber, journal, 10);
      return channel.lanes().size();
    }
  }

  /// Runs it for as long as the arguments say.
  ///
  /// @param arguments seconds, and milliseconds from one strike to the next
  /// @throws Exception when it cannot be run
  public static void main(String[] arguments) throws Exception {
    Path memory = Path.of("/dev/shm");
    Path directory =
        Files.createTempDirectory(
            Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir")),
            "segue-soak-");
    try {
      Outcome outcome =
          run(
              directory,
              Duration.ofSeconds(Long.parseLong(arguments[0])),
              Duration.ofMillis(Long.parseLong(arguments[1])));
      System.out.println(outcome);
      if (!outcome.holds()) {
        System.exit(1);
      }
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory)) {
      all.forEach(files::addFirst);
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
