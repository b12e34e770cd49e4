// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.CallFrames.Encoded;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.IncomingFrame;
import io.grpc.Attributes;
import io.grpc.Compressor;
import io.grpc.Context;
import io.grpc.Decompressor;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// A call at a server. It ends exactly once: when its status is sent, or when it is cancelled.
final class ShmServerCall<Q, R> extends ServerCall<Q, R> implements Context.CancellationListener {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final byte[] NOTHING = {};

  private final ServerTransport transport;
  private final long id;
  private final CallFrames.Request request;
  private final ServerMethodDefinition<Q, R> definition;
  private final MethodDescriptor<Q, R> method;
  private final Tracers<ServerStreamTracer> tracers;
  private final Context.CancellableContext context;
  private final Executor executor;
  private final Callbacks callbacks;
  private final Outbound<R> outbound;
  private final Inbound<Q> inbound;
  private final Object lock = new Object();

  private Listener<Q> listener = new Listener<>() {};
  private @Nullable Compressor compressor;
  private boolean headersSent;
  private boolean messageSent;
  private boolean closeCalled;
  private boolean ended;
  private volatile Status closeStatus = Status.OK;
  private volatile boolean cancelled;

  /// Whether the call was refused, so that it must not be started.
  private volatile boolean refused;

  ShmServerCall(
      ServerTransport transport,
      long id,
      CallFrames.Request request,
      ServerMethodDefinition<Q, R> definition,
      Tracers<ServerStreamTracer> tracers,
      Context.CancellableContext context) {
    ShmServerBuilder config = transport.server().config();
    this.transport = transport;
    this.id = id;
    this.request = request;
    this.definition = definition;
    this.method = definition.getMethodDescriptor();
    this.tracers = tracers;
    this.context = context;
    this.executor = config.executor;
    this.callbacks = new Callbacks(executor, this::onRejected);
    this.outbound =
        new Outbound<>(
            new Serialization<>(method.getResponseMarshaller(), Integer.MAX_VALUE),
            tracers,
            callbacks,
            () -> deliver(() -> listener.onReady()),
            this::completed);
    this.inbound =
        new Inbound<>(
            new Parser<>(
                method.getRequestMarshaller(), config.maxInboundMessageSize, tracers, context),
            tracers,
            callbacks,
            message -> deliver(() -> message.passTo(listener::onMessage)),
            this::returnCredit);
  }

  /// Starts the call.
  ///
  /// @param decompressor for its messages, or null
  void start(@Nullable Decompressor decompressor) {
    if (decompressor != null) {
      inbound.setDecompressor(decompressor);
    }
    callbacks.add(this::prepare);
    callbacks.add(this::startInContext);
    outbound.attach(transport.sender(), id, transport.hello().credit(), NOTHING, false);
  }

  /// Ends the call because its executor does not run its callbacks.
  private void onRejected(Throwable reason) {
    refused = true;
    LOGGER.log(Level.WARNING, "an executor has rejected " + this, reason);
    abort(
        Status.INTERNAL
            .withDescription("the executor of the server has rejected the call")
            .withCause(reason));
  }

  private void prepare() {
    if (refused) {
      return;
    }
    Context before = context.attach();
    try {
      Tracers.callStarted(tracers, new Info());
      ServerCallExecutorSupplier supplier = transport.server().config().executorSupplier;
      Executor other = supplier == null ? null : supplier.getExecutor(this, request.metadata());
      if (other != null) {
        callbacks.setExecutor(other);
      }
    } catch (RuntimeException | Error e) {
      refused = true;
      LOGGER.log(Level.ERROR, "cannot prepare " + this, e);
      abort(Status.fromThrowable(e));
    } finally {
      context.detach(before);
    }
  }

  private void startInContext() {
    if (refused) {
      return;
    }
    Context before = context.attach();
    try {
      Listener<Q> started = definition.getServerCallHandler().startCall(this, request.metadata());
      if (started == null) {
        throw new NullPointerException(
            "startCall() returned a null listener for method " + method.getFullMethodName());
      }
      listener = started;
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.ERROR, "cannot start a call of " + method.getFullMethodName(), e);
      abort(Status.fromThrowable(e));
    } finally {
      context.detach(before);
    }
    context.addListener(this, Executors.DIRECT);
  }

  /// The call information that tracers get.
  private final class Info extends ServerStreamTracer.ServerCallInfo<Q, R> {
    @Override
    public MethodDescriptor<Q, R> getMethodDescriptor() {
      return method;
    }

    @Override
    public Attributes getAttributes() {
      return transport.attributes();
    }

    @Override
    public String getAuthority() {
      return request.authority();
    }
  }

  /// Handles a frame from the client, on the connection's thread.
  void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    try {
      switch (frame.type()) {
        case Frames.MESSAGE -> inbound.frame(frame, memory, offset);
        case Frames.HALF_CLOSE ->
            inbound.end(() -> callbacks.add(() -> deliver(() -> listener.onHalfClose())));
        case Frames.CREDIT -> outbound.credit(frame.value());
        case Frames.CANCEL ->
            end(Status.CANCELLED.withDescription("the client has cancelled the call"), null);
        default -> throw new DamagedFrameException("a frame of type " + frame.type());
      }
    } catch (DamagedFrameException | InternalError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      abort(ApplicationCode.statusOf(e));
    }
  }

  private void returnCredit(int bytes) {
    transport.send(CallFrames.empty(id, Frames.CREDIT, bytes));
  }

  private void deliver(Runnable callback) {
    if (cancelled) {
      return;
    }
    Context before = context.attach();
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      abort(Status.UNKNOWN.withDescription("Application error processing RPC").withCause(e));
      throw e;
    } finally {
      context.detach(before);
    }
  }

  @Override
  public void request(int count) {
    inbound.request(count);
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }

  @Override
  public void setCompression(String name) {
    check(!headersSent, "sendHeaders has been called");
    Compressor found = transport.server().config().compressors.lookupCompressor(name);
    if (found == null) {
      throw new IllegalArgumentException("Unable to find compressor by name " + name);
    }
    compressor = found;
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    outbound.setCompressed(enabled);
  }

  @Override
  public void setOnReadyThreshold(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("numBytes must be positive: " + bytes);
    }
    outbound.setReadyBytes(bytes);
  }

  @Override
  public void sendHeaders(Metadata headers) {
    check(!headersSent, "sendHeaders has already been called");
    check(!closeCalled, "call is closed");
    headersSent = true;
    Compressor used = acceptedCompressor();
    outbound.setCompressor(used);
    Encoded response =
        CallFrames.response(id, used == null ? null : used.getMessageEncoding(), headers);
    Status refusal = response.refusal("Response header", limits().most(), limits().room());
    if (refusal == null) {
      outbound.headers(response.bytes(), method.getType().serverSendsOneMessage());
    } else {
      abort(refusal);
    }
  }

  private @Nullable Compressor acceptedCompressor() {
    Compressor chosen = compressor == null ? null : Compression.orNull(compressor);
    return chosen != null
            && Compression.accepts(transport.hello().acceptEncoding(), chosen.getMessageEncoding())
        ? chosen
        : null;
  }

  @Override
  public void sendMessage(R message) {
    check(headersSent, "sendHeaders has not been called");
    check(!closeCalled, "call is closed");
    if (messageSent && method.getType().serverSendsOneMessage()) {
      abort(Status.INTERNAL.withDescription("Too many responses"));
      return;
    }
    messageSent = true;
    try {
      outbound.message(message);
    } catch (StatusRuntimeException e) {
      abort(e.getStatus());
    } catch (RuntimeException e) {
      LOGGER.log(Level.WARNING, "a message could not be sent, and its call ends", e);
      abort(Status.INTERNAL.withDescription("Internal error so cancelling stream.").withCause(e));
    } catch (Error e) {
      close(
          Status.CANCELLED.withDescription("Server sendMessage() failed with Error"),
          new Metadata());
      throw e;
    }
  }

  @Override
  public boolean isReady() {
    return !closeCalled && outbound.isReady();
  }

  @Override
  public void close(Status status, Metadata trailers) {
    check(!closeCalled, "call already closed");
    closeCalled = true;
    if (status.isOk() && method.getType().serverSendsOneMessage() && !messageSent) {
      abort(Status.INTERNAL.withDescription("Completed without a response"));
      return;
    }
    CallFrames.Last last = CallFrames.last(status, trailers, 0, limits());
    closeStatus = last.status();
    outbound.end(_ -> last.bytes());
  }

  private CallFrames.Limits limits() {
    return new CallFrames.Limits(
        id, transport.hello().maxMetadata(), transport.sender().maxRecordLength() / 2);
  }

  /// Completes the call after its status was written to the lane.
  private void completed() {
    if (!tryEnd()) {
      return;
    }
    inbound.close();
    transport.remove(id);
    tracers.closed(closeStatus);
    callbacks.execute(this::deliverComplete);
  }

  private void deliverComplete() {
    Context before = context.attach();
    try {
      listener.onComplete();
    } finally {
      context.detach(before);
      context.cancel(null);
    }
  }

  private boolean tryEnd() {
    synchronized (lock) {
      if (ended) {
        return false;
      }
      ended = true;
      return true;
    }
  }

  /// Ends the call with a status for the client.
  void abort(Status status) {
    abort(status, 0);
  }

  private void abort(Status status, int flags) {
    CallFrames.Last last = CallFrames.last(status, new Metadata(), flags, limits());
    end(last.status().withCause(status.getCause()), _ -> last.bytes());
  }

  /// Ends the call because its connection has ended.
  ///
  /// @param reason why it has ended
  void transportEnded(Status reason) {
    if (outbound.isEndWritten()) {
      completed();
    } else {
      end(reason, null);
    }
  }

  /// Ends the call early.
  ///
  /// @param frame the last frame for the client, or null
  private void end(Status status, @Nullable LongFunction<byte[]> frame) {
    if (!tryEnd()) {
      return;
    }
    cancelled = true;
    inbound.close();
    outbound.abort(frame, false);
    transport.remove(id);
    tracers.closed(status);
    StatusRuntimeException cause =
        Status.CANCELLED
            .withDescription("RPC cancelled")
            .withCause(status.getCause())
            .asRuntimeException();
    // Not run as a callback, because callbacks may be busy with work that the cancelled context
    // should stop.
    try {
      executor.execute(() -> context.cancel(cause));
    } catch (RuntimeException | Error e) {
      Executors.elsewhere(() -> context.cancel(cause));
    }
    callbacks.execute(() -> deliverCancel(cause));
  }

  private void deliverCancel(Throwable cause) {
    Context before = context.attach();
    try {
      listener.onCancel();
    } finally {
      context.detach(before);
      context.cancel(cause);
    }
  }

  @Override
  public void cancelled(Context changed) {
    Throwable cause = changed.cancellationCause();
    if (cause != null) {
      cancelled = true;
    }
    if (cause instanceof TimeoutException) {
      abort(Status.DEADLINE_EXCEEDED.withDescription("the deadline has passed"), Frames.DEADLINE);
    }
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public MethodDescriptor<Q, R> getMethodDescriptor() {
    return method;
  }

  @Override
  public Attributes getAttributes() {
    return transport.attributes();
  }

  @Override
  public String getAuthority() {
    return request.authority();
  }

  @Override
  public SecurityLevel getSecurityLevel() {
    return SecurityLevel.PRIVACY_AND_INTEGRITY;
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "call %d of %s".formatted(id, method.getFullMethodName());
  }
}
