// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.ClientHandshake;
import dev.segue.grpc.shm.internal.Connection;
import dev.segue.grpc.shm.internal.Hello;
import dev.segue.grpc.shm.internal.ReaderThreads;
import dev.segue.grpc.shm.internal.Settings;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ClientTransportFilter;
import io.grpc.CompressorRegistry;
import io.grpc.ConnectivityState;
import io.grpc.DecompressorRegistry;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A client's gRPC channel: connects on demand, and assigns calls to connections.
final class ShmChannel extends ManagedChannel {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final long LEAST_BACKOFF_NANOS = 20_000_000;
  private static final long MOST_BACKOFF_NANOS = 1_000_000_000;

  /// The number of consecutive servers that may end while the channel connects, before connecting
  /// fails.
  private static final int MOST_ENDED_SERVERS = 3;

  private final ShmChannelBuilder config;
  private final Path path;
  private final Channel intercepted;
  private final Object lock = new Object();
  private final StateListeners state;

  // Guarded by the lock.
  private final Set<ClientStream<?, ?>> waiting = new LinkedHashSet<>();
  private final Set<ClientTransport> transports = new LinkedHashSet<>();
  private @Nullable ClientTransport current;
  private Status lastFailure = Status.UNAVAILABLE;
  private boolean connecting;
  private boolean shutdown;
  private boolean shutdownNow;
  private boolean skipBackoff;

  private volatile Attributes lastAttributes = Attributes.EMPTY;

  ShmChannel(ShmChannelBuilder config) {
    this.config = config;
    this.path = config.place.path();
    this.state = new StateListeners(config.executor);
    this.intercepted = ClientInterceptors.intercept(new Direct(), config.interceptors);
  }

  /// The channel without its interceptors.
  private final class Direct extends Channel {
    @Override
    public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
      Executor executor = options.getExecutor();
      return new ShmClientCall<>(
          ShmChannel.this, method, options, executor == null ? config.executor : executor);
    }

    @Override
    public String authority() {
      return config.authority;
    }
  }

  @Override
  public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
    return intercepted.newCall(method, options);
  }

  @Override
  public String authority() {
    return config.authority;
  }

  Path path() {
    return path;
  }

  String authorityOf(CallOptions options) {
    String own = options.getAuthority();
    return own == null ? config.authority : own;
  }

  int maxInboundMessageSize() {
    return config.maxInboundMessageSize;
  }

  int maxInboundMetadataSize() {
    return config.maxInboundMetadataSize;
  }

  CompressorRegistry compressors() {
    return config.compressors;
  }

  DecompressorRegistry decompressors() {
    return config.decompressors;
  }

  Executor credentialsExecutor() {
    Executor own = config.offloadExecutor;
    return own == null ? config.executor : own;
  }

  Attributes transportAttributes() {
    return lastAttributes;
  }

  /// Whether calls that the server has not started are retried.
  boolean isRetrying() {
    return config.retrying;
  }

  /// Assigns a connection to a call, now or once there is one. Ends the call if that fails.
  void submit(ClientStream<?, ?> call) {
    try {
      place(call);
    } catch (RuntimeException | Error e) {
      call.cancel(ApplicationCode.statusOf(e));
    }
  }

  private void place(ClientStream<?, ?> call) {
    while (true) {
      ClientTransport known;
      Status failure = null;
      synchronized (lock) {
        known = current;
        if (shutdown) {
          failure =
              Status.UNAVAILABLE.withDescription(
                  shutdownNow ? "Channel shutdownNow invoked" : "Channel shutdown invoked");
        } else if (known == null) {
          if (state.is(ConnectivityState.TRANSIENT_FAILURE) && !call.isWaitForReady()) {
            failure = lastFailure;
          } else {
            waiting.add(call);
            connect();
          }
        }
      }
      if (failure != null) {
        call.cancel(failure);
        return;
      }
      if (known == null) {
        call.onPending();
        if (call.hasEnded()) {
          removeWaiting(call);
        }
        return;
      }
      if (call.attach(known)) {
        return;
      }
      draining(known);
    }
  }

  /// Removes a call that no longer waits for a connection.
  void removeWaiting(ClientStream<?, ?> call) {
    synchronized (lock) {
      if (waiting.remove(call)) {
        lock.notifyAll();
      }
    }
  }

  /// Notes that a connection accepts no more calls.
  void draining(ClientTransport transport) {
    synchronized (lock) {
      if (current == transport) {
        current = null;
        state.set(ConnectivityState.IDLE);
        connectIfWanted();
      }
    }
    state.notifyListeners();
  }

  private void connectIfWanted() {
    if (!waiting.isEmpty()) {
      connect();
    }
  }

  /// Starts to connect, unless a thread is already connecting. The caller holds the lock.
  private void connect() {
    if (!connecting) {
      ReaderThreads threads = new ReaderThreads(Executors.readers(), "segue-grpc-shm-client");
      threads.execute(() -> connectAndRead(threads));
      connecting = true;
    }
  }

  private void connectAndRead(ReaderThreads threads) {
    @Nullable ClientTransport transport;
    try {
      transport = connectWithRetries();
    } finally {
      state.notifyListeners();
    }
    if (transport == null) {
      return;
    }
    try {
      onConnected(transport);
    } finally {
      transport.read(threads, () -> onClosed(transport));
    }
  }

  private @Nullable ClientTransport connectWithRetries() {
    long backoff = LEAST_BACKOFF_NANOS;
    int ended = 0;
    while (true) {
      setState(ConnectivityState.CONNECTING);
      // Clears an interrupt that a callback or filter may have left: it would close file channels.
      boolean _ = Thread.interrupted();
      ClientHandshake handshake =
          new ClientHandshake(
              config.place, config.laneCapacity, Executors.helpers(), this::isUnwanted);
      try {
        return connect(handshake);
      } catch (RuntimeException | Error e) {
        if (handshake.hasServerEnded(e) && ended++ < MOST_ENDED_SERVERS) {
          continue;
        }
        onFailed(
            Status.UNAVAILABLE
                .withDescription("cannot connect to " + path + ": " + config.place.clientError(e))
                .withCause(e));
      }
      if (!awaitRetry(backoff)) {
        return null;
      }
      backoff = Math.min(MOST_BACKOFF_NANOS, 2 * backoff);
    }
  }

  private ClientTransport connect(ClientHandshake handshake) {
    Connection connection = handshake.connect(this::hello);
    try {
      return transport(connection, handshake.settings());
    } catch (RuntimeException | Error e) {
      connection.close(e);
      throw e;
    }
  }

  private ClientTransport transport(Connection connection, Settings settings) {
    long self = ProcessHandle.current().pid();
    Attributes attributes =
        Attributes.newBuilder()
            .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, new ShmSocketAddress(path, settings.processId()))
            .set(Grpc.TRANSPORT_ATTR_LOCAL_ADDR, new ShmSocketAddress(path, self))
            .build();
    for (ClientTransportFilter filter : config.transportFilters) {
      attributes = Objects.requireNonNull(filter.transportReady(attributes), "attributes");
    }
    lastAttributes = attributes;
    return new ClientTransport(this, connection, settings, attributes);
  }

  private Hello hello(long id) {
    return new Hello(
        id,
        ProcessHandle.current().pid(),
        config.maxInboundMetadataSize,
        Inbound.CREDIT,
        config.userAgent,
        String.join(",", config.decompressors.getAdvertisedMessageEncodings()));
  }

  private boolean isUnwanted() {
    synchronized (lock) {
      return shutdown && waiting.isEmpty();
    }
  }

  private void onConnected(ClientTransport transport) {
    List<ClientStream<?, ?>> calls;
    boolean unwanted;
    synchronized (lock) {
      calls = new ArrayList<>(waiting);
      waiting.clear();
      connecting = false;
      transports.add(transport);
      unwanted = shutdown;
      if (!unwanted) {
        current = transport;
        state.set(ConnectivityState.READY);
      }
    }
    state.notifyListeners();
    for (ClientStream<?, ?> call : calls) {
      if (!call.attachLater(transport)) {
        submit(call);
      }
    }
    if (unwanted) {
      transport.drain();
    }
  }

  private void onFailed(Status status) {
    List<ClientStream<?, ?>> failed = new ArrayList<>();
    synchronized (lock) {
      lastFailure = status;
      for (ClientStream<?, ?> call : waiting) {
        if (!call.isWaitForReady()) {
          failed.add(call);
        }
      }
      failed.forEach(waiting::remove);
      state.set(ConnectivityState.TRANSIENT_FAILURE);
    }
    state.notifyListeners();
    ApplicationCode.forEach(failed, "ending a call", call -> call.cancel(status));
  }

  /// Waits before the next attempt.
  ///
  /// @return false if nobody waits for a connection
  private boolean awaitRetry(long nanos) {
    long end = System.nanoTime() + nanos;
    boolean wanted;
    synchronized (lock) {
      long left;
      while (!skipBackoff
          && !(shutdown && waiting.isEmpty())
          && (left = end - System.nanoTime()) > 0) {
        try {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        } catch (InterruptedException e) {
          // Ignored: only a callback can have interrupted this thread, which belongs to the
          // channel.
        }
      }
      skipBackoff = false;
      wanted = !waiting.isEmpty();
      if (!wanted) {
        connecting = false;
        state.set(ConnectivityState.IDLE);
        updateTermination();
      }
    }
    state.notifyListeners();
    return wanted;
  }

  private void onClosed(ClientTransport transport) {
    draining(transport);
    for (ClientTransportFilter filter : config.transportFilters) {
      try {
        filter.transportTerminated(transport.attributes());
      } catch (RuntimeException | Error e) {
        LOGGER.log(Level.WARNING, "a transport filter has failed", e);
      }
    }
    synchronized (lock) {
      transports.remove(transport);
      updateTermination();
    }
    state.notifyListeners();
  }

  private void setState(ConnectivityState next) {
    synchronized (lock) {
      state.set(next);
    }
    state.notifyListeners();
  }

  private void updateTermination() {
    if (isTerminated()) {
      lock.notifyAll();
    }
  }

  @Override
  public ManagedChannel shutdown() {
    List<ClientTransport> open;
    synchronized (lock) {
      shutdown = true;
      current = null;
      open = new ArrayList<>(transports);
      state.set(ConnectivityState.SHUTDOWN);
      lock.notifyAll();
    }
    state.notifyListeners();
    ApplicationCode.forEach(open, "ending a connection", ClientTransport::drain);
    return this;
  }

  @Override
  public ManagedChannel shutdownNow() {
    Status status = Status.UNAVAILABLE.withDescription("Channel shutdownNow invoked");
    List<ClientStream<?, ?>> calls;
    List<ClientTransport> open;
    synchronized (lock) {
      shutdownNow = true;
      calls = new ArrayList<>(waiting);
    }
    shutdown();
    ApplicationCode.forEach(calls, "ending a call", call -> call.cancel(status));
    synchronized (lock) {
      open = new ArrayList<>(transports);
    }
    ApplicationCode.forEach(open, "ending a connection", transport -> transport.drainNow(status));
    return this;
  }

  @Override
  public boolean isShutdown() {
    synchronized (lock) {
      return shutdown;
    }
  }

  @Override
  public boolean isTerminated() {
    synchronized (lock) {
      return shutdown && !connecting && transports.isEmpty() && waiting.isEmpty();
    }
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long end = System.nanoTime() + unit.toNanos(timeout);
    synchronized (lock) {
      long left;
      while (!isTerminated() && (left = end - System.nanoTime()) > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return isTerminated();
    }
  }

  @Override
  public ConnectivityState getState(boolean requestConnection) {
    synchronized (lock) {
      ConnectivityState now = state.get();
      if (requestConnection && now == ConnectivityState.IDLE) {
        connect();
      }
      return now;
    }
  }

  @Override
  public void notifyWhenStateChanged(ConnectivityState source, Runnable callback) {
    state.await(source, callback);
  }

  @Override
  public void resetConnectBackoff() {
    synchronized (lock) {
      skipBackoff = connecting;
      lock.notifyAll();
    }
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "gRPC channel to " + path;
  }
}
