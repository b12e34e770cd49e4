// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Doubling.DOUBLING;
import static dev.segue.shm.Doubling.LONG;
import static dev.segue.shm.Doubling.READER;
import static dev.segue.shm.Doubling.WRITER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.halt.Waits;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Role;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Failures of a requester: its pending requests fail, and nothing leaks.
@Timeout(600)
class RequesterFailureTest extends InScratch {

  private static final MessageSerializer<Integer> BIG = (value, destination, offset) -> 60_000;

  @AfterEach
  void observeNothing() {
    HaltPoints.observe(store -> {});
  }

  private List<Path> replyChannels() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files.filter(file -> file.toString().contains(".replies-")).toList();
    }
  }

  /// For example after an `ExecutorService.shutdownNow()`.
  @Test
  void closesOnAnInterruptedThread() throws IOException {
    try (Responder responder = Responder.open(path, 100, 100)) {
      Requester requester = Requester.open(path, 100);
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 1, 4, READER, LONG);
      Thread.currentThread().interrupt();
      try {
        requester.close();
      } finally {
        assertTrue(Thread.interrupted(), "as it was");
      }
      assertTrue(reply.isCancelled());
      assertEquals(List.of(), replyChannels());
      assertEquals(0, responder.undeliverable());
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be deleted there")
  @Test
  void failedCloseStillFailsPendingRequests() throws IOException {
    Responder.open(path, 100, 100).close();
    Requester requester = Requester.open(path, 100);
    CompletableFuture<Integer> reply = requester.callAsync(WRITER, 1, 4, READER, LONG);
    Files.delete(replyChannels().getFirst().resolve("channel"));
    assertThrows(TransportException.class, requester::close);
    assertTrue(reply.isCancelled());
  }

  /// Without a responder: the first request waits for room for longer than the timeouts of the
  /// others.
  @Test
  void requestTimesOutBehindAWaitingRequest() throws Exception {
    Responder.open(path, 100, 100).close();
    try (Requester requester = Requester.open(path, 100)) {
      assertFalse(requester.callAsync(BIG, 1, 60_000, READER, LONG).isDone());
      FutureTask<Kind> first = asking(requester);
      Thread firstThread = Thread.ofPlatform().start(first);
      Threads.awaitWaiting(firstThread);
      assertEquals(Kind.TIMEOUT, failureOfAsking(requester, Duration.ofMillis(50)));
      assertFalse(first.isDone(), "it waited for the first request");
      FutureTask<Kind> second = asking(requester);
      Thread secondThread = Thread.ofPlatform().start(second);
      Threads.awaitWaiting(secondThread);
      secondThread.interrupt();
      assertEquals(Kind.INTERRUPTED, second.get());
      assertFalse(first.isDone());
      firstThread.interrupt();
      assertEquals(Kind.INTERRUPTED, first.get());
    }
  }

  private static FutureTask<Kind> asking(Requester requester) {
    return new FutureTask<>(() -> failureOfAsking(requester, LONG));
  }

  private static Kind failureOfAsking(Requester requester, Duration timeout) {
    return assertThrows(
            TransportException.class, () -> requester.callAsync(BIG, 1, 60_000, READER, timeout))
        .kind();
  }

  /// As when a new responder joins and no file descriptor is left for its lane.
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
  @Test
  void continuesAfterALaneCouldNotBeOpened() throws Exception {
    try (Responder responder = Responder.open(path, 100, 100);
        Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> first = requester.callAsync(WRITER, 3, 4, READER, LONG);
      assertEquals(1, responder.poll(DOUBLING, 1, LONG));
      assertEquals(6, first.join());
      Path replies = replyChannels().getFirst();
      try (ChannelDirectory directory = ChannelDirectory.open(replies, Access.OWNER)) {
        MemberSlot newcomer = joinUnreachably(directory);
        awaitRetry();
        CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, READER, LONG);
        assertEquals(1, responder.poll(DOUBLING, 1, LONG));
        HaltPoints.observe(store -> {});
        setLanePermissions(replies, "rw-------");
        assertEquals(8, reply.join());
        directory.registry().leave(newcomer);
      }
    }
  }

  /// Waits until the requester's thread has failed to open the lane.
  private static void awaitRetry() throws InterruptedException {
    while (!Waits.isAny(Waits.RETRY)) {
      Thread.sleep(1);
    }
  }

  /// Adds a publisher whose lane is rejected, because other users can access it.
  private static MemberSlot joinUnreachably(ChannelDirectory directory) throws IOException {
    Thread self = Thread.currentThread();
    HaltPoints.observe(store -> {
      if (store.equals("generation") && Thread.currentThread().equals(self)) {
        setLanePermissions(directory.path(), "rw-r--r--");
      }
    });
    return directory.registry().join(Role.PUBLISHER);
  }

  private static void setLanePermissions(Path channel, String permissions) {
    try (DirectoryStream<Path> lanes = Files.newDirectoryStream(channel, "lane-*")) {
      for (Path lane : lanes) {
        Files.setPosixFilePermissions(lane, PosixFilePermissions.fromString(permissions));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void continuesAfterAReaderInterruptedTheThread() {
    try (Responder responder = Responder.open(path, 100, 100);
        Requester requester = Requester.open(path, 100)) {
      MessageDeserializer<Integer> interrupting =
          m -> {
            Thread.currentThread().interrupt();
            return READER.read(m);
          };
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, interrupting, LONG);
        assertEquals(1, responder.poll(DOUBLING, 1, LONG));
        assertEquals(8, reply.join());
      }
    }
  }

  @Test
  void errorInTheThreadFailsPendingRequests() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    error.setStackTrace(new StackTraceElement[0]); // The error is printed.
    CountDownLatch asked = new CountDownLatch(1);
    HaltPoints.observe(store -> {
      if (Thread.currentThread().getName().equals("segue-shm-requester")) {
        await(asked);
        throw error;
      }
    });
    Responder.open(path, 100, 100).close();
    try (Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, READER, LONG);
      asked.countDown();
      assertSame(error, assertThrows(ExecutionException.class, reply::get).getCause());
      IllegalStateException later =
          assertThrows(
              IllegalStateException.class, () -> requester.callAsync(WRITER, 4, 4, READER, LONG));
      assertSame(error, later.getCause());
      assertTrue(String.valueOf(later.getMessage()).endsWith("closed: " + error));
    }
  }

  /// The service is full, which the requester detects late.
  @Test
  void failedJoinOnAnInterruptedThreadLeavesNoFiles() throws Exception {
    ChannelConfig config = ChannelConfig.defaults().withTopology(Topology.QUEUE).withMaxMembers(2);
    try (Channel service = Channel.create(path, config);
        Publisher one = service.addPublisher();
        Publisher two = service.addPublisher();
        LockFile locks = LockFile.open(path.resolve("locks"), Access.OWNER)) {
      LockFile.Held registry = lockRegistry(locks);
      FutureTask<Requester> opening = new FutureTask<>(() -> Requester.open(path, 100));
      Thread thread = Thread.ofPlatform().start(opening);
      Threads.awaitWaitingForLock(thread);
      thread.interrupt();
      registry.release();
      thread.join();
      assertInstanceOf(TransportException.class, opening.exceptionNow());
      assertEquals(List.of(), replyChannels());
      assertEquals(one.maxMessageLength(), two.maxMessageLength());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
