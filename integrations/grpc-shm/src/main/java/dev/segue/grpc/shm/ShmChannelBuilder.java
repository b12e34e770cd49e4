// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.ServerPath;
import dev.segue.shm.ChannelConfig;
import io.grpc.BinaryLog;
import io.grpc.ClientInterceptor;
import io.grpc.ClientTransportFilter;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MetricSink;
import io.grpc.NameResolver;
import io.grpc.ProxyDetector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Builds gRPC channels to a server on this host, through shared memory.
///
/// ```java
/// ManagedChannel channel = ShmChannelBuilder.forPath(Path.of("/dev/shm/greeter")).build();
/// GreeterBlockingStub greeter = GreeterGrpc.newBlockingStub(channel);
/// ```
///
/// A channel connects when its first call begins, and again after the server has ended. It has a
/// single connection, so it supports no name resolution, load balancing, service config, retry
/// policy, hedging, proxy, channelz or binary log: methods that configure these throw
/// `UnsupportedOperationException`.
///
/// @see ShmServerBuilder
public final class ShmChannelBuilder extends ManagedChannelBuilder<ShmChannelBuilder> {

  private static final int DEFAULT_MAX_MESSAGE = 4 * 1024 * 1024;
  private static final int DEFAULT_MAX_METADATA = 8 * 1024;
  private static final long DEFAULT_LANE_CAPACITY = 1024 * 1024;
  private static final long LEAST_LANE_CAPACITY = 64 * 1024;

  ServerPath place;
  final List<ClientInterceptor> interceptors = new ArrayList<>();
  final List<ClientTransportFilter> transportFilters = new ArrayList<>();
  Executor executor = Executors.callbacks();
  @Nullable Executor offloadExecutor;
  String authority = "localhost";
  String userAgent = "grpc-java-segue-shm";
  CompressorRegistry compressors = CompressorRegistry.getDefaultInstance();
  DecompressorRegistry decompressors = DecompressorRegistry.getDefaultInstance();
  boolean retrying = true;
  int maxInboundMessageSize = DEFAULT_MAX_MESSAGE;
  int maxInboundMetadataSize = DEFAULT_MAX_METADATA;
  long laneCapacity = DEFAULT_LANE_CAPACITY;

  private ShmChannelBuilder(ServerPath place) {
    this.place = place;
  }

  private ShmChannelBuilder(ShmChannelBuilder other) {
    this(other.place);
    interceptors.addAll(other.interceptors);
    transportFilters.addAll(other.transportFilters);
    executor = other.executor;
    offloadExecutor = other.offloadExecutor;
    authority = other.authority;
    userAgent = other.userAgent;
    compressors = other.compressors;
    decompressors = other.decompressors;
    retrying = other.retrying;
    maxInboundMessageSize = other.maxInboundMessageSize;
    maxInboundMetadataSize = other.maxInboundMetadataSize;
    laneCapacity = other.laneCapacity;
  }

  /// Returns a builder of channels to the server at a path.
  ///
  /// @param path the path that the server was built with
  /// @return a new builder
  /// @throws IllegalArgumentException if the path belongs to another file system of Java, such as a
  ///   ZIP file
  public static ShmChannelBuilder forPath(Path path) {
    return new ShmChannelBuilder(new ServerPath(ServerPath.checked(path), null));
  }

  /// Sets the size of the shared memory for each direction of the connection. A message longer than
  /// half of it is sent in pieces, and is not read in place.
  ///
  /// @param bytes from 64 KiB to 1 TiB; 1 MiB by default
  /// @return this builder
  /// @throws IllegalArgumentException if it is out of this range
  public ShmChannelBuilder laneCapacity(long bytes) {
    if (bytes < LEAST_LANE_CAPACITY || bytes > ChannelConfig.MAX_LANE_CAPACITY) {
      throw new IllegalArgumentException(
          "laneCapacity=%d: must be from %d to %d bytes"
              .formatted(bytes, LEAST_LANE_CAPACITY, ChannelConfig.MAX_LANE_CAPACITY));
    }
    laneCapacity = bytes;
    return this;
  }

  /// Connects to a server for the members of a POSIX group, as [ShmServerBuilder#withGroup]
  /// describes.
  ///
  /// @param name name or number of a group that the user of this process belongs to
  /// @return this builder
  /// @throws IllegalArgumentException if the name is blank
  public ShmChannelBuilder withGroup(String name) {
    place = place.withGroup(name);
    return this;
  }

  /// Runs callbacks on the thread that reads the connection. They must not block.
  @Override
  public ShmChannelBuilder directExecutor() {
    executor = Executors.DIRECT;
    return this;
  }

  @Override
  public ShmChannelBuilder executor(@Nullable Executor newExecutor) {
    executor = newExecutor == null ? Executors.callbacks() : newExecutor;
    return this;
  }

  /// Sets the executor for credentials.
  @Override
  public ShmChannelBuilder offloadExecutor(@Nullable Executor newExecutor) {
    offloadExecutor = newExecutor;
    return this;
  }

  @Override
  public ShmChannelBuilder intercept(List<ClientInterceptor> added) {
    interceptors.addAll(added);
    return this;
  }

  @Override
  public ShmChannelBuilder intercept(ClientInterceptor... added) {
    return intercept(List.of(added));
  }

  @Override
  public ShmChannelBuilder addTransportFilter(ClientTransportFilter filter) {
    transportFilters.add(Objects.requireNonNull(filter, "filter"));
    return this;
  }

  /// Sets the text before this library's name in the `user-agent` header.
  @Override
  public ShmChannelBuilder userAgent(@Nullable String name) {
    userAgent = name == null ? "grpc-java-segue-shm" : name + " grpc-java-segue-shm";
    return this;
  }

  @Override
  public ShmChannelBuilder overrideAuthority(String newAuthority) {
    authority = Objects.requireNonNull(newAuthority, "authority");
    return this;
  }

  /// Has no effect: a connection never leaves the host.
  @Override
  public ShmChannelBuilder usePlaintext() {
    return this;
  }

  @Override
  public ShmChannelBuilder useTransportSecurity() {
    throw unsupported("TLS: only processes of the same user or group can connect");
  }

  /// @deprecated as in gRPC
  @Override
  @Deprecated
  public ShmChannelBuilder nameResolverFactory(NameResolver.Factory factory) {
    throw unsupported("name resolution: the path is the address");
  }

  @Override
  public <X> ShmChannelBuilder setNameResolverArg(NameResolver.Args.Key<X> key, X value) {
    throw unsupported("name resolution: the path is the address");
  }

  @Override
  public ShmChannelBuilder defaultLoadBalancingPolicy(String policy) {
    throw unsupported("load balancing: a channel has one connection");
  }

  @Override
  public ShmChannelBuilder defaultServiceConfig(@Nullable Map<String, ?> config) {
    throw unsupported("service config");
  }

  /// Has no effect: there is no name to resolve.
  @Override
  public ShmChannelBuilder disableServiceConfigLookUp() {
    return this;
  }

  @Override
  public ShmChannelBuilder decompressorRegistry(DecompressorRegistry registry) {
    decompressors = Objects.requireNonNull(registry, "registry");
    return this;
  }

  @Override
  public ShmChannelBuilder compressorRegistry(CompressorRegistry registry) {
    compressors = Objects.requireNonNull(registry, "registry");
    return this;
  }

  /// Has no effect: a connection stays open. An idle connection occupies the memory of its lanes,
  /// but has no thread and wakes none; this process and the server store heartbeats ten times a
  /// second, for all connections between them.
  @Override
  public ShmChannelBuilder idleTimeout(long value, TimeUnit unit) {
    return this;
  }

  @Override
  public ShmChannelBuilder maxInboundMessageSize(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("maxInboundMessageSize=" + bytes);
    }
    maxInboundMessageSize = bytes;
    return this;
  }

  /// Sets the size of the metadata that is accepted, 8 KiB by default. It cannot be more than half
  /// of a lane.
  @Override
  public ShmChannelBuilder maxInboundMetadataSize(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxInboundMetadataSize=" + bytes);
    }
    maxInboundMetadataSize = bytes;
    return this;
  }

  /// Has no effect: the end of a server is detected within a fraction of a second without it.
  @Override
  public ShmChannelBuilder keepAliveTime(long time, TimeUnit unit) {
    return this;
  }

  /// Has no effect, as {@link #keepAliveTime}.
  @Override
  public ShmChannelBuilder keepAliveTimeout(long time, TimeUnit unit) {
    return this;
  }

  /// Has no effect, as {@link #keepAliveTime}.
  @Override
  public ShmChannelBuilder keepAliveWithoutCalls(boolean enable) {
    return this;
  }

  /// Enables transparent retries, which is the default: calls that the server has certainly not
  /// started are sent again on the next connection. Other calls are not retried, because there is
  /// no service config with a retry policy.
  @Override
  public ShmChannelBuilder enableRetry() {
    retrying = true;
    return this;
  }

  /// Disables all retries, including transparent retries of calls that the server has not started.
  @Override
  public ShmChannelBuilder disableRetry() {
    retrying = false;
    return this;
  }

  @Override
  public ShmChannelBuilder maxRetryAttempts(int attempts) {
    throw unsupported("retries");
  }

  @Override
  public ShmChannelBuilder maxHedgedAttempts(int attempts) {
    throw unsupported("hedging");
  }

  @Override
  public ShmChannelBuilder retryBufferSize(long bytes) {
    throw unsupported("retries");
  }

  @Override
  public ShmChannelBuilder perRpcBufferLimit(long bytes) {
    throw unsupported("retries");
  }

  @Override
  public ShmChannelBuilder setBinaryLog(BinaryLog log) {
    throw unsupported("binary logs");
  }

  @Override
  public ShmChannelBuilder maxTraceEvents(int events) {
    throw unsupported("channelz");
  }

  @Override
  public ShmChannelBuilder proxyDetector(ProxyDetector detector) {
    throw unsupported("proxies");
  }

  /// Overridden because OpenTelemetry calls it.
  @Override
  protected ShmChannelBuilder addMetricSink(MetricSink sink) {
    throw unsupported("metrics of its own: use interceptors or client stream tracers");
  }

  /// Overridden because OpenTelemetry calls it.
  @Override
  protected ShmChannelBuilder interceptWithTarget(InterceptorFactory factory) {
    throw unsupported("target, which is the result of name resolution: use intercept(...)");
  }

  private static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("a channel through shared memory has no " + what);
  }

  /// Builds a channel. It does not connect yet.
  @Override
  public ManagedChannel build() {
    return new ShmChannel(new ShmChannelBuilder(this));
  }
}
