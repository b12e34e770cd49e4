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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests and replies with codecs, and responders that serve until they are closed.
@Timeout(600)
class TypedRequestTest extends InScratch {

  private static final MessageCodec<Integer> NUMBERS = MessageCodec.of(WRITER, READER, 4);

  private static final MessageCodec<String> TEXTS = texts(1000);

  private static MessageCodec<String> texts(long maxLength) {
    return MessageCodec.of(
        (value, destination, offset) -> {
          byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
          MemorySegment.copy(MemorySegment.ofArray(bytes), 0, destination, offset, bytes.length);
          return bytes.length;
        },
        message -> new String(message.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8),
        maxLength);
  }

  /// Writes each byte twice, changed, so that an end without decoding fails.
  private static final class Twice implements MessageEncoding {
    @Override
    public long maxEncodedLength(long contentLength) {
      return 2 * contentLength;
    }

    @Override
    public long encode(MemorySegment content, MemorySegment destination) {
      for (long i = 0; i < content.byteSize(); i++) {
        byte changed = (byte) ~content.get(ValueLayout.JAVA_BYTE, i);
        destination.set(ValueLayout.JAVA_BYTE, 2 * i, changed);
        destination.set(ValueLayout.JAVA_BYTE, 2 * i + 1, changed);
      }
      return 2 * content.byteSize();
    }

    @Override
    public long contentLength(MemorySegment encoded) {
      return encoded.byteSize() / 2;
    }

    @Override
    public long decode(MemorySegment encoded, MemorySegment destination) {
      for (long i = 0; i < encoded.byteSize() / 2; i++) {
        destination.set(
            ValueLayout.JAVA_BYTE, i, (byte) ~encoded.get(ValueLayout.JAVA_BYTE, 2 * i));
      }
      return encoded.byteSize() / 2;
    }
  }

  private static Kind kindOf(Future<?> reply) {
    ExecutionException e = assertThrows(ExecutionException.class, reply::get);
    return assertInstanceOf(TransportException.class, e.getCause()).kind();
  }

  /// Serves on its own thread until it is closed.
  private static final class Serving implements AutoCloseable {
    private final TypedResponder<Integer, String> responder;
    private final CompletableFuture<Void> ended;

    Serving(TypedResponder<Integer, String> responder) {
      this.responder = responder;
      this.ended = CompletableFuture.runAsync(() -> responder.serve(Serving::answer));
    }

    private static String answer(int number) {
      if (number == 13) {
        throw new IllegalArgumentException("unlucky");
      }
      return number + " ".repeat(number % 100) + number;
    }

    @Override
    public void close() {
      responder.close();
      ended.join();
    }
  }

  private Serving serving(MessageCodec<Integer> requests, MessageCodec<String> replies) {
    return new Serving(Responder.open(path, requests, replies));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestsCarryValuesWithAndWithoutAnEncoding(boolean encoded) throws Exception {
    MessageCodec<Integer> requests = encoded ? NUMBERS.encodedBy(new Twice()) : NUMBERS;
    MessageCodec<String> replies = encoded ? TEXTS.encodedBy(new Twice()) : TEXTS;
    try (Serving _ = serving(requests, replies);
        Requester requester = Requester.open(path, replies);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 100; i < 400; i++) {
        int number = i;
        answers.add(
            i % 3 == 0
                ? requester.callAsync(requests, number, replies, LONG)
                : threads.submit(() -> requester.call(requests, number, replies, LONG)));
      }
      for (int i = 100; i < 400; i++) {
        assertEquals(i + " ".repeat(i % 100) + i, answers.get(i - 100).get());
      }
      TransportException e =
          assertThrows(TransportException.class, () -> requester.call(requests, 13, replies, LONG));
      assertEquals(Kind.REQUEST_FAILED, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains("unlucky"), e::toString);
    }
  }

  /// The longest encoded reply is longer than the codec's maximum length.
  @Test
  void longestReplyFitsWhenEncoded() throws Exception {
    MessageCodec<String> replies = texts(60_000).encodedBy(new Twice());
    String longest = "x".repeat(60_000);
    try (var responder = Responder.open(path, replies, replies);
        Requester requester = Requester.open(path, replies)) {
      CompletableFuture<String> reply = requester.callAsync(replies, longest, replies, LONG);
      assertEquals(1, responder.poll(request -> request, 10, LONG));
      assertEquals(longest, reply.get());
    }
    Channel.unlink(path);
    try (var responder = Responder.open(path, replies, replies);
        Requester requester = Requester.open(path, 70_000)) {
      CompletableFuture<String> reply = requester.callAsync(replies, longest, replies, LONG);
      assertEquals(1, responder.poll(request -> request, 10, LONG));
      assertEquals(Kind.REQUEST_FAILED, kindOf(reply));
    }
  }

  /// A reply that a hostile responder could send.
  @Test
  void replyLongerThanTheCodecAllowsIsRefused() throws Exception {
    MessageCodec<String> encoded = TEXTS.encodedBy(new Twice());
    try (Responder responder = Responder.open(path, 10, 10_000);
        Requester requester = Requester.open(path, 10_000)) {
      CompletableFuture<String> reply = requester.callAsync(NUMBERS, 1, encoded, LONG);
      assertEquals(1, responder.poll((_, _) -> 2002, 1, LONG));
      assertEquals(Kind.CORRUPT, kindOf(reply));
    }
  }

  @Test
  void requestInsideASerializerIsRefused() {
    MessageCodec<Integer> encoded = NUMBERS.encodedBy(new Twice());
    try (var responder = Responder.open(path, NUMBERS, NUMBERS);
        Requester requester = Requester.open(path, NUMBERS)) {
      for (MessageCodec<Integer> inner : List.of(NUMBERS, encoded)) {
        MessageCodec<Integer> nesting =
            MessageCodec.of(
                (value, destination, offset) -> {
                  CompletableFuture<Integer> _ = requester.callAsync(inner, value, NUMBERS, LONG);
                  return 0;
                },
                READER,
                4);
        for (MessageCodec<Integer> outer : List.of(nesting, nesting.encodedBy(new Twice()))) {
          assertThrows(
              IllegalStateException.class, () -> requester.callAsync(outer, 1, NUMBERS, LONG));
        }
      }
      CompletableFuture<Integer> reply = requester.callAsync(NUMBERS, 4, NUMBERS, LONG);
      assertEquals(1, responder.poll(number -> 2 * number, 1, LONG));
      assertEquals(8, reply.join());
    }
  }

  @Nested
  class Timeouts {

    private static final Duration MOMENT = Duration.ofMillis(80);

    @Test
    void timeoutsHaveTheSameKind() {
      try (Responder responder = Responder.open(path, 10, 10);
          Requester requester = Requester.open(path, 10)) {
        CompletableFuture<Integer> reply = requester.callAsync(NUMBERS, 1, NUMBERS, MOMENT);
        assertEquals(Kind.TIMEOUT, kindOf(reply));
        assertEquals(
            Kind.TIMEOUT, kindOf(requester.callAsync(WRITER, 1, 4, READER, Duration.ZERO)));
        TransportException e =
            assertThrows(
                TransportException.class, () -> requester.call(NUMBERS, 1, NUMBERS, MOMENT));
        assertEquals(Kind.TIMEOUT, e.kind());
        assertEquals(
            "no reply from "
                + path
                + " within 80ms: check that a responder is running and keeps up",
            e.getMessage());
        assertEquals(3, responder.poll(DOUBLING, 10, LONG));
        CompletableFuture<Integer> next =
            requester.callAsync(NUMBERS, 2, NUMBERS, Duration.ofDays(400_000));
        assertEquals(1, responder.poll(DOUBLING, 10, LONG));
        assertEquals(4, next.join());
      }
    }
  }

  @Nested
  class Servers {

    @Test
    void serveEndsWhenInterrupted() throws Exception {
      try (Responder responder = Responder.open(path, 10, 10)) {
        FutureTask<Boolean> task =
            new FutureTask<>(() -> {
              TransportException e =
                  assertThrows(TransportException.class, () -> responder.serve(DOUBLING));
              assertEquals(Kind.INTERRUPTED, e.kind());
              return Thread.currentThread().isInterrupted();
            });
        Thread thread = Thread.ofPlatform().start(task);
        Threads.awaitWaiting(thread);
        thread.interrupt();
        assertTrue(task.get());
      }
    }

    @Test
    void serveThrowsTheHandlersErrorEvenAfterClose() {
      Responder responder = Responder.open(path, 10, 10);
      try (Requester requester = Requester.open(path, 10)) {
        CompletableFuture<Integer> one = requester.callAsync(NUMBERS, 1, NUMBERS, LONG);
        AssertionError error = new AssertionError("broken");
        RequestHandler broken =
            (_, _) -> {
              throw error;
            };
        assertSame(error, assertThrows(AssertionError.class, () -> responder.serve(broken)));
        assertEquals(Kind.REQUEST_FAILED, kindOf(one));
        CompletableFuture<Integer> two = requester.callAsync(NUMBERS, 2, NUMBERS, LONG);
        responder.serve((request, reply) -> {
          responder.close();
          return 0;
        });
        assertFalse(two.isDone());
      }
    }

    @Test
    void responderRefusesASecondThread() throws Exception {
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch refused = new CountDownLatch(1);
      Responder responder = Responder.open(path, 10, 10);
      RequestHandler handler =
          (request, reply) -> {
            inside.countDown();
            assertThrows(IllegalStateException.class, () -> responder.serve(DOUBLING));
            await(refused);
            return DOUBLING.onRequest(request, reply);
          };
      CompletableFuture<Void> serving = CompletableFuture.runAsync(() -> responder.serve(handler));
      try (Requester requester = Requester.open(path, 10)) {
        CompletableFuture<Integer> reply = requester.callAsync(NUMBERS, 3, NUMBERS, LONG);
        inside.await();
        assertThrows(IllegalStateException.class, () -> responder.serve(DOUBLING));
        refused.countDown();
        assertEquals(6, reply.join());
      } finally {
        responder.close();
      }
      serving.join();
      responder.serve(DOUBLING); // Returns at once, because it is closed.
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Nested
  class Opening {

    @Test
    void serviceIsCreatedWithTheGivenSettings() {
      ChannelConfig config =
          ChannelConfig.defaults()
              .withTopology(Topology.BROADCAST)
              .withLaneCapacity(2000)
              .withMaxMembers(77)
              .withMemberTimeout(Duration.ofSeconds(3));
      try (var _ = Responder.open(path, config, NUMBERS, TEXTS);
          Channel service = Channel.open(path)) {
        assertEquals(
            config.withTopology(Topology.QUEUE).withLaneCapacity(1 << 16), service.config());
      }
      Channel.unlink(path);
      try (Responder _ = Responder.open(path, config.withLaneCapacity(1 << 17), 1 << 10, 1);
          Channel service = Channel.open(path)) {
        assertEquals(1 << 17, service.config().laneCapacity());
      }
    }

    @Test
    void lengthsBeyondTheLargestLaneAreRefused() {
      assertThrows(IllegalArgumentException.class, () -> Responder.open(path, -1, 1));
      assertThrows(IllegalArgumentException.class, () -> Responder.open(path, 1, -1));
      assertThrows(IllegalArgumentException.class, () -> Responder.open(path, Long.MAX_VALUE, 1));
      Responder.open(path, 1, 1).close();
      assertThrows(IllegalArgumentException.class, () -> Requester.open(path, -1));
      assertThrows(
          IllegalArgumentException.class, () -> Requester.awaitOpen(path, Long.MAX_VALUE, LONG));
    }

    @Test
    void awaitOpenWaitsForTheService() throws Exception {
      TransportException e =
          assertThrows(
              TransportException.class, () -> Requester.awaitOpen(path, 10, Duration.ofMillis(20)));
      assertEquals(Kind.TIMEOUT, e.kind());
      FutureTask<String> asking =
          new FutureTask<>(() -> {
            try (Requester requester = Requester.awaitOpen(path, TEXTS, LONG)) {
              return requester.call(NUMBERS, 100, TEXTS, LONG);
            }
          });
      Threads.awaitWaiting(Thread.ofPlatform().start(asking));
      try (Serving _ = serving(NUMBERS, TEXTS)) {
        assertEquals("100100", asking.get());
      }
    }
  }
}
