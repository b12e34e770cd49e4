// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.CallFrames.Encoded;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.IncomingFrame;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Compressor;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Decompressor;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A client's call that was started. It waits for a connection, and ends once.
final class ClientStream<Q, R> implements Context.CancellationListener {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private final ShmChannel channel;
  private final MethodDescriptor<Q, R> method;
  private final CallOptions options;
  private final Callbacks callbacks;
  private final Context context;
  private final ClientCall.Listener<R> listener;
  private final Metadata headers;
  private final CallDeadline deadline;
  private final Tracers<ClientStreamTracer> tracers;
  private final Outbound<Q> outbound;
  private final Inbound<R> inbound;

  private final Object lock = new Object();
  private volatile @Nullable ClientTransport transport;
  private volatile boolean ended;
  private long id;
  private @Nullable Future<?> timeout;

  /// Used by callbacks alone, apart from its first write.
  private volatile @Nullable Status callbackFailure;

  private boolean closeDelivered;

  /// Used by the connection's thread alone.
  private boolean headersReceived;

  /// How a listener is called.
  record Delivery<R>(Callbacks callbacks, Context context, ClientCall.Listener<R> listener) {}

  ClientStream(
      ShmChannel channel,
      MethodDescriptor<Q, R> method,
      CallOptions options,
      Delivery<R> delivery,
      Metadata headers) {
    this.channel = channel;
    this.method = method;
    this.options = options;
    this.callbacks = delivery.callbacks;
    this.context = delivery.context;
    this.listener = delivery.listener;
    this.headers = headers;
    this.deadline = CallDeadline.of(options, context);
    this.tracers = Tracers.ofClient(options, headers);
    this.outbound =
        new Outbound<>(
            new Serialization<>(
                method.getRequestMarshaller(), orMax(options.getMaxOutboundMessageSize())),
            tracers,
            callbacks,
            this::onReady,
            () -> {});
    Integer most = options.getMaxInboundMessageSize();
    this.inbound =
        new Inbound<>(
            new Parser<>(
                method.getResponseMarshaller(),
                most == null ? channel.maxInboundMessageSize() : most,
                tracers,
                context),
            tracers,
            callbacks,
            this::onMessage,
            this::returnCredit);
  }

  private static int orMax(@Nullable Integer limit) {
    return limit == null ? Integer.MAX_VALUE : limit;
  }

  MethodDescriptor<Q, R> method() {
    return method;
  }

  CallOptions options() {
    return options;
  }

  Metadata headers() {
    return headers;
  }

  boolean hasEnded() {
    return ended;
  }

  boolean isWaitForReady() {
    return options.isWaitForReady();
  }

  Attributes attributes() {
    ClientTransport known = transport;
    return known == null ? Attributes.EMPTY : known.attributes();
  }

  void start() {
    Status failure = failureAtStart();
    if (failure != null) {
      cancel(failure);
      return;
    }
    Integer threshold = options.getOnReadyThreshold();
    if (threshold != null) {
      outbound.setReadyBytes(threshold);
    }
    if (options.getCredentials() == null) {
      channel.submit(this);
    } else {
      Credentials.apply(options.getCredentials(), this, channel);
    }
    awaitCancellation();
  }

  private @Nullable Status failureAtStart() {
    if (context.isCancelled()) {
      return Contexts.statusFromCancelled(context);
    }
    if (deadline.deadline() != null && deadline.nanosAtStart() <= 0) {
      return deadline.expiredBefore();
    }
    String name = options.getCompressor();
    if (name == null) {
      return null;
    }
    Compressor compressor = channel.compressors().lookupCompressor(name);
    if (compressor == null) {
      return Status.INTERNAL.withDescription("Unable to find compressor by name " + name);
    }
    outbound.setCompressor(Compression.orNull(compressor));
    return null;
  }

  private void awaitCancellation() {
    synchronized (lock) {
      if (ended) {
        return;
      }
      Long nanos = deadline.remainingNanos();
      if (nanos != null && !deadline.ofContext()) {
        timeout =
            Executors.timer().schedule(this::onDeadline, Math.max(0, nanos), TimeUnit.NANOSECONDS);
      }
    }
    context.addListener(this, Executors.DIRECT);
    if (ended) {
      context.removeListener(this);
    }
  }

  private void onDeadline() {
    cancel(deadlineExceeded());
  }

  private Status deadlineExceeded() {
    ClientTransport known = transport;
    return deadline.exceeded(
        known == null
            ? "waiting for a connection to " + channel.path()
            : "remote " + known.attributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }

  @Override
  public void cancelled(Context cancelled) {
    boolean late =
        deadline.ofContext() && cancelled.cancellationCause() instanceof TimeoutException;
    cancel(late ? deadlineExceeded() : Contexts.statusFromCancelled(cancelled));
  }

  /// Begins the call in a connection.
  ///
  /// @return whether the connection takes it; otherwise it needs another one
  boolean attach(ClientTransport to) {
    synchronized (lock) {
      if (ended) {
        return true;
      }
      long number = to.add(this);
      if (number == 0) {
        return false;
      }
      id = number;
      transport = to;
    }
    Tracers.created(tracers, to.attributes(), headers);
    Encoded request =
        CallFrames.request(
            id,
            deadline.remainingNanos(),
            method.getFullMethodName(),
            channel.authorityOf(options),
            options.getCompressor(),
            headers);
    Status refusal =
        request.refusal("Request", to.settings().maxMetadata(), to.sender().maxRecordLength() / 2);
    Tracers.outboundHeaders(tracers);
    if (refusal == null) {
      boolean hold = method.getType().clientSendsOneMessage();
      outbound.attach(to.sender(), id, to.settings().credit(), request.bytes(), hold);
    } else {
      cancel(refusal);
    }
    return true;
  }

  /// The call has to wait for a connection.
  void onPending() {
    Tracers.pending(tracers);
  }

  void request(int count) {
    inbound.request(count);
  }

  void sendMessage(Q message) {
    try {
      outbound.message(message);
    } catch (RuntimeException e) {
      cancel(Status.CANCELLED.withCause(e).withDescription("Failed to stream message"));
    } catch (Error e) {
      cancel(Status.CANCELLED.withDescription("Client sendMessage() failed with Error"));
      throw e;
    }
  }

  void halfClose() {
    outbound.end(number -> CallFrames.empty(number, Frames.HALF_CLOSE, 0));
  }

  boolean isReady() {
    return outbound.isReady();
  }

  void setMessageCompression(boolean enabled) {
    outbound.setCompressed(enabled);
  }

  private void returnCredit(int bytes) {
    ClientTransport known = transport;
    if (known != null && !ended) {
      known.send(CallFrames.empty(id, Frames.CREDIT, bytes));
    }
  }

  /// Handles a frame of the server, on the connection's thread.
  void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    try {
      switch (frame.type()) {
        case Frames.RESPONSE -> onHeaders(CallFrames.readResponse(frame.copyBody(memory, offset)));
        case Frames.MESSAGE -> onMessage(frame, memory, offset);
        case Frames.CREDIT -> outbound.credit(frame.value());
        case Frames.STATUS ->
            onStatus(
                CallFrames.readStatus(frame.value(), frame.copyBody(memory, offset)),
                frame.has(Frames.DEADLINE));
        default -> throw new DamagedFrameException("a frame of type " + frame.type());
      }
    } catch (StatusRuntimeException e) {
      cancel(e.getStatus());
    }
  }

  private void requireSmall(String what, int size) {
    int most = channel.maxInboundMetadataSize();
    if (size > most) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("%s metadata larger than %d: %d".formatted(what, most, size))
          .asRuntimeException();
    }
  }

  private void onHeaders(CallFrames.Response response) {
    if (headersReceived) {
      throw new DamagedFrameException("headers for the second time");
    }
    headersReceived = true;
    requireSmall("Response header", response.metadataSize());
    Metadata metadata = response.metadata();
    if (response.encoding() != null) {
      Decompressor decompressor = channel.decompressors().lookupDecompressor(response.encoding());
      if (decompressor == null) {
        throw Status.INTERNAL
            .withDescription("Can't find decompressor for " + response.encoding())
            .asRuntimeException();
      }
      inbound.setDecompressor(decompressor);
    }
    Tracers.inboundHeaders(tracers, metadata);
    callbacks.execute(() -> deliver(() -> listener.onHeaders(metadata), "Failed to read headers"));
  }

  private void onStatus(CallFrames.End end, boolean byDeadline) {
    requireSmall("Response header", end.metadataSize());
    Tracers.inboundTrailers(tracers, end.trailers());
    Status status = end.status();
    if (byDeadline || (status.getCode() == Status.Code.CANCELLED && deadline.isExpired())) {
      inbound.end(() -> finish(deadlineExceeded(), new Metadata(), false));
    } else {
      inbound.end(() -> finish(status, end.trailers(), false));
    }
  }

  private void onMessage(IncomingFrame frame, MemorySegment memory, long offset) {
    if (!headersReceived) {
      throw new DamagedFrameException("a message before the headers");
    }
    inbound.frame(frame, memory, offset);
  }

  private void onMessage(ReceivedMessage<R> message) {
    deliver(() -> listener.onMessage(message.value()), "Failed to read message.");
  }

  private void onReady() {
    if (!method.getType().clientSendsOneMessage()) {
      deliver(listener::onReady, "Failed to call onReady.");
    }
  }

  private void deliver(Runnable callback, String failureText) {
    if (callbackFailure != null || closeDelivered) {
      return;
    }
    Context before = context.attach();
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      Status status = Status.CANCELLED.withCause(e).withDescription(failureText);
      callbackFailure = status;
      cancel(status);
    } finally {
      context.detach(before);
    }
  }

  /// Ends the call, unless it has ended, and tells the server.
  void cancel(Status status) {
    finish(status, new Metadata(), true);
  }

  /// Ends the call because its connection has ended.
  void transportEnded(Status status) {
    finish(status, new Metadata(), false);
  }

  private void finish(Status status, Metadata trailers, boolean notifyServer) {
    ClientTransport known;
    Future<?> timer;
    synchronized (lock) {
      if (ended) {
        return;
      }
      ended = true;
      known = transport;
      timer = timeout;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    context.removeListener(this);
    inbound.close();
    outbound.abort(
        notifyServer ? number -> CallFrames.empty(number, Frames.CANCEL, 0) : null, true);
    tracers.closed(status);
    callbacks.add(() -> deliverClose(status, trailers));
    if (known == null) {
      channel.removeWaiting(this);
    } else {
      known.remove(id);
    }
    callbacks.drain();
  }

  private void deliverClose(Status status, Metadata trailers) {
    closeDelivered = true;
    Status failure = callbackFailure;
    Context before = context.attach();
    try {
      if (failure == null) {
        listener.onClose(status, trailers);
      } else {
        listener.onClose(failure, new Metadata());
      }
    } catch (RuntimeException e) {
      LOGGER.log(Level.WARNING, "onClose() of a call has failed", e);
    } finally {
      context.detach(before);
    }
  }
}
