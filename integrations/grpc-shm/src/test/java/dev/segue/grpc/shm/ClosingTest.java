// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Connections that end while calls are sending messages.
final class ClosingTest extends ShmTest {

  /// A message whose serialization waits for a latch.
  private static final class Slow extends ByteArrayInputStream implements KnownLength, Drainable {
    private final CountDownLatch writing;
    private final CountDownLatch goOn;

    Slow(String text, CountDownLatch writing, CountDownLatch goOn) {
      super(text.getBytes(StandardCharsets.UTF_8));
      this.writing = writing;
      this.goOn = goOn;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      writing.countDown();
      try {
        assertTrue(goOn.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        throw new UncheckedIOException(new IOException(e));
      }
      byte[] bytes = readAllBytes();
      target.write(bytes);
      return bytes.length;
    }
  }

  @Test
  void messageSerializedWhileItsConnectionEndsIsDropped() throws Exception {
    Server server = serveEcho();
    ManagedChannel channel = channel();
    assertEquals("a", call(channel, "a"));
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    MethodDescriptor<String, String> slow =
        UNARY.toBuilder(
                new MethodDescriptor.Marshaller<String>() {
                  @Override
                  public InputStream stream(String value) {
                    return new Slow(value, writing, goOn);
                  }

                  @Override
                  public String parse(InputStream stream) {
                    throw new AssertionError();
                  }
                },
                new TextService.Text())
            .build();
    CompletableFuture<Status> status =
        CompletableFuture.supplyAsync(() ->
            failure(() -> ClientCalls.blockingUnaryCall(channel, slow, CallOptions.DEFAULT, "b")));
    assertTrue(writing.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    server.shutdownNow();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    await(() -> channel.getState(false) != ConnectivityState.READY);
    goOn.countDown();
    assertEquals(
        Status.Code.UNAVAILABLE, status.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getCode());
  }

  @Test
  void callsDuringShutdownAreAnsweredOrUnavailable() throws Exception {
    for (int round = 0; round < 20; round++) {
      Server server = serveEcho();
      ManagedChannel channel = channel();
      List<CompletableFuture<String>> threads = new ArrayList<>();
      CountDownLatch begun = new CountDownLatch(4);
      for (int i = 0; i < 4; i++) {
        threads.add(CompletableFuture.supplyAsync(() -> callUntilUnavailable(channel, begun)));
      }
      assertTrue(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      if (round % 2 == 0) {
        channel.shutdownNow();
        server.shutdown();
      } else {
        server.shutdownNow();
      }
      for (CompletableFuture<String> thread : threads) {
        assertEquals("UNAVAILABLE", thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      }
      assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
  }

  private static String callUntilUnavailable(ManagedChannel channel, CountDownLatch begun) {
    try {
      while (true) {
        assertEquals("a", call(channel, "a"));
        begun.countDown();
      }
    } catch (StatusRuntimeException e) {
      begun.countDown();
      return e.getStatus().getCode() == Status.Code.UNAVAILABLE ? "UNAVAILABLE" : e.toString();
    }
  }
}
