// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.os.LockFile;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What goes wrong at a requester ends what waits for it, and leaves nothing behind.
@Timeout(30)
class RequesterFailureTest extends InScratch {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final MessageWriter<Integer> WRITER =
      (value, destination, offset) -> {
        destination.set(ValueLayout.JAVA_INT, offset, value);
        return Integer.BYTES;
      };
  private static final MessageReader<Integer> READER = m -> m.get(ValueLayout.JAVA_INT, 0);

  private List<Path> replyChannels() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files.filter(file -> file.toString().contains(".replies-")).toList();
    }
  }

  /// As after an `ExecutorService.shutdownNow()`.
  @Test
  void closesOnAThreadThatIsInterrupted() throws IOException {
    try (Responder responder = Responder.open(path, 100, 100)) {
      Requester requester = Requester.open(path, 100);
      CompletableFuture<Integer> reply = requester.ask(WRITER, 1, 4, READER, LONG);
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

  @Test
  void endsWhatWaitsWhereClosingFails() throws IOException {
    Responder.open(path, 100, 100).close();
    Requester requester = Requester.open(path, 100);
    CompletableFuture<Integer> reply = requester.ask(WRITER, 1, 4, READER, LONG);
    Files.delete(replyChannels().getFirst().resolve("channel"));
    assertThrows(ShmException.class, requester::close);
    assertTrue(reply.isCancelled());
  }

  /// The service has no place for it, which is told late.
  @Test
  void leavesNothingWhereItCannotJoinAndIsInterrupted() throws Exception {
    ChannelConfig config = ChannelConfig.defaults().withTopology(Topology.QUEUE).withMaxMembers(2);
    try (Channel service = Channel.create(path, config);
        Publisher one = service.publisher();
        Publisher two = service.publisher();
        LockFile locks = LockFile.open(path.resolve("locks"))) {
      LockFile.Held registry = locks.tryLock(0);
      while (registry == null) {
        Thread.sleep(1);
        registry = locks.tryLock(0);
      }
      FutureTask<Requester> opening = new FutureTask<>(() -> Requester.open(path, 100));
      Thread thread = Thread.ofPlatform().start(opening);
      while (!isWaitingForRegistry(thread)) {
        Thread.sleep(1);
      }
      thread.interrupt();
      registry.release();
      thread.join();
      assertInstanceOf(ShmException.class, opening.exceptionNow());
      assertEquals(List.of(), replyChannels());
      assertEquals(one.maxMessageLength(), two.maxMessageLength());
    }
  }

  private static boolean isWaitingForRegistry(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame ->
            frame.getClassName().endsWith(".RegistryLocks")
                && frame.getMethodName().equals("registry"));
  }
}
