// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A transport is closed while other threads use it. Runs in a child JVM, because an access to
/// unmapped memory would crash it.
@Timeout(600)
class ClosingTest {

  private static final AeronConfig CONFIG = AeronConfig.of("aeron:ipc").withTermLength(1 << 16);
  private static final int ROUNDS = 3;
  private static final long HOLDING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @Test
  void closeWaitsForCallsInProgress(@TempDir Path directory) throws Exception {
    Process child = start(directory);
    try {
      assertTrue(child.waitFor(5, TimeUnit.MINUTES));
      assertEquals(0, child.exitValue(), () -> read(directory.resolve("output")));
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void closeInsideAHandlerIsRefused() throws InterruptedException {
    AeronTransport transport = AeronTransport.open(CONFIG);
    try (transport;
        MessageSender sender = transport.addSender();
        MessageReceiver receiver = transport.addReceiver()) {
      sendOne(sender);
      int count = 0;
      while (count == 0) {
        count = receiver.poll(m -> assertThrows(IllegalStateException.class, transport::close), 1);
        Thread.sleep(1);
      }
      sendOne(sender);
    }
  }

  private static Process start(Path directory) throws IOException {
    List<String> flags =
        List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + directory.resolve("crash.log"),
            "-Djava.io.tmpdir=" + directory,
            "-Xmx64m");
    return new ProcessBuilder(Jvm.command(flags, Main.class, List.of()))
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("output").toFile())
        .start();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void sendOne(MessageSender sender) {
    while (!sender.offer(MemorySegment.ofArray(new byte[1_000]))) {
      LockSupport.parkNanos(100_000);
    }
  }

  /// The main class of the child JVM.
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
      for (int round = 0; round < ROUNDS; round++) {
        closeUnderOthers();
      }
    }

    private static void closeUnderOthers() throws Exception {
      AeronTransport transport = AeronTransport.open(CONFIG);
      CountDownLatch holding = new CountDownLatch(1);
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        MessageSender sender = transport.addSender();
        MessageReceiver receiver = transport.addReceiver();
        Future<?> sending = threads.submit(() -> untilClosed(() -> sendOne(sender)));
        Future<?> receiving =
            threads.submit(
                () -> untilClosed(() -> receiver.poll(message -> hold(message, holding), 10)));
        holding.await();
        transport.close();
        sending.get();
        receiving.get();
      }
    }

    private static void untilClosed(Runnable use) {
      try {
        while (true) {
          use.run();
        }
      } catch (IllegalStateException e) {
        // closed
      }
    }

    /// Holds the first message for a while.
    private static void hold(MemorySegment message, CountDownLatch holding) {
      long end = System.nanoTime() + (holding.getCount() > 0 ? HOLDING_NANOS : 0);
      holding.countDown();
      do {
        for (long i = 0; i < message.byteSize(); i++) {
          if (message.get(ValueLayout.JAVA_BYTE, i) != 0) {
            throw new AssertionError("not what was sent");
          }
        }
      } while (System.nanoTime() - end < 0);
    }
  }
}
