// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.SegueZstd;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Messages and metadata of all lengths.
final class MessagesTest extends TransportTest {

  private static final Metadata.Key<String> NAME =
      Metadata.Key.of("name", Metadata.ASCII_STRING_MARSHALLER);

  private static String random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(' ', '~'));
    }
    return text.toString();
  }

  @Test
  void messagesLongerThanALaneAreSentInPieces() throws Exception {
    serveEcho();
    ManagedChannel channel = channel(smallLanes());
    for (int length : new int[] {0, 1, 8191, 16_384, 32_751, 32_752, 32_768, 70_000, 3_000_000}) {
      String text = random(length, length);
      assertEquals(text, call(channel, text));
    }
  }

  @Test
  void streamsOfMessagesOfAllLengthsKeepTheirOrder() throws Exception {
    serve(
        BIDI,
        (call, _) -> {
          call.sendHeaders(new Metadata());
          call.request(1);
          return new ServerCall.Listener<>() {
            @Override
            public void onMessage(String message) {
              call.sendMessage(message);
              call.request(1);
            }

            @Override
            public void onHalfClose() {
              call.close(Status.OK, new Metadata());
            }
          };
        });
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel(smallLanes()).newCall(BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    call.request(Integer.MAX_VALUE);
    int count = 300;
    for (int i = 0; i < count; i++) {
      call.sendMessage(random(i * 997 % 100_000, i));
    }
    call.halfClose();
    assertTrue(client.awaitStatus().isOk());
    for (int i = 0; i < count; i++) {
      assertEquals(random(i * 997 % 100_000, i), client.messages.remove());
    }
    assertNull(client.messages.poll());
  }

  @Test
  void encodingNameSelectsTheDecompressor() throws Exception {
    SegueZstd zstd = new SegueZstd();
    AtomicReference<String> encoding = new AtomicReference<>();
    start(
        serverBuilder()
            .compressorRegistry(zstd.compressors())
            .decompressorRegistry(zstd.decompressors())
            .addService(
                TextService.of(
                    UNARY,
                    (call, headers) -> {
                      encoding.set(String.valueOf(headers.get(CallFrames.ENCODING)));
                      call.setCompression("zstd");
                      return echo(text -> text).startCall(call, headers);
                    })));
    ManagedChannel channel =
        channel(
            channelBuilder()
                .compressorRegistry(zstd.compressors())
                .decompressorRegistry(zstd.decompressors()));
    String text = "abc".repeat(200_000);
    assertEquals(text, call(channel, CallOptions.DEFAULT.withCompression("zstd"), text));
    assertEquals("zstd", encoding.get());

    // The server does not send an encoding that the client has not announced.
    assertEquals(text, call(channel(), text));
    Status unknown =
        failure(() -> call(channel(), CallOptions.DEFAULT.withCompression("zstd"), text));
    assertEquals(Status.Code.INTERNAL, unknown.getCode());
  }

  @Test
  void unknownEncodingIsUnimplemented() throws Exception {
    serveEcho();
    SegueZstd zstd = new SegueZstd();
    ManagedChannel channel = channel(channelBuilder().compressorRegistry(zstd.compressors()));
    Status status = failure(() -> call(channel, CallOptions.DEFAULT.withCompression("zstd"), "a"));
    assertEquals(Status.Code.UNIMPLEMENTED, status.getCode());
    assertEquals("b", call(channel, "b"));
  }

  @Test
  void lengthLimitAppliesToTheDecompressedMessage() throws Exception {
    SegueZstd zstd = new SegueZstd();
    start(
        serverBuilder()
            .maxInboundMessageSize(10_000)
            .decompressorRegistry(zstd.decompressors())
            .addService(TextService.of(UNARY, echo(text -> text))));
    ManagedChannel channel = channel(channelBuilder().compressorRegistry(zstd.compressors()));
    CallOptions compressed = CallOptions.DEFAULT.withCompression("zstd");
    assertEquals("a".repeat(10_000), call(channel, compressed, "a".repeat(10_000)));
    Status status = failure(() -> call(channel, compressed, "a".repeat(10_000_000)));
    assertTrue(status.getCode() != Status.Code.OK);
    assertEquals("b", call(channel, "b"));
  }

  @Test
  void metadataIsLimitedAtBothEnds() throws Exception {
    // Over a socket, the code for an answer with too much metadata is INTERNAL.
    requireSharedMemory();
    start(
        serverBuilder()
            .maxInboundMetadataSize(1000)
            .addService(
                TextService.of(
                    UNARY,
                    (call, headers) -> {
                      Metadata trailers = new Metadata();
                      trailers.put(NAME, "y".repeat(2000));
                      call.close(Status.ABORTED, trailers);
                      return new ServerCall.Listener<>() {};
                    })));
    ManagedChannel channel = channel(channelBuilder().maxInboundMetadataSize(1500));
    Status tooMuchBack = failure(() -> call(channel, "a"));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, tooMuchBack.getCode());
    Metadata headers = new Metadata();
    headers.put(NAME, "x".repeat(1001));
    Status tooMuch =
        failure(() ->
            ClientCalls.blockingUnaryCall(
                ClientInterceptors.intercept(
                    channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
                UNARY,
                CallOptions.DEFAULT,
                "a"));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, tooMuch.getCode());
    assertTrue(String.valueOf(tooMuch.getDescription()).startsWith("Request metadata"));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure(() -> call(channel, "a")).getCode());
  }
}
