// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.grpc.shm.RawServer;
import dev.segue.grpc.shm.ShmChannelBuilder;
import dev.segue.grpc.shm.ShmServerBuilder;
import dev.segue.shm.Channel;
import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TransportException;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The status of a call whose connection is lost says why, and never that a living server has
/// ended.
@Timeout(600)
final class LostConnectionTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Path path = Channel.defaultPath(TestFiles.name());
  private final ManagedChannel channel = ShmChannelBuilder.forPath(path).disableRetry().build();
  private final RogueServer server = new RogueServer(path);

  @AfterEach
  void close() throws InterruptedException {
    server.close();
    assertTrue(channel.shutdownNow().awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS));
  }

  /// A server that accepts one connection, and can do with it what no server does.
  private static final class RogueServer implements AutoCloseable {
    private final Path path;
    private final List<Channel> lanes = new ArrayList<>();
    private Channel queue;
    private Subscriber announcements;
    private @Nullable Subscriber requests;
    private @Nullable Publisher publisher;
    private boolean ended;

    RogueServer(Path path) {
      this.path = path;
      queue = Channel.create(path, ConnectionFiles.ofServer());
      announcements = queue.addSubscriber();
    }

    /// Creates the channel at the path anew.
    void begin() {
      queue = Channel.create(path, ConnectionFiles.ofServer());
      announcements = queue.addSubscriber();
      ended = false;
    }

    /// Deletes the channel at the path.
    void end() {
      queue.unlink();
      queue.close();
      ended = true;
    }

    /// Waits for a client.
    void accept() {
      assertEquals(1, announcements.poll(this::join, 1, LONG));
      send(new Settings(ProcessHandle.current().pid(), 8192, 1 << 20).toFrame());
    }

    private void join(MemorySegment announcement) {
      long id = Hello.read(announcement.toArray(ValueLayout.JAVA_BYTE)).id();
      Channel fromClient = Channel.open(ConnectionFiles.fromClient(path, id));
      lanes.add(fromClient);
      Channel toClient = Channel.open(ConnectionFiles.fromServer(path, id));
      lanes.add(toClient);
      requests = fromClient.addSubscriber();
      publisher = toClient.addPublisher();
    }

    void awaitRequest() {
      assertEquals(1, Objects.requireNonNull(requests).poll((_, _, _) -> {}, 1, LONG));
    }

    void send(byte[] frame) {
      assertTrue(Objects.requireNonNull(publisher).offer(MemorySegment.ofArray(frame)));
    }

    /// Overwrites the header of the next record in the lane.
    void damageLane() {
      Claim claim = Objects.requireNonNull(publisher).tryClaim(Long.BYTES);
      assertNotNull(claim);
      claim.memory().set(ValueLayout.JAVA_LONG, claim.offset() - Long.BYTES, -1L);
    }

    void leave() {
      lanes.forEach(Channel::close);
    }

    @Override
    public void close() {
      leave();
      if (!ended) {
        end();
      }
    }
  }

  private static Status statusOf(ManagedChannel channel, Runnable server) throws Exception {
    Future<String> answer =
        ClientCalls.futureUnaryCall(
            channel.newCall(RawServer.method("Raw/unary", MethodType.UNARY), CallOptions.DEFAULT),
            "a");
    server.run();
    try {
      return Status.OK.withDescription(answer.get(LONG.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return Status.fromThrowable(e);
    }
  }

  private Status statusAfter(Runnable loss) throws Exception {
    return statusOf(
        channel,
        () -> {
          server.accept();
          server.awaitRequest();
          loss.run();
        });
  }

  private static void requireUnavailable(String description, Status status) {
    assertEquals(Status.Code.UNAVAILABLE, status.getCode(), status::toString);
    assertEquals(description, status.getDescription());
  }

  private String noReason() {
    return "the server at " + path + " has closed the connection without a reason: see its log";
  }

  @Test
  void serverThatLeavesAConnectionHasNotEnded() throws Exception {
    requireUnavailable(noReason(), statusAfter(server::leave));
  }

  @Test
  void serverThatHasCreatedItsFilesAnewHasNotEnded() throws Exception {
    Status status =
        statusAfter(() -> {
          server.end();
          server.begin();
          server.leave();
        });
    requireUnavailable(noReason(), status);
  }

  @Test
  void serverWithoutItsChannelHasEnded() throws Exception {
    Status status =
        statusAfter(() -> {
          server.end();
          server.leave();
        });
    requireUnavailable("the server at " + path + " has ended", status);
    assertNull(status.getCause());
  }

  @Test
  void reasonRightAfterTheSettingsIsReported() throws Exception {
    Status status =
        statusOf(
            channel,
            () -> {
              server.accept();
              server.send(Frames.close(Status.Code.UNAVAILABLE, "test", 0));
              server.leave();
            });
    requireUnavailable("test", status);
  }

  @Test
  void damagedLaneIsReportedWithItsException() throws Exception {
    Status status = statusAfter(server::damageLane);
    assertEquals(Status.Code.UNAVAILABLE, status.getCode());
    String text = String.valueOf(status.getDescription());
    String start = "the connection to the server at " + path + " has failed: ";
    assertTrue(text.startsWith(start) && text.contains("invalid data"), text);
    TransportException cause = assertInstanceOf(TransportException.class, status.getCause());
    assertEquals(TransportException.Kind.CORRUPT, cause.kind());
  }

  @Test
  void invalidFrameIsReportedWithItsException() throws Exception {
    byte[] invalid = new BodyWriter().begin().end(0, 99, 0, 0).toBytes();
    Status status = statusAfter(() -> server.send(invalid));
    assertEquals(Status.Code.INTERNAL, status.getCode());
    assertEquals(
        "the server has sent an invalid frame: a frame of type 99", status.getDescription());
    assertInstanceOf(DamagedFrameException.class, status.getCause());
  }

  /// A failure of the server's reading thread reaches the client.
  @Test
  void failureOfTheServersEndIsReported() throws Exception {
    Path other = Channel.defaultPath(TestFiles.name());
    Server failing =
        ShmServerBuilder.forPath(other)
            .addTransportFilter(
                new ServerTransportFilter() {
                  @Override
                  public Attributes transportReady(Attributes attributes) {
                    throw new IllegalStateException("test");
                  }
                })
            .build()
            .start();
    ManagedChannel client = ShmChannelBuilder.forPath(other).build();
    try {
      requireUnavailable(
          "the peer's end of the connection has failed: java.lang.IllegalStateException: test",
          statusOf(client, () -> {}));
    } finally {
      client.shutdownNow();
      failing.shutdownNow();
      assertTrue(failing.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS));
    }
  }
}
