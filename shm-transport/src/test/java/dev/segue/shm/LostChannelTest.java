// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;

/// A channel's files are deleted without unlinking it, by a cleaner or `rm`.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class LostChannelTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final ChannelConfig CONFIG = ChannelConfig.defaults().withLaneCapacity(4000);

  private Channel channel;
  private ExecutorService threads;

  @BeforeEach
  void create() {
    channel = Channel.create(path, CONFIG);
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    channel.close();
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void assertLost(Throwable thrown) {
    TransportException e = assertInstanceOf(TransportException.class, thrown, thrown::toString);
    assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
    assertEquals(
        path
            + ": its files were deleted or replaced while it was in use, without being unlinked:"
            + " close it, and open or create it anew",
        e.getMessage());
  }

  private void assertLost(Executable action) {
    assertLost(assertThrows(Throwable.class, action));
  }

  private Throwable failure(Future<?> future) throws Exception {
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> future.get(5, TimeUnit.MINUTES));
    return Objects.requireNonNull(e.getCause());
  }

  @Test
  void lossIsReportedToWaitingAndPollingMembers() throws Exception {
    Publisher publisher = channel.addPublisher();
    try (Channel other = Channel.open(path)) {
      Subscriber subscriber = other.addSubscriber();
      Future<Integer> waiting = threads.submit(() -> subscriber.poll(_ -> {}, 1, LONG));
      deleteAll(path);
      assertLost(failure(waiting));
      assertLost(() -> subscriber.poll(_ -> {}, 1));
      assertLost(() -> publisher.offer(Messages.message(1, 8)));
      assertLost(() -> publisher.tryClaim(8, LONG));
    }
  }

  @Test
  void lossIsReportedToAWaitingPublisher() throws Exception {
    Publisher publisher = channel.addPublisher();
    channel.addSubscriber();
    assertTrue(publisher.offer(MemorySegment.ofArray(new byte[3900])));
    Future<?> waiting = threads.submit(() -> publisher.tryClaim(3900, LONG));
    deleteAll(path);
    assertLost(failure(waiting));
  }

  /// One end restarts and creates another channel at the path.
  @Test
  void lossIsReportedIfAnotherChannelHasThePath() throws Exception {
    Subscriber subscriber = channel.addSubscriber();
    deleteAll(path);
    try (Channel anew = Channel.create(path, CONFIG)) {
      Publisher publisher = anew.addPublisher();
      send(publisher, 1);
      assertLost(() -> subscriber.poll(_ -> {}, 1, LONG));
      subscriber.close();
      channel.close();
      assertReceives(List.of(1), anew.addSubscriber());
      send(publisher, 2);
    }
  }

  @Test
  void lossFailsPendingRequests() throws Exception {
    Path service = scratch.path("service");
    try (Responder responder = Responder.open(service, 100, 100);
        Requester requester = Requester.open(service, 100)) {
      CompletableFuture<Integer> reply =
          requester.callAsync((_, _, _) -> 0, 1, 100, MemorySegment::hashCode, LONG);
      try (Stream<Path> files = Files.list(scratch.directory())) {
        for (Path replies : files.filter(file -> file.toString().contains(".replies-")).toList()) {
          deleteAll(replies);
        }
      }
      TransportException e = assertInstanceOf(TransportException.class, failure(reply));
      assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
      assertEquals(0, responder.undeliverable());
    } catch (TransportException e) {
      // Closing fails: the requester's reply channel is gone.
      assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
    } finally {
      Channel.unlink(service);
    }
  }

  /// Unlinking lets the members continue.
  @Test
  void unlinkedChannelIsNotReportedAsLost() throws IOException {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    Channel.unlink(path);
    try (Channel anew = Channel.create(path, CONFIG)) {
      Subscriber other = anew.addSubscriber();
      assertEquals(0, other.poll(_ -> {}, 1, Duration.ofMillis(1200)));
      send(publisher, 1);
      assertReceives(List.of(1), subscriber);
      anew.unlink();
    }
  }

  @Test
  void messageNamesTheDeletedLaneFile() throws IOException {
    Path other = path.resolveSibling(path.getFileName() + "-queue");
    try (Channel queue = Channel.create(other, CONFIG.withTopology(Topology.QUEUE))) {
      List<Path> lanes;
      try (Stream<Path> files = Files.list(other)) {
        lanes = files.filter(file -> file.getFileName().toString().startsWith("lane-")).toList();
      }
      Path lane = lanes.getFirst();
      Files.delete(lane);
      TransportException e = assertThrows(TransportException.class, queue::addPublisher);
      assertEquals(Kind.NOT_FOUND, e.kind());
      assertEquals(
          "no channel at %s: its file %s was deleted".formatted(other, lane.getFileName()),
          e.getMessage());
      queue.unlink();
    }
  }
}
