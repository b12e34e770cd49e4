// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Doubling.LONG;
import static dev.segue.shm.Doubling.READER;
import static dev.segue.shm.Doubling.WRITER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class RequestTest extends InScratch {

  /// The time for which a member waits for a busy registry before it fails.
  private static final Duration WAIT_FOR_A_REGISTRY = Duration.ofSeconds(30);

  private final List<Thread> responders = new ArrayList<>();
  private volatile boolean stop;

  @AfterEach
  void endResponders() throws InterruptedException {
    stop = true;
    for (Thread responder : responders) {
      responder.join();
    }
  }

  /// Doubles a number, but throws for 13, and waits for the latch for 99.
  private void startResponder(CountDownLatch silence) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(1);
    RequestHandler handler =
        (request, reply) -> {
          int number = READER.read(request);
          if (number == 13) {
            throw new IllegalArgumentException("unlucky");
          }
          if (number == 99) {
            awaitUninterruptibly(silence);
          }
          return WRITER.write(2 * number, reply, 0);
        };
    responders.add(
        Thread.ofPlatform()
            .start(() -> {
              try (Responder responder = Responder.open(path, 100, 100)) {
                ready.countDown();
                while (!stop) {
                  responder.poll(handler, 10, Duration.ofMillis(20));
                }
              }
            }));
    ready.await();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void startResponder() throws InterruptedException {
    startResponder(new CountDownLatch(0));
  }

  @Test
  void eachRequestGetsItsOwnReply() throws Exception {
    startResponder();
    startResponder();
    try (Requester one = Requester.open(path, 100);
        Requester two = Requester.open(path, 100);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> replies = new ArrayList<>();
      for (int i = 100; i < 600; i++) {
        int number = i;
        Requester requester = i % 2 == 0 ? one : two;
        replies.add(threads.submit(() -> requester.call(WRITER, number, 4, READER, LONG)));
      }
      for (int i = 0; i < 500; i++) {
        assertEquals(2 * (i + 100), replies.get(i).get());
      }
    }
    assertEquals(0, replyChannels());
  }

  private long replyChannels() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("channel.replies-"))
          .count();
    }
  }

  @Test
  void completesFuturesInAnyOrder() throws Exception {
    startResponder();
    try (Requester requester = Requester.open(path, 100)) {
      List<CompletableFuture<Integer>> replies = new ArrayList<>();
      for (int i = 100; i < 200; i++) {
        replies.add(requester.callAsync(WRITER, i, 4, READER, LONG));
      }
      for (int i = 99; i >= 0; i--) {
        assertEquals(2 * (i + 100), replies.get(i).get());
      }
    }
  }

  @Test
  void requesterGetsTheHandlersException() throws Exception {
    startResponder();
    try (Requester requester = Requester.open(path, 100)) {
      TransportException e =
          assertThrows(TransportException.class, () -> requester.call(WRITER, 13, 4, READER, LONG));
      assertEquals(Kind.REQUEST_FAILED, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains("unlucky"));
      assertEquals(2, requester.call(WRITER, 1, 4, READER, LONG));
    }
  }

  @Test
  void givesUpAfterTheTimeoutAndIgnoresTheLateReply() throws Exception {
    CountDownLatch silence = new CountDownLatch(1);
    startResponder(silence);
    try (Requester requester = Requester.open(path, 100)) {
      TransportException e =
          assertThrows(
              TransportException.class,
              () -> requester.call(WRITER, 99, 4, READER, Duration.ofMillis(50)));
      assertEquals(Kind.TIMEOUT, e.kind());
      silence.countDown();
      assertEquals(4, requester.call(WRITER, 2, 4, READER, LONG));
    }
  }

  /// A process that joins the requester's channel is slow or paused just when the responder first
  /// replies there.
  @Test
  void repliesSurviveABusyRegistry() throws Exception {
    startResponder();
    try (Requester requester = Requester.open(path, 100);
        LockFile other = LockFile.open(replyChannel().resolve("locks"), Access.OWNER)) {
      LockFile.Held held = lockRegistry(other);
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, READER, LONG);
      Threads.awaitWaitingForLock(responders.getFirst());
      Thread.sleep(700); // Longer than a responder waits for room.
      assertFalse(reply.isDone());
      held.release();
      assertEquals(8, reply.get());
      held = lockRegistry(other);
      assertEquals(10, requester.call(WRITER, 5, 4, READER, LONG));
      held.release();
    }
  }

  private Path replyChannel() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("channel.replies-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void requestCanBeCancelled() throws Exception {
    CountDownLatch silence = new CountDownLatch(1);
    startResponder(silence);
    try (Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 99, 4, READER, LONG);
      assertTrue(reply.cancel(true));
      silence.countDown();
      assertEquals(4, requester.call(WRITER, 2, 4, READER, LONG));
    }
  }

  @Test
  void deletesReplyChannelsOfDeadRequesters() throws Exception {
    startResponder();
    Path dead = RequestFrame.replies(path, 1);
    Path living = RequestFrame.replies(path, 2);
    Channel.create(dead, ChannelConfig.defaults()).close();
    try (Channel channel = Channel.create(living, ChannelConfig.defaults());
        Subscriber subscriber = channel.addSubscriber()) {
      Requester.open(path, 100).close();
      assertTrue(Files.exists(dead), "it may be joining yet");
      FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
      Files.setLastModifiedTime(dead, longAgo);
      Files.setLastModifiedTime(living, longAgo);
      Requester.open(path, 100).close();
      assertFalse(Files.exists(dead));
      assertTrue(Files.exists(living));
      assertEquals(0, subscriber.poll(m -> {}, 1));
    }
  }

  /// Only reply channels are deleted: other channels may have similar names.
  @ParameterizedTest
  @ValueSource(strings = {"archive", "12345678901234567", "", "A", "1-old"})
  void keepsChannelsWithSimilarNames(String rest) throws Exception {
    startResponder();
    Path similar = scratch.path(RequestFrame.repliesPrefix(path) + rest);
    try (Channel channel = Channel.create(similar, ChannelConfig.defaults());
        Publisher publisher = channel.addPublisher()) {
      assertTrue(publisher.offer(MemorySegment.ofArray(new byte[] {1})));
      Files.setLastModifiedTime(similar, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
      Requester.open(path, 100).close();
      assertEquals(1, channel.addSubscriber().poll(m -> {}, 1));
    }
  }

  /// Other requesters join, delete leftovers and leave while the directory is being listed.
  @Test
  void requestersJoinAndLeaveConcurrently() throws Exception {
    startResponder();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Callable<Boolean> comingAndGoing =
          () -> {
            for (int i = 0; i < 40; i++) {
              Requester.open(path, 100).close();
            }
            return true;
          };
      for (Future<Boolean> one : threads.invokeAll(List.of(comingAndGoing, comingAndGoing))) {
        assertTrue(one.get());
      }
    }
    assertEquals(0, replyChannels());
  }

  /// Leftovers that cannot be deleted do not prevent joining.
  @Test
  void undeletableLeftoversDoNotPreventJoining() throws Exception {
    startResponder();
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
    Path damaged = RequestFrame.replies(path, 1);
    SharedFile.createDirectory(damaged, Access.OWNER);
    Files.createFile(damaged.resolve("other"));
    Files.setLastModifiedTime(damaged, longAgo);
    Path busy = RequestFrame.replies(path, 2);
    Channel.create(busy, ChannelConfig.defaults()).close();
    Files.setLastModifiedTime(busy, longAgo);
    try (LockFile other = LockFile.open(busy.resolve("locks"), Access.OWNER)) {
      LockFile.Held held = lockRegistry(other);
      try (Requester requester =
          assertTimeout(WAIT_FOR_A_REGISTRY, () -> Requester.open(path, 100))) {
        assertEquals(8, requester.call(WRITER, 4, 4, READER, LONG));
      }
      assertTrue(Files.exists(damaged));
      assertTrue(Files.exists(busy), "somebody may be joining");
      held.release();
    }
    Requester.open(path, 100).close();
    assertFalse(Files.exists(busy));
  }

  /// A reply channel inherits the service's member limit and member timeout.
  @Test
  void replyChannelInheritsTheServicesSettings() throws IOException {
    ChannelConfig config =
        ChannelConfig.defaults()
            .withTopology(Topology.QUEUE)
            .withMemberTimeout(Duration.ofSeconds(3))
            .withMaxMembers(40)
            .withLaneCapacity(200_000);
    try (Channel service = Channel.create(path, config);
        Requester requester = Requester.open(path, 70_000);
        Channel replies = Channel.open(replyChannel())) {
      long length = RequestFrame.LENGTH + 70_000;
      assertEquals(config.withLaneCapacity(length), replies.config());
      assertEquals(config, service.config());
      assertFalse(requester.callAsync(WRITER, 1, 4, READER, LONG).isDone());
    }
  }

  @Test
  void openingWithoutAServiceFails() {
    assertEquals(
        Kind.NOT_FOUND,
        assertThrows(TransportException.class, () -> Requester.open(path, 100)).kind());
  }

  @Test
  void requestWithoutAResponderTimesOut() {
    Responder.open(path, 100, 100).close();
    try (Requester requester = Requester.open(path, 100)) {
      MessageSerializer<Integer> big = (value, destination, offset) -> 60_000;
      Duration moment = Duration.ofMillis(20);
      List<Kind> kinds = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        TransportException e =
            assertThrows(
                TransportException.class, () -> requester.call(big, 1, 60_000, READER, moment));
        kinds.add(e.kind());
      }
      assertEquals(List.of(Kind.TIMEOUT, Kind.TIMEOUT, Kind.TIMEOUT), kinds);
    }
  }

  @Test
  void closingFailsPendingRequests() throws Exception {
    CountDownLatch silence = new CountDownLatch(1);
    startResponder(silence);
    Requester requester = Requester.open(path, 100);
    CompletableFuture<Integer> reply = requester.callAsync(WRITER, 99, 4, READER, LONG);
    requester.close();
    assertTrue(reply.isCompletedExceptionally());
    assertThrows(
        IllegalStateException.class, () -> requester.callAsync(WRITER, 1, 4, READER, LONG));
    silence.countDown();
    try (Requester next = Requester.open(path, 100)) {
      assertEquals(4, next.call(WRITER, 2, 4, READER, LONG));
    }
  }

  @Test
  void exceptionOfTheReaderPassesThrough() throws Exception {
    startResponder();
    try (Requester requester = Requester.open(path, 100)) {
      MessageDeserializer<Integer> reading =
          (MemorySegment m) -> {
            throw new IllegalStateException("unreadable");
          };
      assertThrows(IllegalStateException.class, () -> requester.call(WRITER, 1, 4, reading, LONG));
      assertFalse(requester.callAsync(WRITER, 1, 4, READER, LONG).isCancelled());
    }
  }

  /// A requester that does not read delays the others once, and loses its replies when its lane is
  /// full.
  @Test
  void requesterThatDoesNotReadLosesReplies() throws Exception {
    try (Responder responder = Responder.open(path, 100, 30_000);
        Channel service = Channel.open(path);
        Publisher requests = service.addPublisher();
        Channel replies =
            Channel.create(
                RequestFrame.replies(path, 7), ChannelConfig.defaults().withLaneCapacity(60_000));
        Subscriber subscriber = replies.addSubscriber()) {
      MessageSerializer<Integer> request =
          (value, destination, offset) -> {
            RequestFrame.write(destination, value, 7);
            return RequestFrame.LENGTH;
          };
      for (int i = 0; i < 50; i++) {
        assertTrue(requests.offer(request, i, RequestFrame.LENGTH));
        assertEquals(1, responder.poll((_, _) -> 20_000, 1, LONG));
      }
      assertEquals(48, responder.undeliverable());
      long waits =
          replies.members().stream()
              .filter(member -> member.role() == MemberRole.PUBLISHER)
              .mapToLong(MemberStatus::waits)
              .sum();
      assertTrue(waits < 48, () -> "it waited for more than one reply, waits=" + waits);
      assertEquals(2, subscriber.poll(m -> {}, 100));
      assertTrue(requests.offer(request, 50, RequestFrame.LENGTH));
      assertEquals(1, responder.poll((_, _) -> 20_000, 1, LONG));
      assertEquals(48, responder.undeliverable());
      assertEquals(0, subscriber.poll(m -> {}, 0));
    }
  }
}
