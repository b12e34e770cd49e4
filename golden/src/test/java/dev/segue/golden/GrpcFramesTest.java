// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.grpc.shm.ShmChannelBuilder;
import dev.segue.grpc.shm.ShmServerBuilder;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import io.grpc.CallOptions;
import io.grpc.KnownLength;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One gRPC call over shared memory. The test simulates the peer with channels, byte for byte.
@EnabledIf("dev.segue.golden.ChannelsTest#isLittleEndian")
@Timeout(600)
class GrpcFramesTest {

  private static final GoldenFile FILE = new GoldenFile("grpc-shm.txt");
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final int HALF_CLOSE = 5;
  private static final int SETTINGS = 1;
  private static final int STATUS = 6;
  private static final long ID = 0xabc;

  /// The offsets of the words that differ between runs: the connection number and process ids.
  private static final int HELLO_ID = 8;

  private static final int HELLO_PROCESS = 16;
  private static final int SETTINGS_PROCESS = 16;

  private static final MethodDescriptor<String, String> METHOD =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("Texts/echo")
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private Path directory = Path.of("");
  private Path path = Path.of("");

  private static final class Text implements MethodDescriptor.Marshaller<String> {

    private static final class Bytes extends ByteArrayInputStream implements KnownLength {
      Bytes(byte[] bytes) {
        super(bytes);
      }
    }

    @Override
    public InputStream stream(String value) {
      return new Bytes(value.getBytes(UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static List<String> versions() {
    return FILE.versions();
  }

  @BeforeEach
  void createDirectory() throws IOException {
    directory = TestFiles.folder();
    path = directory.resolve("texts");
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    TestFiles.delete(directory);
  }

  private static long word(byte[] bytes, int offset) {
    return MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  private static byte[] withWord(byte[] bytes, int offset, long value) {
    byte[] changed = bytes.clone();
    MemorySegment.ofArray(changed).set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    return changed;
  }

  private static void send(Publisher publisher, byte[] bytes) {
    assertTrue(publisher.offer(MemorySegment.ofArray(bytes), SOON));
  }

  private static byte[] received(Subscriber subscriber) {
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    int polled =
        subscriber.poll(
            message -> received.complete(message.toArray(ValueLayout.JAVA_BYTE)), 1, SOON);
    assertEquals(1, polled);
    return received.join();
  }

  /// Reads frames to the end of a record that contains a frame of a given type.
  private static byte[] framesUntil(int type, Subscriber subscriber) {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    boolean found = false;
    while (!found) {
      byte[] record = received(subscriber);
      frames.writeBytes(record);
      for (int at = 0; at < record.length; ) {
        found |= (word(record, at) >>> 48 & 0xff) == type;
        at += 16 + (((int) word(record, at + Long.BYTES) + 7) & -8);
      }
    }
    return frames.toByteArray();
  }

  private static Path file(Path server, long id, char direction) {
    return server.resolveSibling("%s.conn-%016x-%c".formatted(server.getFileName(), id, direction));
  }

  private static ChannelConfig config(Topology topology) {
    return ChannelConfig.defaults()
        .withTopology(topology)
        .withLaneCapacity(1 << 16)
        .withMemberTimeout(Duration.ZERO);
  }

  /// The server of one connection with one call.
  private interface Peer {
    byte[] settings(byte[] hello);

    byte[] answer(byte[] call);
  }

  /// Replies with the bytes of a version.
  private record GoldenServer(Map<String, byte[]> all) implements Peer {
    @Override
    public byte[] settings(byte[] hello) {
      return found(all, "server settings");
    }

    @Override
    public byte[] answer(byte[] call) {
      return found(all, "server answer");
    }
  }

  /// A server of this version; the test writes to it as a client.
  private static final class RealServer implements Peer, AutoCloseable {
    private final Path path;
    private final Server server;
    private final Channel toServer;
    private final Channel toClient;
    private final Subscriber subscriber;
    private final Publisher publisher;

    RealServer(Path path) throws IOException {
      this.path = path;
      server =
          ShmServerBuilder.forPath(path)
              .addService(
                  ServerServiceDefinition.builder("Texts")
                      .addMethod(
                          METHOD,
                          ServerCalls.asyncUnaryCall((text, observer) -> {
                            observer.onNext("pong " + text);
                            observer.onCompleted();
                          }))
                      .build())
              .build()
              .start();
      ChannelConfig pair = config(Topology.PAIR).withMaxMembers(2);
      toServer = Channel.create(file(path, ID, 'c'), pair);
      toClient = Channel.create(file(path, ID, 's'), pair);
      subscriber = toClient.addSubscriber();
      publisher = toServer.addPublisher();
    }

    void sendHello(byte[] hello) {
      try (Channel queue = Channel.open(path);
          Publisher announcer = queue.addPublisher()) {
        send(announcer, withWord(hello, HELLO_ID, ID));
      }
    }

    @Override
    public byte[] settings(byte[] hello) {
      sendHello(hello);
      return framesUntil(SETTINGS, subscriber);
    }

    @Override
    public byte[] answer(byte[] call) {
      send(publisher, call);
      return framesUntil(STATUS, subscriber);
    }

    @Override
    public void close() {
      server.shutdownNow();
      toServer.close();
      toClient.close();
    }
  }

  /// Makes a call from a client of this version to a server, and returns the bytes that both have
  /// sent.
  private Map<String, byte[]> call(Peer server) throws InterruptedException {
    ManagedChannel client = ShmChannelBuilder.forPath(path).userAgent("golden").build();
    try (Channel queue = Channel.create(path, config(Topology.QUEUE));
        Subscriber announcements = queue.addSubscriber()) {
      CompletableFuture<String> text =
          CompletableFuture.supplyAsync(
              () -> ClientCalls.blockingUnaryCall(client, METHOD, CallOptions.DEFAULT, "ping"));
      byte[] hello = received(announcements);
      long id = word(hello, HELLO_ID);
      try (Channel fromClient = Channel.open(file(path, id, 'c'));
          Channel toClient = Channel.open(file(path, id, 's'));
          Subscriber subscriber = fromClient.addSubscriber();
          Publisher publisher = toClient.addPublisher()) {
        byte[] settings = server.settings(hello);
        send(publisher, settings);
        byte[] call = framesUntil(HALF_CLOSE, subscriber);
        byte[] answer = server.answer(call);
        send(publisher, answer);
        assertEquals("pong ping", text.join());
        return Map.of(
            "client hello",
            withWord(withWord(hello, HELLO_ID, 0), HELLO_PROCESS, 0),
            "client call",
            call,
            "server settings",
            withWord(settings, SETTINGS_PROCESS, 0),
            "server answer",
            answer);
      }
    } finally {
      assertTrue(client.shutdownNow().awaitTermination(5, TimeUnit.MINUTES));
    }
  }

  @Test
  void thisVersionWritesTheSameBytes() throws IOException, InterruptedException {
    try (RealServer server = new RealServer(directory.resolve("real"))) {
      FILE.compare(call(server));
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void clientsReadTheReplies(String version) throws InterruptedException {
    Map<String, byte[]> sent = call(new GoldenServer(FILE.of(version)));
    assertEquals(4, sent.size());
  }

  @ParameterizedTest
  @MethodSource("versions")
  void serversReplyToCalls(String version) throws IOException {
    Map<String, byte[]> golden = FILE.of(version);
    try (RealServer server = new RealServer(path)) {
      assertTrue(server.settings(found(golden, "client hello")).length > 0);
      byte[] answer = server.answer(found(golden, "client call"));
      assertTrue(new String(answer, ISO_8859_1).contains("pong ping"));
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void serversIgnoreOtherHellos(String version) throws IOException {
    byte[] hello = found(FILE.of(version), "client hello");
    try (RealServer server = new RealServer(path)) {
      server.sendHello(withWord(hello, 0, word(hello, 0) + 1));
      assertEquals(0, server.subscriber.poll(_ -> {}, 1, Duration.ofMillis(200)));
      assertTrue(server.settings(hello).length > 0);
    }
  }
}
