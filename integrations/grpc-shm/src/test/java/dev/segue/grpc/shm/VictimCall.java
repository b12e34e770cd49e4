// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Attributes;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Compressor;
import io.grpc.Context;
import io.grpc.Drainable;
import io.grpc.HandlerRegistry;
import io.grpc.KnownLength;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A call that runs application code at every {@link Place}, where a test's action runs once.
final class VictimCall {

  static final String METHOD = "Texts/victim";

  private static final Metadata.Key<String> LAZY =
      Metadata.Key.of("lazy-bin", new LazyMarshaller());

  private final Place place;
  private final Runnable action;
  private final AtomicBoolean reached = new AtomicBoolean();
  private volatile boolean running;
  final RecordingListener listener = new RecordingListener();
  final CompletableFuture<ClientCall<String, String>> started = new CompletableFuture<>();

  VictimCall(Place place, Runnable action) {
    this.place = place;
    this.action = action;
  }

  boolean isReached() {
    return reached.get();
  }

  private void at(Place here) {
    if (here == place && running && reached.compareAndSet(false, true)) {
      action.run();
    }
  }

  // The client.

  /// Makes the call, on this thread.
  void run(ManagedChannel channel, CallOptions given) {
    running = true;
    CallOptions options =
        given
            .withStreamTracerFactory(new ClientTracers())
            .withExecutor(task -> {
              at(Place.CLIENT_EXECUTOR);
              Executors.callbacks().execute(task);
            });
    if (place == Place.CREDENTIALS) {
      options = options.withCallCredentials(new Credential());
    }
    if (place == Place.REQUEST_COMPRESSOR) {
      options = options.withCompression("victim");
    }
    ClientCall<String, String> call = channel.newCall(method(), options);
    Metadata headers = new Metadata();
    if (place == Place.METADATA) {
      headers.put(LAZY, "a");
      LazyMarshaller.victim = this;
    }
    started.complete(call);
    call.start(new Listener(), headers);
    call.request(2);
    call.sendMessage("request");
    call.halfClose();
  }

  private final class Listener extends ClientCall.Listener<String> {
    @Override
    public void onHeaders(Metadata headers) {
      at(Place.ON_HEADERS);
    }

    @Override
    public void onMessage(String message) {
      at(Place.ON_MESSAGE);
      listener.onMessage(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      listener.onClose(status, trailers);
      at(Place.ON_CLOSE);
    }
  }

  private final class Credential extends CallCredentials {
    @Override
    public void applyRequestMetadata(RequestInfo info, Executor executor, MetadataApplier applier) {
      at(Place.CREDENTIALS);
      applier.apply(new Metadata());
    }
  }

  private final class ClientTracers extends ClientStreamTracer.Factory {
    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      at(Place.CLIENT_TRACER_FACTORY);
      return new ClientTracer();
    }
  }

  private final class ClientTracer extends ClientStreamTracer {
    @Override
    public void streamCreated(Attributes attributes, Metadata headers) {
      at(Place.STREAM_CREATED);
    }

    @Override
    public void createPendingStream() {
      at(Place.PENDING_STREAM);
    }

    @Override
    public void outboundHeaders() {
      at(Place.OUTBOUND_HEADERS);
    }

    @Override
    public void inboundHeaders(Metadata headers) {
      at(Place.INBOUND_HEADERS);
    }

    @Override
    public void inboundTrailers(Metadata trailers) {
      at(Place.INBOUND_TRAILERS);
    }

    @Override
    public void outboundMessage(int number) {
      at(Place.CLIENT_OUTBOUND_MESSAGE);
    }

    @Override
    public void outboundMessageSent(int number, long wireSize, long size) {
      at(Place.CLIENT_OUTBOUND_MESSAGE_SENT);
    }

    @Override
    public void inboundMessage(int number) {
      at(Place.CLIENT_INBOUND_MESSAGE);
    }

    @Override
    public void inboundMessageRead(int number, long wireSize, long size) {
      at(Place.CLIENT_INBOUND_MESSAGE_READ);
    }

    @Override
    public void streamClosed(Status status) {
      at(Place.CLIENT_STREAM_CLOSED);
    }
  }

  // The messages.

  private MethodDescriptor<String, String> method() {
    return MethodDescriptor.<String, String>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(METHOD)
        .setRequestMarshaller(
            new Texts(
                Place.REQUEST_STREAM,
                place == Place.REQUEST_READ ? Place.REQUEST_READ : Place.REQUEST_DRAIN,
                Place.REQUEST_PARSE))
        .setResponseMarshaller(
            new Texts(Place.RESPONSE_STREAM, Place.RESPONSE_DRAIN, Place.RESPONSE_PARSE))
        .build();
  }

  private final class Texts implements MethodDescriptor.Marshaller<String> {
    private final TextService.Text text = new TextService.Text();
    private final Place stream;
    private final Place drain;
    private final Place parse;

    Texts(Place stream, Place drain, Place parse) {
      this.stream = stream;
      this.drain = drain;
      this.parse = parse;
    }

    @Override
    public InputStream stream(String value) {
      at(stream);
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      return drain == Place.REQUEST_READ ? new Unknown(bytes) : new Known(bytes, drain);
    }

    @Override
    public String parse(InputStream bytes) {
      at(parse);
      return text.parse(bytes);
    }
  }

  /// A stream without a known length, so that it is read.
  private final class Unknown extends FilterInputStream {
    Unknown(byte[] bytes) {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      at(Place.REQUEST_READ);
      return super.read(bytes, offset, length);
    }
  }

  private final class Known extends ByteArrayInputStream implements KnownLength, Drainable {
    private final Place drain;

    Known(byte[] bytes, Place drain) {
      super(bytes);
      this.drain = drain;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      at(drain);
      byte[] bytes = readAllBytes();
      target.write(bytes);
      return bytes.length;
    }
  }

  /// Metadata that is serialized on sending.
  private static final class LazyMarshaller implements Metadata.BinaryStreamMarshaller<String> {
    static volatile @Nullable VictimCall victim;

    @Override
    public InputStream toStream(String value) {
      VictimCall known = victim;
      if (known != null) {
        known.at(Place.METADATA);
      }
      return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parseStream(InputStream stream) {
      return "";
    }
  }

  /// A compressor that changes nothing.
  Compressor compressor() {
    return new Compressor() {
      @Override
      public String getMessageEncoding() {
        return "victim";
      }

      @Override
      public OutputStream compress(OutputStream out) throws IOException {
        at(Place.REQUEST_COMPRESSOR);
        return new ByteArrayOutputStream() {
          @Override
          public void close() throws IOException {
            writeTo(out);
          }
        };
      }
    };
  }

  // The server.

  /// Configures a server for this call.
  void serve(ShmServerBuilder builder) {
    builder
        .addStreamTracerFactory(new ServerTracers())
        .executor(task -> {
          at(Place.SERVER_EXECUTOR);
          Executors.callbacks().execute(task);
        })
        .callExecutor(new Supplier())
        .fallbackHandlerRegistry(
            new HandlerRegistry() {
              @Override
              public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
                  String name, @Nullable String authority) {
                if (!name.equals(METHOD)) {
                  return null;
                }
                at(Place.FALLBACK_REGISTRY);
                return ServerMethodDefinition.create(method(), handler());
              }
            });
  }

  private final class Supplier implements ServerCallExecutorSupplier {
    @Override
    public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
      if (call.getMethodDescriptor().getFullMethodName().equals(METHOD)) {
        at(Place.EXECUTOR_SUPPLIER);
      }
      return null;
    }
  }

  private ServerCallHandler<String, String> handler() {
    return (call, _) -> {
      at(Place.START_CALL);
      call.request(2);
      return new ServerCall.Listener<>() {
        @Override
        public void onMessage(String message) {
          at(Place.ON_SERVER_MESSAGE);
        }

        @Override
        public void onHalfClose() {
          at(Place.ON_HALF_CLOSE);
          call.sendHeaders(new Metadata());
          call.sendMessage("response");
          call.close(Status.OK, new Metadata());
        }

        @Override
        public void onComplete() {
          at(Place.ON_COMPLETE);
        }
      };
    };
  }

  private final class ServerTracers extends ServerStreamTracer.Factory {
    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
      if (!method.equals(METHOD)) {
        return new ServerStreamTracer() {};
      }
      at(Place.SERVER_TRACER_FACTORY);
      return new ServerTracer();
    }
  }

  private final class ServerTracer extends ServerStreamTracer {
    @Override
    public Context filterContext(Context context) {
      at(Place.FILTER_CONTEXT);
      return context;
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> info) {
      at(Place.CALL_STARTED);
    }

    @Override
    public void inboundMessage(int number) {
      at(Place.SERVER_INBOUND_MESSAGE);
    }

    @Override
    public void inboundMessageRead(int number, long wireSize, long size) {
      at(Place.SERVER_INBOUND_MESSAGE_READ);
    }

    @Override
    public void outboundMessage(int number) {
      at(Place.SERVER_OUTBOUND_MESSAGE);
    }

    @Override
    public void outboundMessageSent(int number, long wireSize, long size) {
      at(Place.SERVER_OUTBOUND_MESSAGE_SENT);
    }

    @Override
    public void streamClosed(Status status) {
      at(Place.SERVER_STREAM_CLOSED);
    }
  }

  boolean awaitReached() throws InterruptedException {
    long end = System.nanoTime() + CallTest.PATIENCE.toNanos();
    while (!reached.get() && System.nanoTime() - end < 0) {
      Thread.sleep(1);
    }
    return reached.get();
  }
}
