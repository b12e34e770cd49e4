// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.shm.RawServer;
import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A client that sends invalid frames loses its connection and gets the reason; calls of other
/// clients continue.
@Timeout(600)
final class DamagedFramesTest {

  private static final int SECONDS = 300;
  private static final long LANE = 64 * 1024;

  private RawServer server;

  @BeforeEach
  void start() throws Exception {
    server = new RawServer();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  /// A frame that a client has received.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Received(int type, long call, int value, byte[] body) {}

  /// A client that does not use gRPC.
  private final class RawClient implements AutoCloseable {
    private final Connection connection;
    private final List<Received> received = new ArrayList<>();
    private final CompletableFuture<ConnectionEnd> ended = new CompletableFuture<>();

    RawClient() {
      connection =
          new ClientHandshake(
                  new ServerPath(server.path(), null),
                  LANE,
                  Thread::startVirtualThread,
                  () -> false)
              .connect(id -> new Hello(id, 1, 8192, 1 << 20, "test", null));
      ReaderThreads threads =
          new ReaderThreads(task -> Thread.ofPlatform().daemon().start(task), "test");
      threads.execute(() -> connection.read(this::onFrame, threads, ended::complete));
    }

    private void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
      synchronized (received) {
        received.add(
            new Received(
                frame.type(), frame.call(), frame.value(), frame.copyBody(memory, offset)));
        if (frame.type() == Frames.CLOSE) {
          connection.stop();
        }
      }
    }

    void send(BodyWriter frames) {
      connection.sender().send(OutgoingRecord.of(frames.toBytes(), null));
      connection.sender().flush();
    }

    /// The frame that closes the connection, or null if it was not closed in that way.
    @Nullable Received awaitClose() throws Exception {
      ConnectionEnd _ = ended.get(SECONDS, TimeUnit.SECONDS);
      synchronized (received) {
        return received.stream().filter(frame -> frame.type == Frames.CLOSE).findAny().orElse(null);
      }
    }

    Received awaitStatus(long call) throws InterruptedException {
      while (true) {
        synchronized (received) {
          for (Received frame : received) {
            if (frame.type == Frames.STATUS && frame.call == call) {
              return frame;
            }
          }
        }
        assertTrue(!ended.isDone(), "the connection has ended");
        Thread.sleep(1);
      }
    }

    @Override
    public void close() {
      connection.stop();
    }
  }

  private static BodyWriter request(BodyWriter out, long call, String method) {
    return out.begin()
        .putLong(-1)
        .putString(method)
        .putString("test")
        .putString(null)
        .putInt(0)
        .end(call, Frames.REQUEST, 0, 0);
  }

  private static BodyWriter message(BodyWriter out, long call, int flags, int total, int length) {
    out.begin();
    for (int i = 0; i < length; i += Integer.BYTES) {
      out.putInt(0x61616161);
    }
    return out.end(call, Frames.MESSAGE, flags, total);
  }

  private void requireRefused(Consumer<BodyWriter> frames) throws Exception {
    BodyWriter out = new BodyWriter();
    frames.accept(request(out, 1, RawServer.STREAM));
    try (RawClient client = new RawClient()) {
      client.send(out);
      Received close = client.awaitClose();
      assertNotNull(close, "closed without a reason");
      assertEquals(Status.Code.INTERNAL.value(), close.value);
      String reason = new BodyReader(close.body).getText();
      assertTrue(reason.startsWith("an invalid frame: "), reason);
    }
    server.requireAlive();
  }

  @Test
  void damagedFramesCloseTheConnection() throws Exception {
    requireRefused(out -> out.begin().end(1, 77, 0, 0));
    requireRefused(out -> out.begin().end(0, Frames.SETTINGS, 0, 0));
    requireRefused(out -> out.begin().end(1, Frames.STATUS, 0, 0));
    requireRefused(out -> request(out, 1, RawServer.STREAM)); // twice
    requireRefused(out -> out.begin().putInt(0).end(2, Frames.REQUEST, 0, 0));
    requireRefused(out -> out.putInt(1)); // a header that is cut off
    requireRefused(out -> out.putLong(1).putInt(1 << 30).putInt(0));
    requireRefused(out -> out.putLong(1).putInt(-1).putInt(0));
    requireRefused(out -> out.begin().putString("x").end(0, Frames.CLOSE, 0, 99));
  }

  @Test
  void invalidMessagesCloseTheConnection() throws Exception {
    requireRefused(out -> message(out, 1, 0, 5, 4));
    requireRefused(out -> message(out, 1, 0, -1, 4));
    requireRefused(out -> message(message(out, 1, Frames.MORE, 100, 4), 1, 0, 100, 4));
    requireRefused(out -> message(message(out, 1, Frames.MORE, 100, 4), 1, 0, 99, 96));
    requireRefused(out -> message(message(out, 1, Frames.MORE, 8, 4), 1, Frames.MORE, 8, 8));
    requireRefused(out -> message(out.begin().end(1, Frames.HALF_CLOSE, 0, 0), 1, 0, 4, 4));
  }

  @Test
  void creditMustBePositive() throws Exception {
    requireRefused(out -> out.begin().end(1, Frames.CREDIT, 0, 0));
    requireRefused(out -> out.begin().end(1, Frames.CREDIT, 0, -5));
  }

  @Test
  void messagesNeedCredit() throws Exception {
    try (RawClient client = new RawClient()) {
      BodyWriter out = request(new BodyWriter(), 1, RawServer.SILENT);
      client.send(out);
      for (int i = 0; i < 100; i++) {
        client.send(message(new BodyWriter(), 1, 0, 8192, 8192));
      }
      Received close = client.awaitClose();
      assertNotNull(close);
      assertEquals(
          "an invalid frame: a message without credit for it",
          new BodyReader(close.body).getText());
    }
    server.requireAlive();
  }

  @Test
  void invalidMetadataClosesTheConnection() throws Exception {
    requireRefused(out ->
        out.begin()
            .putLong(-1)
            .putString("m")
            .putString("a")
            .putString(null)
            .putInt(1)
            .putString("a name")
            .putBytes(new byte[1])
            .end(3, Frames.REQUEST, 0, 0));
    requireRefused(out ->
        out.begin()
            .putLong(-1)
            .putString("m")
            .putString("a")
            .putString(null)
            .putInt(Integer.MAX_VALUE)
            .end(3, Frames.REQUEST, 0, 0));
  }

  @Test
  void tooLongMessageEndsOnlyItsCall() throws Exception {
    try (RawClient client = new RawClient()) {
      client.send(
          message(request(new BodyWriter(), 1, RawServer.STREAM), 1, Frames.MORE, 1 << 30, 1024));
      Received status = client.awaitStatus(1);
      assertEquals(Status.Code.RESOURCE_EXHAUSTED.value(), status.value);
      client.send(request(new BodyWriter(), 2, "no/method"));
      Received second = client.awaitStatus(2);
      assertEquals(Status.Code.UNIMPLEMENTED.value(), second.value);
      assertNull(client.ended.getNow(null));
    }
    server.requireAlive();
  }

  @Test
  void peerThatRequestsRepliesWithoutReadingIsDisconnected() throws Exception {
    Connection connection =
        new ClientHandshake(
                new ServerPath(server.path(), null), LANE, Thread::startVirtualThread, () -> false)
            .connect(id -> new Hello(id, 1, 8192, 1 << 20, "test", null));
    BodyWriter many = new BodyWriter();
    for (int i = 1; i <= 200; i++) {
      request(many, i, "no/method");
    }
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    AtomicInteger unwritten = new AtomicInteger();
    while (!connection.sender().isPeerGone()) {
      unwritten.incrementAndGet();
      OutgoingRecord requests = OutgoingRecord.of(many.toBytes(), _ -> unwritten.decrementAndGet());
      if (connection.sender().send(requests) != Sender.Sent.QUEUED) {
        unwritten.decrementAndGet();
      }
      connection.sender().flush();
      while (unwritten.get() > 100 && !connection.sender().isPeerGone()) {
        Thread.sleep(1);
      }
      assertTrue(System.nanoTime() - end < 0, "not cut off");
    }
    connection.close();
    server.requireAlive();
  }

  @Test
  void randomBytesAffectNoOtherClient() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 30; i++) {
      try (RawClient client = new RawClient()) {
        for (int j = 0; j < 20; j++) {
          BodyWriter out = request(new BodyWriter(), j, RawServer.STREAM);
          int bodies = random.nextInt(4);
          for (int k = 0; k < bodies; k++) {
            out.begin();
            int words = random.nextInt(10);
            for (int w = 0; w < words; w++) {
              out.putInt(random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(40));
            }
            out.end(random.nextInt(22), random.nextInt(12), random.nextInt(4), random.nextInt(50));
          }
          client.send(out);
        }
      }
      server.requireAlive();
    }
  }
}
