// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.io.Serial;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The rule: the code of applications runs under no lock that others need, nor on the timer's
/// thread. An exception of such code ends only its own call.
@Timeout(600)
final class ApplicationCodeTest extends ShmTest {

  private static final class Failure extends Error {
    @Serial private static final long serialVersionUID = 1L;

    Failure() {
      super("test", null, false, false);
    }
  }

  private Server serve(VictimCall victim) throws IOException {
    ShmServerBuilder builder =
        serverBuilder()
            .decompressorRegistry(
                DecompressorRegistry.getDefaultInstance().with(new SameBytes(), true))
            .addService(
                ServerServiceDefinition.builder("Texts")
                    .addMethod(UNARY, echo(text -> text))
                    .addMethod(BIDI, staysOpen())
                    .build());
    victim.serve(builder);
    return start(builder);
  }

  /// Reads all messages, and ends when its client does.
  private static ServerCallHandler<String, String> staysOpen() {
    return (call, _) -> {
      call.request(1);
      return new ServerCall.Listener<>() {
        @Override
        public void onMessage(String message) {
          call.request(1);
        }

        @Override
        public void onHalfClose() {
          call.close(Status.OK, new Metadata());
        }
      };
    };
  }

  private ManagedChannel channel(VictimCall victim) {
    CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
    compressors.register(victim.compressor());
    return channel(ShmChannelBuilder.forPath(path).compressorRegistry(compressors));
  }

  @ParameterizedTest
  @EnumSource
  void exceptionEndsOnlyItsCall(Place place) throws Exception {
    VictimCall victim =
        new VictimCall(
            place,
            () -> {
              throw new IllegalStateException("test");
            });
    requireAloneEnded(victim);
  }

  @ParameterizedTest
  @EnumSource
  void errorEndsOnlyItsCall(Place place) throws Exception {
    VictimCall victim =
        new VictimCall(
            place,
            () -> {
              throw new Failure();
            });
    requireAloneEnded(victim);
  }

  private void requireAloneEnded(VictimCall victim) throws Exception {
    Server server = serve(victim);
    ManagedChannel channel = channel(victim);
    boolean thrown = false;
    try {
      victim.run(channel, CallOptions.DEFAULT);
    } catch (IllegalStateException | Failure e) {
      thrown = true;
    }
    if (!thrown) {
      victim.listener.awaitStatus();
    }
    assertTrue(victim.awaitReached());
    assertEquals("a", call(channel, "a"));
    channel.shutdown();
    assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "channel");
    server.shutdown();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "server");
  }

  @ParameterizedTest
  @EnumSource
  void blockingCodeDelaysOnlyItsCall(Place place) throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    VictimCall victim = new VictimCall(place, () -> awaitQuietly(goOn));
    Server server = serve(victim);
    ManagedChannel channel = channel(victim);
    ManagedChannel other = channel();
    assertEquals("a", call(other, "a"));
    CompletableFuture<Void> caller =
        CompletableFuture.runAsync(() -> victim.run(channel, CallOptions.DEFAULT), ELSEWHERE);
    try {
      assertTrue(victim.awaitReached());
      assertEquals("b", call(other, "b"));
      assertDeadlinePasses(other);
      if (!place.isOnReadingThread()) {
        assertEquals("c", call(channel, "c"));
        assertDeadlinePasses(channel);
      }
      if (place.letsCallEnd()) {
        victim.started.join().cancel("test", null);
        victim.listener.awaitStatus();
      }
    } finally {
      goOn.countDown();
    }
    // A cancelled call accepts no more messages.
    caller.exceptionally(_ -> null).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    victim.listener.awaitStatus();
    server.shutdown();
    channel.shutdown();
    assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "channel");
  }

  private static final Executor ELSEWHERE = task -> Thread.ofPlatform().daemon().start(task);

  private static void assertDeadlinePasses(ManagedChannel channel) throws Exception {
    RecordingListener listener = new RecordingListener();
    channel
        .newCall(BIDI, CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.MILLISECONDS))
        .start(listener, new Metadata());
    assertEquals(Status.Code.DEADLINE_EXCEEDED, listener.awaitStatus().getCode());
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUEST_STREAM", "REQUEST_READ", "REQUEST_DRAIN", "REQUEST_COMPRESSOR"})
  void deadlineExpiresWhileTheMessageBlocks(Place place) throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try {
      // On a busy machine, a deadline may pass before the message.
      for (long millis = 200; ; millis *= 2) {
        VictimCall victim = new VictimCall(place, () -> awaitQuietly(goOn));
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
        CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
        compressors.register(victim.compressor());
        ManagedChannel channel =
            channel(ShmChannelBuilder.forPath(path).compressorRegistry(compressors));
        ELSEWHERE.execute(() -> victim.run(channel, options.withWaitForReady()));
        assertEquals(Status.Code.DEADLINE_EXCEEDED, victim.listener.awaitStatus().getCode());
        if (victim.isReached()) {
          break;
        }
      }
    } finally {
      goOn.countDown();
    }
  }

  @Test
  void failingTransportFilterEndsItsConnection() throws Exception {
    AtomicInteger terminated = new AtomicInteger();
    Server server =
        start(
            serverBuilder()
                .addTransportFilter(
                    new ServerTransportFilter() {
                      @Override
                      public Attributes transportReady(Attributes attributes) {
                        throw new Failure();
                      }

                      @Override
                      public void transportTerminated(Attributes attributes) {
                        terminated.incrementAndGet();
                        throw new Failure();
                      }
                    })
                .addTransportFilter(
                    new ServerTransportFilter() {
                      @Override
                      public void transportTerminated(Attributes attributes) {
                        terminated.incrementAndGet();
                      }
                    })
                .addService(TextService.of(UNARY, echo(text -> text))));
    ManagedChannel channel = channel();
    assertEquals(Status.Code.UNAVAILABLE, failure(() -> call(channel, "a")).getCode());
    await(() -> terminated.get() >= 2);
    server.shutdown();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  /// Each call ends with its connection, whatever the tracer of another call does.
  @Test
  void allCallsOfAConnectionEndEvenIfATracerFails() throws Exception {
    VictimCall victim =
        new VictimCall(
            Place.SERVER_STREAM_CLOSED,
            () -> {
              throw new Failure();
            });
    AtomicInteger cancelled = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(3);
    ShmServerBuilder builder = serverBuilder();
    victim.serve(builder);
    Server server =
        start(
            builder.addService(
                TextService.of(
                    BIDI,
                    (call, _) -> {
                      begun.countDown();
                      return new ServerCall.Listener<>() {
                        @Override
                        public void onCancel() {
                          cancelled.incrementAndGet();
                        }
                      };
                    })));
    ManagedChannel channel = channel();
    for (int i = 0; i < 3; i++) {
      channel.newCall(BIDI, CallOptions.DEFAULT).start(new RecordingListener(), new Metadata());
    }
    assertTrue(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    channel.shutdownNow();
    await(() -> cancelled.get() == 3);
    server.shutdown();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  /// A callback on a direct executor may leave its thread interrupted.
  @Test
  void interruptInACallbackEndsNoCall() throws Exception {
    start(
        serverBuilder()
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder("Texts")
                    .addMethod(UNARY, echo(text -> text))
                    .addMethod(BIDI, staysOpen())
                    .build()));
    ManagedChannel channel =
        channel(ShmChannelBuilder.forPath(path).directExecutor().laneCapacity(64 * 1024));
    AtomicInteger ready = new AtomicInteger();
    RecordingListener closed = new RecordingListener();
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onReady() {
            ready.incrementAndGet();
            Thread.currentThread().interrupt();
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            closed.onClose(status, trailers);
          }
        },
        new Metadata());
    call.request(1);
    String message = "x".repeat(20_000);
    while (ready.get() < 20 && !closed.status.isDone()) {
      call.sendMessage(message);
      boolean _ = Thread.interrupted();
      await(call::isReady);
    }
    boolean _ = Thread.interrupted();
    assertEquals(
        "a",
        ClientCalls.futureUnaryCall(channel.newCall(UNARY, CallOptions.DEFAULT), "a")
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    call.halfClose();
    assertTrue(closed.awaitStatus().isOk(), () -> closed.status.join().toString());
  }
}
