// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Where and in which order callbacks run.
final class ExecutorsTest extends TransportTest {

  private static final int COUNT = 500;

  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform().daemon().name(prefix, 0).factory();
  }

  /// Fails if two callbacks of a call overlap.
  private static final class Checked {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    void run(Runnable action) {
      if (running.incrementAndGet() != 1) {
        overlaps.incrementAndGet();
      }
      threads.add(Thread.currentThread().getName().replaceAll("[-0-9]*$", ""));
      action.run();
      running.decrementAndGet();
    }
  }

  @Test
  void callbacksOfACallDoNotOverlap() throws Exception {
    Checked server = new Checked();
    Checked client = new Checked();
    List<String> received = new CopyOnWriteArrayList<>();
    try (ExecutorService four = java.util.concurrent.Executors.newFixedThreadPool(4, named("s-"));
        ExecutorService two = java.util.concurrent.Executors.newFixedThreadPool(2, named("c-"))) {
      start(
          serverBuilder()
              .executor(four)
              .addService(
                  TextService.of(
                      BIDI,
                      (call, _) -> {
                        call.sendHeaders(new Metadata());
                        call.request(COUNT);
                        return new ServerCall.Listener<>() {
                          @Override
                          public void onMessage(String message) {
                            server.run(() -> call.sendMessage(message));
                          }

                          @Override
                          public void onHalfClose() {
                            server.run(() -> call.close(Status.OK, new Metadata()));
                          }
                        };
                      })));
      RecordingListener closed = new RecordingListener();
      ClientCall<String, String> call =
          channel().newCall(BIDI, CallOptions.DEFAULT.withExecutor(two));
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onMessage(String message) {
              client.run(() -> received.add(message));
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
              client.run(() -> closed.onClose(status, trailers));
            }
          },
          new Metadata());
      call.request(COUNT);
      for (int i = 0; i < COUNT; i++) {
        call.sendMessage("" + i);
      }
      call.halfClose();
      assertTrue(closed.awaitStatus().isOk());
      assertEquals(COUNT, received.size());
      for (int i = 0; i < COUNT; i++) {
        assertEquals("" + i, received.get(i));
      }
    }
    assertEquals(0, server.overlaps.get() + client.overlaps.get());
    assertEquals(Set.of("s"), server.threads);
    assertEquals(Set.of("c"), client.threads);
  }

  @Test
  void directExecutorRunsCallbacksOnTheReadingThread() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    start(
        serverBuilder()
            .directExecutor()
            .addService(
                TextService.of(
                    UNARY,
                    echo(text -> {
                      threads.add(Thread.currentThread().getName());
                      return text;
                    }))));
    ManagedChannel channel = channel(channelBuilder().directExecutor());
    assertEquals("a", call(channel, "a"));
    String prefix =
        transport == Transport.SHARED_MEMORY
            ? "segue-grpc-shm-server-" + ProcessHandle.current().pid()
            : "socket-server";
    assertEquals(1, threads.size());
    assertTrue(threads.iterator().next().startsWith(prefix), threads::toString);
  }

  @Test
  void failingCallbackEndsOnlyItsCall() throws Exception {
    start(
        serverBuilder()
            .directExecutor()
            .addService(
                TextService.of(
                    UNARY,
                    echo(text -> {
                      if (text.isEmpty()) {
                        throw new AssertionError("test");
                      }
                      return text;
                    }))));
    ManagedChannel channel = channel();
    assertEquals(Status.Code.UNKNOWN, failure(() -> call(channel, "")).getCode());
    assertEquals("a", call(channel, "a"));
  }

  @Test
  void serverMayChooseAnExecutorForEachCall() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    try (ExecutorService other = java.util.concurrent.Executors.newFixedThreadPool(1, named("o"))) {
      start(
          serverBuilder()
              .callExecutor(
                  new io.grpc.ServerCallExecutorSupplier() {
                    @Override
                    public <Q, R> java.util.concurrent.Executor getExecutor(
                        ServerCall<Q, R> call, Metadata metadata) {
                      return other;
                    }
                  })
              .addService(
                  TextService.of(
                      UNARY,
                      echo(text -> {
                        threads.add(Thread.currentThread().getName());
                        return text;
                      }))));
      assertEquals("a", call(channel(), "a"));
    }
    assertEquals(Set.of("o0"), threads);
  }
}
