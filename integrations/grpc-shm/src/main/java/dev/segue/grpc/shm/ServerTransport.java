// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.Connection;
import dev.segue.grpc.shm.internal.ConnectionEnd;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.FrameHandler;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.Hello;
import dev.segue.grpc.shm.internal.IncomingFrame;
import dev.segue.grpc.shm.internal.OutgoingRecord;
import dev.segue.grpc.shm.internal.ReaderThreads;
import dev.segue.grpc.shm.internal.Sender;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Decompressor;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A server's end of a connection, and the calls in it.
final class ServerTransport implements FrameHandler {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final Metadata.Key<String> USER_AGENT =
      Metadata.Key.of("user-agent", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> ACCEPT_ENCODING =
      Metadata.Key.of("grpc-accept-encoding", Metadata.ASCII_STRING_MARSHALLER);

  private static final Status SHUT_DOWN =
      Status.UNAVAILABLE.withDescription("the server is being shut down");

  /// The maximum total length of a method's name, authority and encoding, which do not count as
  /// metadata.
  private static final int MAX_NAMES_LENGTH = 16 * 1024;

  private final ShmServer server;
  private final Connection connection;
  private final Hello hello;
  private final Metadata headers = new Metadata();
  private final ConcurrentHashMap<Long, ShmServerCall<?, ?>> calls = new ConcurrentHashMap<>();
  private Attributes attributes;

  // Guarded by this.
  private boolean draining;
  private boolean ended;
  private @Nullable Status closeStatus;

  ServerTransport(ShmServer server, Connection connection, Hello hello) {
    this.server = server;
    this.connection = connection;
    this.hello = hello;
    headers.put(USER_AGENT, hello.userAgent());
    if (hello.acceptEncoding() != null) {
      headers.put(ACCEPT_ENCODING, hello.acceptEncoding());
    }
    long self = ProcessHandle.current().pid();
    this.attributes =
        Attributes.newBuilder()
            .set(
                Grpc.TRANSPORT_ATTR_REMOTE_ADDR,
                new ShmSocketAddress(server.config().place.path(), hello.processId()))
            .set(
                Grpc.TRANSPORT_ATTR_LOCAL_ADDR,
                new ShmSocketAddress(server.config().place.path(), self))
            .build();
  }

  ShmServer server() {
    return server;
  }

  Hello hello() {
    return hello;
  }

  Attributes attributes() {
    return attributes;
  }

  Sender sender() {
    return connection.sender();
  }

  /// Reads until the connection ends or is idle, as {@link Connection#read} does. When the
  /// connection ends, all its calls end.
  void read(ReaderThreads threads) {
    try {
      notifyReady();
    } catch (RuntimeException | Error e) {
      ApplicationCode.quietly("closing a connection", () -> connection.close(e));
      end(new ConnectionEnd.Failed(e));
      return;
    }
    connection.read(this, threads, this::end);
  }

  private void notifyReady() {
    for (ServerTransportFilter filter : server.config().transportFilters) {
      attributes = Objects.requireNonNull(filter.transportReady(attributes), "attributes");
    }
  }

  private void end(ConnectionEnd end) {
    if (end instanceof ConnectionEnd.Failed(Throwable failure)) {
      LOGGER.log(Level.WARNING, "the connection of " + hello + " has failed", failure);
    }
    Status status;
    List<ShmServerCall<?, ?>> open;
    synchronized (this) {
      ended = true;
      status = closeStatus != null ? closeStatus : statusOf(end);
      open = new ArrayList<>(calls.values());
      calls.clear();
    }
    ApplicationCode.forEach(open, "ending a call", call -> call.transportEnded(status));
    ApplicationCode.forEach(
        server.config().transportFilters,
        "a transport filter",
        filter -> filter.transportTerminated(attributes));
    server.onClosed(this);
  }

  private static Status statusOf(ConnectionEnd end) {
    return switch (end) {
      case ConnectionEnd.Closed _ -> cancelled("the server has closed the connection");
      case ConnectionEnd.PeerLeft _ ->
          cancelled("the client has ended, or has closed the connection without a reason");
      case ConnectionEnd.Failed failed ->
          cancelled("the connection has failed: " + failed.text()).withCause(failed.failure());
    };
  }

  private static Status cancelled(String reason) {
    return Status.CANCELLED.withDescription(reason);
  }

  /// Accepts no more calls, and closes the connection after the last call has ended.
  void shutdown() {
    boolean idle;
    synchronized (this) {
      if (draining) {
        return;
      }
      draining = true;
      idle = calls.isEmpty();
    }
    if (idle) {
      close();
    } else {
      send(CallFrames.empty(0, Frames.GO_AWAY, 0));
    }
  }

  /// Ends all calls, and closes the connection.
  void shutdownNow(String reason) {
    Status status = Status.UNAVAILABLE.withDescription(reason);
    List<ShmServerCall<?, ?>> open;
    synchronized (this) {
      draining = true;
      open = new ArrayList<>(calls.values());
    }
    ApplicationCode.forEach(open, "ending a call", call -> call.abort(status));
    boolean answered;
    synchronized (this) {
      answered = calls.isEmpty();
    }
    send(Frames.close(Status.Code.UNAVAILABLE, reason, answered ? Frames.ANSWERED : 0));
    connection.stop();
  }

  /// Closes the connection once all responses are in the lane. No call is open, and none will
  /// start.
  private void close() {
    connection.stopAfter(
        Frames.close(Status.Code.UNAVAILABLE, "the server has been shut down", Frames.ANSWERED));
  }

  void send(byte[] frame) {
    sender().send(OutgoingRecord.of(frame, null));
    sender().flush();
  }

  /// Removes a call that has ended.
  void remove(long id) {
    boolean idle;
    synchronized (this) {
      idle = calls.remove(id) != null && draining && !ended && calls.isEmpty();
    }
    if (idle) {
      close();
    }
  }

  @Override
  public void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    switch (frame.type()) {
      case Frames.REQUEST -> {
        int most = server.config().maxInboundMetadataSize;
        if (frame.length() <= MAX_NAMES_LENGTH + (long) most) {
          onRequest(frame.call(), CallFrames.readRequest(frame.copyBody(memory, offset), most));
        } else {
          refuse(frame.call(), tooMuchMetadata(frame.length()), 0);
        }
      }
      case Frames.MESSAGE, Frames.HALF_CLOSE, Frames.CANCEL, Frames.CREDIT -> {
        ShmServerCall<?, ?> call = calls.get(frame.call());
        if (call != null) {
          call.onFrame(frame, memory, offset);
        }
      }
      case Frames.CLOSE -> {
        Status status = CallFrames.readClose(frame.value(), frame.copyBody(memory, offset));
        if (status.getCode() == Status.Code.INTERNAL) {
          LOGGER.log(Level.WARNING, "a client has refused a frame: " + status.getDescription());
        }
        synchronized (this) {
          draining = true;
          closeStatus = cancelled(String.valueOf(status.getDescription()));
        }
        connection.stop();
      }
      default -> throw new DamagedFrameException("a frame of type " + frame.type());
    }
  }

  private void onRequest(long id, CallFrames.Request request) {
    request.metadata().merge(headers);
    if (request.metadataSize() > server.config().maxInboundMetadataSize) {
      refuse(id, tooMuchMetadata(request.metadataSize()), 0);
      return;
    }
    Tracers<ServerStreamTracer> tracers = null;
    Context.CancellableContext context = null;
    Status refusal = SHUT_DOWN;
    int flags = Frames.REFUSED;
    try {
      tracers =
          Tracers.ofServer(server.config().tracerFactories, request.method(), request.metadata());
      context = context(request, tracers);
      if (start(id, request, tracers, context)) {
        return;
      }
    } catch (DamagedFrameException | InternalError e) {
      cancel(context);
      throw e;
    } catch (RuntimeException | Error e) {
      refusal = ApplicationCode.statusOf(e);
      flags = 0;
    }
    refuse(id, refusal, flags);
    if (tracers != null) {
      tracers.closed(refusal);
    }
    cancel(context);
  }

  private static void cancel(Context.@Nullable CancellableContext context) {
    if (context != null) {
      context.cancel(null);
    }
  }

  private Status tooMuchMetadata(int size) {
    return Status.RESOURCE_EXHAUSTED.withDescription(
        "Request metadata larger than %d: %d"
            .formatted(server.config().maxInboundMetadataSize, size));
  }

  private void refuse(long id, Status status, int flags) {
    CallFrames.Limits limits =
        new CallFrames.Limits(id, hello.maxMetadata(), sender().maxRecordLength() / 2);
    send(CallFrames.last(status, new Metadata(), flags, limits).bytes());
  }

  private Context.CancellableContext context(
      CallFrames.Request request, Tracers<ServerStreamTracer> tracers) {
    Context base = Tracers.filterContext(tracers, server.rootContext());
    Long timeout = request.timeoutNanos();
    return timeout == null
        ? base.withCancellation()
        : base.withDeadline(Deadline.after(timeout, TimeUnit.NANOSECONDS), Executors.timer());
  }

  /// @return false if the server accepts no more calls
  private boolean start(
      long id,
      CallFrames.Request request,
      Tracers<ServerStreamTracer> tracers,
      Context.CancellableContext context) {
    Decompressor decompressor = decompressor(request.encoding());
    ServerMethodDefinition<?, ?> method = server.methods().find(request.method());
    if (method == null) {
      method = findElsewhere(request);
    }
    if (method == null) {
      throw Status.UNIMPLEMENTED
          .withDescription("Method not found: " + request.method())
          .asRuntimeException();
    }
    ShmServerCall<?, ?> call = new ShmServerCall<>(this, id, request, method, tracers, context);
    synchronized (this) {
      if (draining) {
        return false;
      }
      if (calls.putIfAbsent(id, call) != null) {
        throw new DamagedFrameException("call " + id + " begins a second time");
      }
    }
    try {
      call.start(decompressor);
    } catch (RuntimeException | Error e) {
      call.abort(ApplicationCode.statusOf(e));
    }
    return true;
  }

  private @Nullable ServerMethodDefinition<?, ?> findElsewhere(CallFrames.Request request) {
    try {
      return server.methods().findElsewhere(request.method(), request.authority());
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.ERROR, "cannot look up " + request.method(), e);
      throw Status.fromThrowable(e).asRuntimeException();
    }
  }

  private @Nullable Decompressor decompressor(@Nullable String encoding) {
    if (encoding == null) {
      return null;
    }
    Decompressor found = server.config().decompressors.lookupDecompressor(encoding);
    if (found == null) {
      throw Status.UNIMPLEMENTED
          .withDescription("Can't find decompressor for " + encoding)
          .asRuntimeException();
    }
    return found;
  }
}
