// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.Publisher;
import dev.segue.shm.Requester;
import dev.segue.shm.Responder;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The messages of requests and replies. The test simulates the peer with channels, byte for byte.
@EnabledIf("dev.segue.golden.ChannelsTest#isLittleEndian")
class RequestsTest {

  private static final GoldenFile FILE = new GoldenFile("requests.txt");
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final int MAX = 100;
  private static final long REQUESTER = 0xabc;
  private static final MessageCodec<String> TEXT =
      MessageCodec.of(
          (text, memory, offset) -> {
            byte[] bytes = text.getBytes(UTF_8);
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
            return bytes.length;
          },
          memory -> new String(memory.toArray(ValueLayout.JAVA_BYTE), UTF_8),
          MAX);

  private Path directory = Path.of("");
  private Path service = Path.of("");

  static List<String> versions() {
    return FILE.versions();
  }

  @BeforeEach
  void createDirectory() throws IOException {
    directory = TestFiles.folder();
    service = directory.resolve("service");
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    TestFiles.delete(directory);
  }

  private static byte[] received(Subscriber subscriber) {
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    int polled =
        subscriber.poll(
            message -> received.complete(message.toArray(ValueLayout.JAVA_BYTE)), 1, SOON);
    assertEquals(1, polled);
    return received.join();
  }

  private static byte[] withWord(byte[] message, int offset, long value) {
    byte[] changed = message.clone();
    MemorySegment.ofArray(changed).set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    return changed;
  }

  private static byte[] request() {
    byte[] request = new byte[2 * Long.BYTES + 4];
    System.arraycopy("ping".getBytes(UTF_8), 0, request, 2 * Long.BYTES, 4);
    return withWord(withWord(request, 0, 7), Long.BYTES, REQUESTER);
  }

  /// Passes a request to a responder, and returns the reply.
  private byte[] replyTo(byte[] request, boolean fails) {
    ChannelConfig queue =
        ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(1 << 16);
    Path replies = directory.resolve("service.replies-" + Long.toHexString(REQUESTER));
    try (Responder responder = Responder.open(service, MAX, MAX);
        Channel requests = Channel.open(service);
        Publisher publisher = requests.addPublisher();
        Channel channel = Channel.create(replies, queue);
        Subscriber subscriber = channel.addSubscriber()) {
      assertTrue(publisher.offer(MemorySegment.ofArray(request)));
      int polled =
          responder.poll(
              (message, reply) -> {
                String text = new String(message.toArray(ValueLayout.JAVA_BYTE), UTF_8);
                if (fails) {
                  throw new IllegalStateException("no " + text);
                }
                return TEXT.serializer().write("pong " + text, reply, 0);
              },
              1,
              SOON);
      assertEquals(1, polled);
      return received(subscriber);
    } finally {
      Channel.unlink(replies);
      Channel.unlink(service);
    }
  }

  /// Calls a service that replies with given bytes and the correlation of the request.
  ///
  /// @param sent receives the request
  private String call(byte[] reply, CompletableFuture<byte[]> sent) throws IOException {
    try (Responder _ = Responder.open(service, MAX, MAX)) {
      // Used only to create the channel.
    }
    try (Channel requests = Channel.open(service);
        Subscriber subscriber = requests.addSubscriber();
        Requester requester = Requester.open(service, TEXT)) {
      CompletableFuture<String> answer = requester.callAsync(TEXT, "ping", TEXT, SOON);
      byte[] request = received(subscriber);
      sent.complete(request);
      long correlation = MemorySegment.ofArray(request).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
      try (Stream<Path> files = Files.list(directory)) {
        Path replies =
            files.filter(file -> file.toString().contains(".replies-")).findFirst().orElseThrow();
        try (Channel channel = Channel.open(replies);
            Publisher publisher = channel.addPublisher()) {
          assertTrue(publisher.offer(MemorySegment.ofArray(withWord(reply, 0, correlation))));
          return answer.join();
        }
      }
    } finally {
      Channel.unlink(service);
    }
  }

  @Test
  void thisVersionWritesTheSameBytes() throws IOException {
    Map<String, byte[]> written = new TreeMap<>();
    byte[] reply = replyTo(request(), false);
    written.put("reply", reply);
    written.put("failure", replyTo(request(), true));
    CompletableFuture<byte[]> sent = new CompletableFuture<>();
    assertEquals("pong ping", call(reply, sent));
    // The requester chooses both words.
    written.put("request", withWord(withWord(sent.join(), 0, 7), Long.BYTES, REQUESTER));
    FILE.compare(written);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void repliesToRequests(String version) {
    byte[] reply = replyTo(found(FILE.of(version), "request"), false);
    assertEquals(
        "pong ping", new String(reply, 2 * Long.BYTES, reply.length - 2 * Long.BYTES, UTF_8));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void repliesAreReceived(String version) throws IOException {
    byte[] reply = found(FILE.of(version), "reply");
    assertEquals("pong ping", call(reply, new CompletableFuture<>()));
    byte[] failure = found(FILE.of(version), "failure");
    CompletionException e =
        assertThrows(CompletionException.class, () -> call(failure, new CompletableFuture<>()));
    TransportException cause = assertInstanceOf(TransportException.class, e.getCause());
    assertEquals(TransportException.Kind.REQUEST_FAILED, cause.kind());
  }
}
