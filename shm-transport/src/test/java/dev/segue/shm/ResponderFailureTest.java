// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Doubling.DOUBLING;
import static dev.segue.shm.Doubling.LONG;
import static dev.segue.shm.Doubling.READER;
import static dev.segue.shm.Doubling.WRITER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.membership.ChannelSettings;
import dev.segue.shm.internal.membership.Delivery;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Failures of a handler, or in one requester's files, affect only that requester: later requests
/// are answered.
@Timeout(600)
class ResponderFailureTest extends InScratch {

  /// The number of the requesters whose files the test creates.
  private static final long NUMBER = 7;

  private Responder responder;

  @BeforeEach
  void open() {
    responder = Responder.open(path, 100, 30_000);
  }

  @AfterEach
  void close() {
    responder.close();
  }

  private static RequestHandler throwing(Error e) {
    return (_, _) -> {
      throw e;
    };
  }

  private static RequestHandler throwing(RuntimeException e) {
    return (_, _) -> {
      throw e;
    };
  }

  private void assertAnswersOn(Requester requester) {
    CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, READER, LONG);
    assertEquals(1, responder.poll(DOUBLING, 1, LONG));
    assertEquals(8, reply.join());
  }

  private static String failure(CompletableFuture<Integer> reply) {
    CompletionException e = assertThrows(CompletionException.class, reply::join);
    TransportException told = assertInstanceOf(TransportException.class, e.getCause());
    assertEquals(Kind.REQUEST_FAILED, told.kind());
    return String.valueOf(told.getMessage());
  }

  @Test
  void handlerErrorReachesBothEnds() {
    AssertionError error = new AssertionError("broken");
    try (Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 1, 4, READER, LONG);
      RequestHandler handler = throwing(error);
      assertSame(error, assertThrows(AssertionError.class, () -> responder.poll(handler, 1, LONG)));
      assertTrue(failure(reply).contains("broken"));
      assertAnswersOn(requester);
    }
  }

  /// The error is not mistaken for a truncated file.
  @Test
  void internalErrorOfTheHandlerPassesThrough() {
    InternalError error = new InternalError("the handler's own");
    try (Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 1, 4, READER, LONG);
      RequestHandler handler = throwing(error);
      assertSame(error, assertThrows(InternalError.class, () -> responder.poll(handler, 1, LONG)));
      assertTrue(failure(reply).contains("the handler's own"));
      assertAnswersOn(requester);
      assertEquals(0, responder.undeliverable());
    }
  }

  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }
  }

  @Test
  void exceptionWithoutATextIsReportedByClassName() {
    try (Requester requester = Requester.open(path, 100)) {
      CompletableFuture<Integer> reply = requester.callAsync(WRITER, 1, 4, READER, LONG);
      assertEquals(1, responder.poll(throwing(new Unspeakable()), 1, LONG));
      assertTrue(failure(reply).contains("Unspeakable"));
      assertAnswersOn(requester);
    }
  }

  /// Damaged files of one requester do not affect the others.
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be truncated there")
  @ParameterizedTest
  @ValueSource(strings = {"lane-1", "channel"})
  void truncatedReplyChannelAffectsOnlyItsRequester(String file) throws IOException {
    Path broken = RequestFrame.replies(path, NUMBER);
    RequestHandler filling =
        (_, reply) -> {
          reply.fill((byte) 1);
          return 20_000;
        };
    try (Channel service = Channel.open(path);
        Publisher requests = service.addPublisher();
        Channel replies =
            Channel.create(broken, ChannelConfig.defaults().withLaneCapacity(60_000))) {
      send(requests);
      assertEquals(1, responder.poll(filling, 1, LONG));
      assertEquals(0, responder.undeliverable());
      truncate(Scratch.file(broken, file));
      for (int i = 1; i <= 3; i++) {
        send(requests);
        assertEquals(1, responder.poll(filling, 1, LONG));
        assertEquals(i, responder.undeliverable());
      }
      assertEquals(broken, replies.path());
    }
    try (Requester requester = Requester.open(path, 100)) {
      assertAnswersOn(requester);
    }
  }

  @Test
  void tooSmallReplyChannelAffectsOnlyItsRequester() {
    try (Channel service = Channel.open(path);
        Publisher requests = service.addPublisher();
        Channel replies = Channel.create(RequestFrame.replies(path, NUMBER), withoutRoom())) {
      send(requests);
      assertEquals(1, responder.poll(DOUBLING, 1, LONG));
      assertEquals(1, responder.undeliverable());
      assertEquals(0, replies.maxMessageLength());
    }
  }

  /// Smaller than any reply channel that this library creates.
  private static ChannelConfig withoutRoom() {
    return ChannelConfig.of(new ChannelSettings(0, Delivery.PAIR, 0, 0, 32), null);
  }

  private static void send(Publisher requests) {
    MemorySegment request = MemorySegment.ofArray(new long[2]);
    RequestFrame.write(request, 1, NUMBER);
    assertTrue(requests.offer(request));
  }

  private static void truncate(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
  }
}
