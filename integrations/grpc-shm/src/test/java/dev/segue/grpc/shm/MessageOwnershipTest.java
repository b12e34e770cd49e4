// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages may own resources, such as off-heap memory. Each parsed message reaches a listener, and
/// the stream of each sent message is closed, whenever its call ends.
final class MessageOwnershipTest extends TransportTest {

  private final AtomicInteger parsed = new AtomicInteger();
  private final AtomicInteger delivered = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicReference<Runnable> whileParsing = new AtomicReference<>(() -> {});
  private final CompletableFuture<ServerCall<String, String>> begun = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  private final class Owning implements Marshaller<String> {
    private final Marshaller<String> texts = new TextService.Text();

    @Override
    public InputStream stream(String value) {
      return new FilterInputStream(texts.stream(value)) {
        @Override
        public void close() {
          released.countDown();
        }
      };
    }

    @Override
    public String parse(InputStream stream) {
      String value = texts.parse(stream);
      parsed.incrementAndGet();
      whileParsing.get().run();
      return value;
    }
  }

  /// Counts messages. Each of its streams is one message.
  private final class Listener extends ServerCall.Listener<String> {
    @Override
    public void onMessage(String message) {
      delivered.incrementAndGet();
    }

    @Override
    public void onCancel() {
      ended.countDown();
    }

    @Override
    public void onComplete() {
      ended.countDown();
    }
  }

  private ServerServiceDefinition service(MethodDescriptor<String, String> method) {
    return TextService.of(
        method,
        (call, _) -> {
          call.sendHeaders(new Metadata());
          call.request(1);
          begun.complete(call);
          return new Listener();
        });
  }

  private static MethodDescriptor<String, String> withRequests(Marshaller<String> marshaller) {
    return TextService.BIDI.toBuilder().setRequestMarshaller(marshaller).build();
  }

  private static MethodDescriptor<String, String> withResponses(Marshaller<String> marshaller) {
    return TextService.BIDI.toBuilder().setResponseMarshaller(marshaller).build();
  }

  private ServerCall<String, String> serverCall() throws Exception {
    return begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void requireServerEnded() throws InterruptedException {
    assertTrue(ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clientGetsAMessageEvenIfItsCallEndsDuringParsing(boolean direct) throws Exception {
    MethodDescriptor<String, String> method = withResponses(new Owning());
    start(serverBuilder().addService(service(method)));
    ClientCall<String, String> call =
        channel(direct ? channelBuilder().directExecutor() : channelBuilder())
            .newCall(method, CallOptions.DEFAULT);
    whileParsing.set(() -> call.cancel("enough", null));
    RecordingListener client = new RecordingListener();
    call.start(client, new Metadata());
    call.request(1);
    serverCall().sendMessage("a");
    assertEquals(Status.Code.CANCELLED, client.awaitStatus().getCode());
    assertEquals(parsed.get(), client.messages.size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void serverGetsAMessageEvenIfItsCallEndsDuringParsing(boolean direct) throws Exception {
    MethodDescriptor<String, String> method = withRequests(new Owning());
    start(
        (direct ? serverBuilder().directExecutor() : serverBuilder()).addService(service(method)));
    whileParsing.set(() -> begun.join().close(Status.ABORTED, new Metadata()));
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel().newCall(method, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    call.sendMessage("a");
    assertEquals(Status.Code.ABORTED, client.awaitStatus().getCode());
    requireServerEnded();
    assertEquals(1, parsed.get());
    assertEquals(1, delivered.get());
  }

  @Test
  void messageSentByAClientAfterTheEndIsReleased() throws Exception {
    MethodDescriptor<String, String> method = withRequests(new Owning());
    start(serverBuilder().addService(service(method)));
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel().newCall(method, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    serverCall().close(Status.ABORTED, new Metadata());
    assertEquals(Status.Code.ABORTED, client.awaitStatus().getCode());
    call.sendMessage("late");
    assertTrue(released.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void messageSentByAServerAfterCancellationIsReleased() throws Exception {
    MethodDescriptor<String, String> method = withResponses(new Owning());
    start(serverBuilder().addService(service(method)));
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel().newCall(method, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    ServerCall<String, String> server = serverCall();
    call.cancel("enough", null);
    requireServerEnded();
    server.sendMessage("late");
    assertTrue(released.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  /// A marshaller whose messages are streams, like those of proxies and of {@link
  /// ServerInterceptors#useInputStreamMessages}.
  private static final class Streams implements Marshaller<InputStream> {
    @Override
    public InputStream stream(InputStream value) {
      return value;
    }

    @Override
    public InputStream parse(InputStream stream) {
      return stream;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void streamAsMessageStaysOpenWhileItsListenerRuns(boolean direct) throws Exception {
    Streams marshaller = new Streams();
    MethodDescriptor<InputStream, InputStream> method =
        TextService.UNARY.toBuilder(marshaller, marshaller).setType(MethodType.UNARY).build();
    var echo = ServerMethodDefinition.create(TextService.UNARY, echo(text -> text + text));
    var service =
        ServerInterceptors.useInputStreamMessages(
            ServerServiceDefinition.builder("Texts").addMethod(echo).build());
    start((direct ? serverBuilder().directExecutor() : serverBuilder()).addService(service));
    TextService.Text texts = new TextService.Text();
    CompletableFuture<String> answer = new CompletableFuture<>();
    ClientCall<InputStream, InputStream> call =
        channel(direct ? channelBuilder().directExecutor() : channelBuilder())
            .newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(InputStream message) {
            answer.complete(texts.parse(message));
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            answer.completeExceptionally(status.asRuntimeException());
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage(texts.stream("a"));
    call.halfClose();
    assertEquals("aa", answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }
}
