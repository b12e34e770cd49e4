// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.Acceptor;
import dev.segue.grpc.shm.internal.Connection;
import dev.segue.grpc.shm.internal.Hello;
import dev.segue.grpc.shm.internal.ReaderThreads;
import dev.segue.grpc.shm.internal.Settings;
import io.grpc.Context;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A gRPC server at a path, for clients on the same host.
final class ShmServer extends Server {

  private final ShmServerBuilder config;
  private final MethodRegistry methods;
  private final Context rootContext;
  private final Object lock = new Object();

  // Guarded by the lock.
  private final Set<ServerTransport> transports = new LinkedHashSet<>();
  private @Nullable Acceptor acceptor;
  private boolean accepting;
  private boolean shutdown;
  private boolean shutdownNow;

  ShmServer(ShmServerBuilder config, MethodRegistry methods) {
    this.config = config;
    this.methods = methods;
    this.rootContext = ServerContextKey.set(Context.ROOT, this);
  }

  ShmServerBuilder config() {
    return config;
  }

  MethodRegistry methods() {
    return methods;
  }

  Context rootContext() {
    return rootContext;
  }

  @Override
  public Server start() throws IOException {
    synchronized (lock) {
      if (acceptor != null) {
        throw new IllegalStateException("Already started");
      }
      if (shutdown) {
        throw new IllegalStateException("Shutting down");
      }
      Settings settings =
          new Settings(
              ProcessHandle.current().pid(), config.maxInboundMetadataSize, Inbound.CREDIT);
      Acceptor started =
          new Acceptor(config.place, settings, Executors.helpers(), new Connections());
      acceptor = started;
      started.start();
      accepting = true;
    }
    return this;
  }

  private final class Connections implements Acceptor.Listener {
    @Override
    public void onConnection(Hello hello, Connection connection) {
      add(hello, connection);
    }

    @Override
    public void onStopped() {
      synchronized (lock) {
        accepting = false;
        lock.notifyAll();
      }
    }
  }

  private void add(Hello hello, Connection connection) {
    ServerTransport transport = new ServerTransport(this, connection, hello);
    boolean late;
    synchronized (lock) {
      ReaderThreads threads =
          new ReaderThreads(Executors.readers(), "segue-grpc-shm-server-" + hello.processId());
      threads.execute(() -> transport.read(threads));
      transports.add(transport);
      late = shutdown;
    }
    if (late) {
      transport.shutdown();
    }
  }

  void onClosed(ServerTransport transport) {
    synchronized (lock) {
      transports.remove(transport);
      lock.notifyAll();
    }
  }

  @Override
  public List<SocketAddress> getListenSockets() {
    return List.of(new ShmSocketAddress(config.place.path(), ProcessHandle.current().pid()));
  }

  @Override
  public List<ServerServiceDefinition> getServices() {
    List<ServerServiceDefinition> all = new ArrayList<>(getImmutableServices());
    all.addAll(getMutableServices());
    return List.copyOf(all);
  }

  @Override
  public List<ServerServiceDefinition> getImmutableServices() {
    return methods.services();
  }

  @Override
  public List<ServerServiceDefinition> getMutableServices() {
    return methods.fallbackServices();
  }

  @Override
  public Server shutdown() {
    Acceptor stopping;
    List<ServerTransport> open;
    synchronized (lock) {
      if (shutdown) {
        return this;
      }
      shutdown = true;
      stopping = acceptor;
      open = new ArrayList<>(transports);
      lock.notifyAll();
    }
    if (stopping != null) {
      stopping.stop();
    }
    ApplicationCode.forEach(open, "ending a connection", ServerTransport::shutdown);
    return this;
  }

  @Override
  public Server shutdownNow() {
    shutdown();
    List<ServerTransport> open;
    synchronized (lock) {
      if (shutdownNow) {
        return this;
      }
      shutdownNow = true;
      open = new ArrayList<>(transports);
    }
    ApplicationCode.forEach(
        open,
        "ending a connection",
        transport -> transport.shutdownNow("Server shutdownNow invoked"));
    return this;
  }

  @Override
  public boolean isShutdown() {
    synchronized (lock) {
      return shutdown;
    }
  }

  /// Whether the server is shut down and has no connections. A client that was accepted just before
  /// the shutdown has one: if the process ended then, the client would not know that it can retry
  /// its calls.
  @Override
  public boolean isTerminated() {
    synchronized (lock) {
      return shutdown && !accepting && transports.isEmpty();
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
  public void awaitTermination() throws InterruptedException {
    synchronized (lock) {
      while (!isTerminated()) {
        lock.wait();
      }
    }
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "gRPC server at " + config.place.path();
  }
}
