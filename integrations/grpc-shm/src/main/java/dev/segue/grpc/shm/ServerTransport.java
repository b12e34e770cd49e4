// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.Connection;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.FrameHandler;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.Hello;
import dev.segue.grpc.shm.internal.IncomingFrame;
import dev.segue.grpc.shm.internal.OutgoingRecord;
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

  /// The length of a method's name, authority and encoding, which do not count as metadata.
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
                new ShmSocketAddress(server.config().path, hello.processId()))
            .set(Grpc.TRANSPORT_ATTR_LOCAL_ADDR, new ShmSocketAddress(server.config().path, self))
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

  /// Reads until the connection ends. Then all its calls have ended.
  void run() {
    List<ServerTransportFilter> filters = server.config().transportFilters;
    Throwable failure;
    try {
      for (ServerTransportFilter filter : filters) {
        attributes = filter.transportReady(attributes);
      }
      failure = connection.run(this);
    } catch (RuntimeException e) {
      connection.close();
      failure = e;
    }
    if (failure != null) {
      LOGGER.log(Level.WARNING, "the connection of " + hello + " has failed", failure);
    }
    List<ShmServerCall<?, ?>> open;
    synchronized (this) {
      ended = true;
      open = new ArrayList<>(calls.values());
      calls.clear();
    }
    try {
      open.forEach(ShmServerCall::transportEnded);
      for (ServerTransportFilter filter : filters) {
        filter.transportTerminated(attributes);
      }
    } finally {
      server.onClosed(this);
    }
  }

  /// Takes no more calls, and closes the connection when there are none.
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
      close("the server has been shut down");
    } else {
      send(CallFrames.empty(0, Frames.GO_AWAY, 0));
    }
  }

  /// Ends all calls, and closes the connection.
  void shutdownNow(String reason) {
    List<ShmServerCall<?, ?>> open;
    synchronized (this) {
      draining = true;
      open = new ArrayList<>(calls.values());
    }
    close(reason);
    open.forEach(ShmServerCall::transportEnded);
  }

  private void close(String reason) {
    send(Frames.close(Status.Code.UNAVAILABLE, reason));
    connection.stop();
  }

  void send(byte[] frame) {
    boolean _ = sender().send(OutgoingRecord.of(frame, null));
    sender().flush();
  }

  /// Removes a call that has ended.
  void remove(long id) {
    boolean idle;
    synchronized (this) {
      idle = calls.remove(id) != null && draining && !ended && calls.isEmpty();
    }
    if (idle) {
      close("the server has been shut down");
    }
  }

  @Override
  public void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    switch (frame.type()) {
      case Frames.REQUEST -> {
        if (frame.length() <= MAX_NAMES_LENGTH + (long) server.config().maxInboundMetadataSize) {
          onRequest(frame.call(), CallFrames.readRequest(frame.copyBody(memory, offset)));
        } else {
          refuse(frame.call(), tooMuchMetadata(frame.length()));
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
        }
        close("the client has closed the connection");
      }
      default -> throw new DamagedFrameException("a frame of type " + frame.type());
    }
  }

  private void onRequest(long id, CallFrames.Request request) {
    request.metadata().merge(headers);
    ShmServerBuilder config = server.config();
    if (request.metadataSize() > config.maxInboundMetadataSize) {
      refuse(id, tooMuchMetadata(request.metadataSize()));
      return;
    }
    Tracers<ServerStreamTracer> tracers =
        Tracers.ofServer(config.tracerFactories, request.method(), request.metadata());
    Context.CancellableContext context = context(request, tracers);
    try {
      start(id, request, tracers, context);
    } catch (DamagedFrameException e) {
      context.cancel(e);
      throw e;
    } catch (RuntimeException e) {
      Status status = Status.fromThrowable(e);
      refuse(id, status);
      tracers.closed(status);
      context.cancel(null);
    }
  }

  private Status tooMuchMetadata(int size) {
    return Status.RESOURCE_EXHAUSTED.withDescription(
        "Request metadata larger than %d: %d"
            .formatted(server.config().maxInboundMetadataSize, size));
  }

  private void refuse(long id, Status status) {
    send(CallFrames.status(id, status, new Metadata(), false).bytes());
  }

  private Context.CancellableContext context(
      CallFrames.Request request, Tracers<ServerStreamTracer> tracers) {
    Context base = Tracers.filterContext(tracers, server.rootContext());
    Long timeout = request.timeoutNanos();
    return timeout == null
        ? base.withCancellation()
        : base.withDeadline(Deadline.after(timeout, TimeUnit.NANOSECONDS), Executors.timer());
  }

  private void start(
      long id,
      CallFrames.Request request,
      Tracers<ServerStreamTracer> tracers,
      Context.CancellableContext context) {
    Decompressor decompressor = decompressor(request.encoding());
    ServerMethodDefinition<?, ?> method = server.methods().find(request.method());
    if (method == null) {
      method = server.methods().findElsewhere(request.method(), request.authority());
    }
    if (method == null) {
      throw Status.UNIMPLEMENTED
          .withDescription("Method not found: " + request.method())
          .asRuntimeException();
    }
    ShmServerCall<?, ?> call = new ShmServerCall<>(this, id, request, method, tracers, context);
    synchronized (this) {
      if (draining) {
        throw Status.UNAVAILABLE
            .withDescription("the server is being shut down")
            .asRuntimeException();
      }
      if (calls.putIfAbsent(id, call) != null) {
        throw new DamagedFrameException("call " + id + " begins a second time");
      }
    }
    call.start(decompressor);
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
