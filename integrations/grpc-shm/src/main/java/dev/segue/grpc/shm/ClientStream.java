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
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A started call of a client. It waits for a connection, and ends exactly once.
///
/// A call that the server has certainly not started is sent again on the next connection, which is
/// a transparent retry in gRPC's terms.
///
/// The application's code, which may block or throw, runs without a lock and on threads that no
/// other call needs: callbacks, tracers, and marshallers of metadata.
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

  /// The maximum number of retries of a call. Each retry means that a server has just ended.
  private static final int MOST_RETRIES = 100;

  private final Object lock = new Object();
  private volatile @Nullable ClientTransport transport;
  private volatile boolean ended;

  /// Whether the server has started the call.
  private volatile boolean seen;

  // Guarded by the lock, which also guards writes of the fields above.
  private long id;
  private int retries;
  private @Nullable Future<?> timeout;

  /// Whether the call has a number in a connection, but has not sent its headers yet.
  private boolean connecting;

  /// Why the connection ended in the meantime, or null if it has not ended.
  private @Nullable Lost lost;

  /// Only callbacks use this, except for its first write.
  private volatile @Nullable Status callbackFailure;

  private boolean closeDelivered;

  /// Only the connection's thread uses this.
  private boolean headersReceived;

  /// A callback of a listener.
  record Delivery<R>(Executor executor, Context context, ClientCall.Listener<R> listener) {}

  /// The end of a connection.
  ///
  /// @param answered whether the server has answered each call that it has started
  private record Lost(Status status, boolean answered) {}

  ClientStream(
      ShmChannel channel,
      MethodDescriptor<Q, R> method,
      CallOptions options,
      Delivery<R> delivery,
      Metadata headers) {
    this.channel = channel;
    this.method = method;
    this.options = options;
    this.callbacks = new Callbacks(delivery.executor, this::onRejected);
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
    if (channel.isRetrying()) {
      outbound.remember();
    }
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
            : "remote " + known.remote());
  }

  @Override
  public void cancelled(Context cancelled) {
    boolean late =
        deadline.ofContext() && cancelled.cancellationCause() instanceof TimeoutException;
    cancel(late ? deadlineExceeded() : Contexts.statusFromCancelled(cancelled));
  }

  /// Ends the call because its executor does not run its callbacks.
  private void onRejected(Throwable reason) {
    cancel(
        Status.INTERNAL
            .withDescription("the executor of the call has rejected its callbacks")
            .withCause(reason));
  }

  /// Starts the call in a connection.
  ///
  /// @return whether the connection accepts the call; otherwise the call needs another connection
  boolean attach(ClientTransport to) {
    if (!reserve(to)) {
      return false;
    }
    connect();
    return true;
  }

  /// Starts the call in a connection, on the call's executor.
  ///
  /// @return as {@link #attach}
  boolean attachLater(ClientTransport to) {
    if (!reserve(to)) {
      return false;
    }
    callbacks.execute(this::connect);
    return true;
  }

  /// @return whether the call has a number in the connection, or has ended
  private boolean reserve(ClientTransport to) {
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
      connecting = true;
      return true;
    }
  }

  private void connect() {
    ClientTransport to;
    long number;
    synchronized (lock) {
      to = transport;
      number = id;
      if (ended || to == null) {
        return;
      }
    }
    try {
      connect(to, number);
    } catch (RuntimeException | Error e) {
      cancel(ApplicationCode.statusOf(e));
    }
    Lost meanwhile;
    synchronized (lock) {
      connecting = false;
      meanwhile = lost;
      lost = null;
    }
    if (meanwhile != null) {
      onLost(meanwhile);
    }
  }

  private void connect(ClientTransport to, long number) {
    Tracers.created(tracers, to.attributes(), headers);
    Encoded request =
        CallFrames.request(
            number,
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
      outbound.attach(to.sender(), number, to.settings().credit(), request.bytes(), hold);
    } else {
      cancel(refusal);
    }
  }

  /// Ends the call because its connection has ended. Messages that have arrived are delivered
  /// first.
  ///
  /// @param answered whether the server has answered each call that it has started
  void transportEnded(Status status, boolean answered) {
    Lost end = new Lost(status, answered);
    synchronized (lock) {
      if (connecting) {
        lost = end;
        return;
      }
    }
    onLost(end);
  }

  private void onLost(Lost end) {
    boolean unseen = end.answered || !outbound.hasBegun();
    if (unseen && beginAgain(end.status)) {
      return;
    }
    outbound.abort(null, false);
    inbound.end(() -> finish(end.status, new Metadata(), false));
  }

  /// Retries the call, if the server has certainly not started it.
  ///
  /// @return whether the call continues
  private boolean beginAgain(Status reason) {
    ClientTransport before;
    long number;
    synchronized (lock) {
      if (ended || seen || retries == MOST_RETRIES || channel.isShutdown() || !outbound.detach()) {
        return false;
      }
      retries++;
      before = transport;
      number = id;
      transport = null;
    }
    if (before != null) {
      before.remove(number);
    }
    callbacks.execute(() -> {
      try {
        Tracers.again(tracers, reason, options, headers);
        outbound.traceAgain();
        channel.submit(this);
      } catch (RuntimeException | Error e) {
        cancel(ApplicationCode.statusOf(e));
      }
    });
    return true;
  }

  /// Notifies the tracers that the call waits for a connection.
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

  /// Handles a frame from the server, on the connection's thread.
  void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    boolean refused = frame.type() == Frames.STATUS && frame.has(Frames.REFUSED);
    if (!seen && !refused) {
      seen = true;
      outbound.forget();
    }
    try {
      switch (frame.type()) {
        case Frames.RESPONSE ->
            onHeaders(CallFrames.readResponse(frame.copyBody(memory, offset), most()));
        case Frames.MESSAGE -> onMessage(frame, memory, offset);
        case Frames.CREDIT -> outbound.credit(frame.value());
        case Frames.STATUS ->
            onStatus(
                CallFrames.readStatus(frame.value(), frame.copyBody(memory, offset), most()),
                frame.has(Frames.DEADLINE),
                refused);
        default -> throw new DamagedFrameException("a frame of type " + frame.type());
      }
    } catch (DamagedFrameException | InternalError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      cancel(ApplicationCode.statusOf(e));
    }
  }

  private int most() {
    return channel.maxInboundMetadataSize();
  }

  private void requireSmall(String what, int size) {
    int most = most();
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

  private void onStatus(CallFrames.End end, boolean byDeadline, boolean refused) {
    if (refused && beginAgain(end.status())) {
      return;
    }
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
    deliver(() -> message.passTo(listener::onMessage), "Failed to read message.");
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

  /// Ends the call, unless it has ended, and notifies the server.
  void cancel(Status status) {
    finish(status, new Metadata(), true);
  }

  private void finish(Status status, Metadata trailers, boolean notifyServer) {
    ClientTransport known;
    long number;
    Future<?> timer;
    synchronized (lock) {
      if (ended) {
        return;
      }
      ended = true;
      known = transport;
      number = id;
      timer = timeout;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    context.removeListener(this);
    inbound.close();
    outbound.abort(notifyServer ? call -> CallFrames.empty(call, Frames.CANCEL, 0) : null, true);
    tracers.closed(status);
    callbacks.add(() -> deliverClose(status, trailers));
    if (known == null) {
      channel.removeWaiting(this);
    } else {
      known.remove(number);
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
