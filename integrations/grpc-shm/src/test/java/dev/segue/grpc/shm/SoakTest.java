// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Clients call continuously while servers are replaced, and processes are killed and paused: no
/// call hangs or gets a wrong response, and each status other than OK has a cause. Only a killed
/// server may lose a response.
///
/// `-Dsegue.soak=true` makes it long, and `-Dsegue.grpc.soak.seconds=N` sets the length. Both
/// options print progress.
@EnabledOnOs(OS.LINUX)
@Tag("long")
final class SoakTest {

  /// Less than one round of all disturbances takes.
  private static final long SHORT = 1;

  private static final long SECONDS =
      Long.getLong("segue.grpc.soak.seconds", Boolean.getBoolean("segue.soak") ? 600 : SHORT);
  private static final boolean PRINTING = SECONDS != SHORT;
  private static final int CLIENTS = 2;
  private static final int MOST_BETWEEN_MILLIS = PRINTING ? 800 : 200;
  private static final int DISTURBANCES = 8;
  private static final int MOST_PAUSED_MILLIS = 500;

  private final Path path = ShmPaths.next();
  private final SplittableRandom random = new SplittableRandom();
  private final SoakCounts counts = new SoakCounts();
  private final List<Process> started = new ArrayList<>();
  private final List<Process> ending = new ArrayList<>();
  private final List<Process> clients = new ArrayList<>();
  private final ArrayDeque<Process> servers = new ArrayDeque<>();
  private CompletableFuture<Boolean> ready = new CompletableFuture<>();

  /// The remaining disturbances of this round; each occurs once before any is repeated.
  private final List<Integer> deck = new ArrayList<>();

  private int replaced;
  private int kills;
  private int pauses;

  @TempDir Path killed;

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  @Timeout(36_000)
  void noCallHangsOrLosesItsResponse() throws Exception {
    startServer();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(startClient());
    }
    long start = System.nanoTime();
    long printed = start;
    while (System.nanoTime() - start < Duration.ofSeconds(SECONDS).toNanos() || !deck.isEmpty()) {
      Thread.sleep(random.nextInt(MOST_BETWEEN_MILLIS));
      disturb();
      clients.forEach(SoakTest::requireAlive);
      requireEnded(false);
      if (PRINTING && System.nanoTime() - printed > Duration.ofSeconds(10).toNanos()) {
        printed = System.nanoTime();
        print("after %d s: ".formatted((printed - start) / 1_000_000_000));
      }
    }
    end();
  }

  private void print(String prefix) {
    System.out.printf(
        "%s%d servers replaced, %d processes killed, %d paused%n", prefix, replaced, kills, pauses);
  }

  private void startServer() throws IOException {
    Process process = Peer.start(SoakServer.class, path.toString());
    started.add(process);
    servers.add(process);
    ready = new CompletableFuture<>();
    CompletableFuture<Boolean> next = ready;
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Peer.awaitReady(process);
            next.complete(true);
          } catch (IOException e) {
            next.completeExceptionally(e);
          }
        });
  }

  /// Removes the current server, which is already serving.
  private Process takeServer() throws Exception {
    assertTrue(ready.get(CallTest.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    return servers.remove();
  }

  private Process startClient() throws IOException {
    Process process = Peer.start(SoakClient.class, path.toString(), killed.toString());
    started.add(process);
    return process;
  }

  private void disturb() throws Exception {
    int client = random.nextInt(CLIENTS);
    if (deck.isEmpty()) {
      IntStream.range(0, DISTURBANCES).forEach(deck::add);
      Collections.shuffle(deck, random);
    }
    switch (deck.removeLast()) {
      case 0, 1 -> replaceServer();
      case 2 -> {
        kill(takeServer());
        startServer();
      }
      case 3 -> {
        // The first client stays: a hanging call must not be killed with its client.
        int victim = random.nextInt(1, CLIENTS);
        requireAlive(clients.get(victim));
        kill(clients.get(victim));
        clients.set(victim, startClient());
      }
      case 4, 5 -> pause(servers.element());
      default -> pause(clients.get(client));
    }
  }

  /// Starts the next server, and shuts down the current one.
  private void replaceServer() throws Exception {
    Process old = takeServer();
    startServer();
    old.getOutputStream().close();
    ending.add(old);
    replaced++;
  }

  private void kill(Process process) throws Exception {
    Files.createFile(killed.resolve("" + process.pid()));
    process.destroyForcibly().waitFor();
    kills++;
  }

  private void pause(Process process) throws Exception {
    signal("-STOP", process);
    try {
      Thread.sleep(random.nextInt(MOST_PAUSED_MILLIS));
    } finally {
      signal("-CONT", process);
    }
    pauses++;
  }

  private static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("kill", name, "" + process.pid()).start().waitFor();
  }

  private static void requireAlive(Process client) {
    assertTrue(client.isAlive(), () -> "a client has failed: " + client.exitValue());
  }

  /// Checks servers that were shut down.
  ///
  /// @param all whether to wait for all of them
  private void requireEnded(boolean all) throws InterruptedException {
    for (Process process : List.copyOf(ending)) {
      if (all || !process.isAlive()) {
        awaitExit(process);
        ending.remove(process);
      }
    }
  }

  private static void awaitExit(Process process) throws InterruptedException {
    assertTrue(
        process.waitFor(CallTest.PATIENCE.toSeconds(), TimeUnit.SECONDS),
        () -> "process " + process.pid() + " hangs");
    assertEquals(0, process.exitValue());
  }

  /// Calls until one call succeeds; the pool may reject some.
  private void awaitAnswer() throws Exception {
    ManagedChannel channel = ShmChannelBuilder.forPath(path).build();
    try {
      CallOptions options = CallOptions.DEFAULT.withWaitForReady();
      while (!CallTest.startCall(channel, TextService.UNARY, options, "a").awaitStatus().isOk()) {
        Thread.sleep(1);
      }
    } finally {
      channel.shutdownNow();
      assertTrue(
          channel.awaitTermination(CallTest.PATIENCE.toSeconds(), TimeUnit.SECONDS), "channel");
    }
  }

  private void end() throws Exception {
    awaitAnswer();
    for (Process client : clients) {
      client.getOutputStream().close();
      readCounts(client);
      awaitExit(client);
    }
    Process last = takeServer();
    last.getOutputStream().close();
    ending.add(last);
    requireEnded(true);
    if (PRINTING) {
      print(counts + "; ");
    }
    KillTest.deleteUnfinished(path);
    ShmPaths.requireNothingLeft(path);
  }

  private void readCounts(Process client) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    assertEquals("ready", reader.readLine());
    counts.add(String.valueOf(reader.readLine()));
  }
}
