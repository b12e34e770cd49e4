// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.ServerPath;
import io.grpc.BinaryLog;
import io.grpc.BindableService;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.HandlerRegistry;
import io.grpc.MetricSink;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Builds gRPC servers for clients on this host, through shared memory.
///
/// ```java
/// Server server =
///     ShmServerBuilder.forPath(Path.of("/dev/shm/greeter")).addService(new Greeter()).build();
/// server.start();
/// ```
///
/// The path is a directory that `start` creates and `shutdown` deletes. Only processes of the same
/// user can connect, or [of a group][#withGroup]. A new server at the path replaces the directory
/// of a killed one.
///
/// @see ShmChannelBuilder
public final class ShmServerBuilder extends ServerBuilder<ShmServerBuilder> {

  private static final int DEFAULT_MAX_MESSAGE = 4 * 1024 * 1024;
  private static final int DEFAULT_MAX_METADATA = 8 * 1024;

  ServerPath place;
  final List<ServerTransportFilter> transportFilters = new ArrayList<>();
  final List<ServerStreamTracer.Factory> tracerFactories = new ArrayList<>();
  Executor executor = Executors.callbacks();
  @Nullable ServerCallExecutorSupplier executorSupplier;
  CompressorRegistry compressors = CompressorRegistry.getDefaultInstance();
  DecompressorRegistry decompressors = DecompressorRegistry.getDefaultInstance();
  int maxInboundMessageSize = DEFAULT_MAX_MESSAGE;
  int maxInboundMetadataSize = DEFAULT_MAX_METADATA;
  private final Map<String, ServerServiceDefinition> services = new LinkedHashMap<>();
  private final List<ServerInterceptor> interceptors = new ArrayList<>();
  private @Nullable HandlerRegistry fallback;

  private ShmServerBuilder(ServerPath place) {
    this.place = place;
  }

  private ShmServerBuilder(ShmServerBuilder other) {
    this(other.place);
    transportFilters.addAll(other.transportFilters);
    tracerFactories.addAll(other.tracerFactories);
    executor = other.executor;
    executorSupplier = other.executorSupplier;
    compressors = other.compressors;
    decompressors = other.decompressors;
    maxInboundMessageSize = other.maxInboundMessageSize;
    maxInboundMetadataSize = other.maxInboundMetadataSize;
  }

  /// Returns a builder of servers at a path.
  ///
  /// @param path a path that does not exist, usually in `/dev/shm`, whose parent exists
  /// @return a new builder
  /// @throws IllegalArgumentException if the path belongs to another file system of Java, such as a
  ///   ZIP file
  public static ShmServerBuilder forPath(Path path) {
    return new ShmServerBuilder(new ServerPath(ServerPath.checked(path), null));
  }

  /// Lets the members of a POSIX group connect, such as a sidecar that runs as another user.
  /// Without a group, only processes of the same user can.
  ///
  /// The server's directory and all connections belong to the group and are closed to all others.
  /// Members trust each other: each can read and damage what the others send. In a directory with
  /// the sticky bit, such as `/dev/shm`, files of a killed process stay until a process of the same
  /// user deletes them. In a directory that belongs to the group, any member can delete them.
  ///
  /// @param name name or number of a group that the user of this process belongs to. Clients must
  ///   name the same group
  /// @return this builder
  /// @throws IllegalArgumentException if the name is blank
  public ShmServerBuilder withGroup(String name) {
    place = place.withGroup(name);
    return this;
  }

  /// Runs callbacks on the threads that read connections. They must not block.
  @Override
  public ShmServerBuilder directExecutor() {
    executor = Executors.DIRECT;
    return this;
  }

  @Override
  public ShmServerBuilder executor(@Nullable Executor newExecutor) {
    executor = newExecutor == null ? Executors.callbacks() : newExecutor;
    return this;
  }

  @Override
  public ShmServerBuilder callExecutor(ServerCallExecutorSupplier supplier) {
    executorSupplier = Objects.requireNonNull(supplier, "supplier");
    return this;
  }

  @Override
  public ShmServerBuilder addService(ServerServiceDefinition service) {
    services.put(service.getServiceDescriptor().getName(), service);
    return this;
  }

  @Override
  public ShmServerBuilder addService(BindableService service) {
    return addService(service.bindService());
  }

  @Override
  public ShmServerBuilder intercept(ServerInterceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  @Override
  public ShmServerBuilder addTransportFilter(ServerTransportFilter filter) {
    transportFilters.add(Objects.requireNonNull(filter, "filter"));
    return this;
  }

  @Override
  public ShmServerBuilder addStreamTracerFactory(ServerStreamTracer.Factory factory) {
    tracerFactories.add(Objects.requireNonNull(factory, "factory"));
    return this;
  }

  /// Sets the registry in which unknown methods are looked up. Lookups run on the thread that reads
  /// the connection, so they should be quick.
  @Override
  public ShmServerBuilder fallbackHandlerRegistry(@Nullable HandlerRegistry registry) {
    fallback = registry;
    return this;
  }

  @Override
  public ShmServerBuilder useTransportSecurity(File certificates, File key) {
    throw unsupported("TLS: only processes of the same user or group can connect");
  }

  @Override
  public ShmServerBuilder useTransportSecurity(InputStream certificates, InputStream key) {
    throw unsupported("TLS: only processes of the same user or group can connect");
  }

  @Override
  public ShmServerBuilder decompressorRegistry(@Nullable DecompressorRegistry registry) {
    decompressors = registry == null ? DecompressorRegistry.getDefaultInstance() : registry;
    return this;
  }

  @Override
  public ShmServerBuilder compressorRegistry(@Nullable CompressorRegistry registry) {
    compressors = registry == null ? CompressorRegistry.getDefaultInstance() : registry;
    return this;
  }

  /// Has no effect: a client connects with a single message.
  @Override
  public ShmServerBuilder handshakeTimeout(long timeout, TimeUnit unit) {
    return this;
  }

  /// Has no effect: the end of a client is detected within a fraction of a second without it.
  @Override
  public ShmServerBuilder keepAliveTime(long time, TimeUnit unit) {
    return this;
  }

  /// Has no effect, as {@link #keepAliveTime}.
  @Override
  public ShmServerBuilder keepAliveTimeout(long time, TimeUnit unit) {
    return this;
  }

  /// Has no effect: clients send nothing to keep a connection alive.
  @Override
  public ShmServerBuilder permitKeepAliveTime(long time, TimeUnit unit) {
    return this;
  }

  /// Has no effect: clients send nothing to keep a connection alive.
  @Override
  public ShmServerBuilder permitKeepAliveWithoutCalls(boolean permit) {
    return this;
  }

  @Override
  public ShmServerBuilder maxConnectionIdle(long time, TimeUnit unit) {
    throw unsupported("limit for the time that a connection is idle");
  }

  @Override
  public ShmServerBuilder maxConnectionAge(long age, TimeUnit unit) {
    throw unsupported("limit for the age of connections");
  }

  @Override
  public ShmServerBuilder maxConnectionAgeGrace(long time, TimeUnit unit) {
    throw unsupported("limit for the age of connections");
  }

  @Override
  public ShmServerBuilder maxInboundMessageSize(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("maxInboundMessageSize=" + bytes);
    }
    maxInboundMessageSize = bytes;
    return this;
  }

  /// Sets the size of the metadata that is accepted, 8 KiB by default. It cannot be more than half
  /// of a lane, whose capacity the client chooses.
  @Override
  public ShmServerBuilder maxInboundMetadataSize(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxInboundMetadataSize=" + bytes);
    }
    maxInboundMetadataSize = bytes;
    return this;
  }

  @Override
  public ShmServerBuilder setBinaryLog(BinaryLog log) {
    throw unsupported("binary logs");
  }

  @Override
  public ShmServerBuilder addMetricSink(MetricSink sink) {
    throw unsupported("metrics of its own: use stream tracers");
  }

  private static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("a server in shared memory has no " + what);
  }

  /// Builds a server. It accepts connections after `start`, which throws an `IOException` if
  /// another server is at the path.
  @Override
  public Server build() {
    return new ShmServer(
        new ShmServerBuilder(this), new MethodRegistry(services.values(), fallback, interceptors));
  }
}
