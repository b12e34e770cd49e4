// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A server and its channels on real sockets: Unix domain sockets where epoll is available,
/// otherwise TCP on the loopback interface.
final class Sockets implements AutoCloseable {

  /// These outlive the servers, as in most programs: a thread that is sending when its connection
  /// is cut needs them to release the message.
  private static final EventLoopGroup TCP = loops(NioIoHandler.newFactory());

  private static final EventLoopGroup UNIX =
      Epoll.isAvailable() ? loops(EpollIoHandler.newFactory()) : TCP;

  private final boolean isUnix;
  private final EventLoopGroup loops;
  private final List<ManagedChannel> channels = new ArrayList<>();
  final Server server;

  Sockets(
      boolean isUnix,
      Path directory,
      Consumer<NettyServerBuilder> settings,
      ServerServiceDefinition... services)
      throws IOException {
    this.isUnix = isUnix && Epoll.isAvailable();
    loops = this.isUnix ? UNIX : TCP;
    SocketAddress address =
        this.isUnix
            ? new DomainSocketAddress(directory.resolve("socket").toFile())
            : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(loops)
            .workerEventLoopGroup(loops)
            .channelType(
                this.isUnix ? EpollServerDomainSocketChannel.class : NioServerSocketChannel.class);
    settings.accept(builder);
    for (ServerServiceDefinition service : services) {
      builder.addService(service);
    }
    server = builder.build().start();
  }

  private static EventLoopGroup loops(IoHandlerFactory factory) {
    return new MultiThreadIoEventLoopGroup(2, new DefaultThreadFactory("sockets", true), factory);
  }

  Sockets(Path directory, ServerServiceDefinition... services) throws IOException {
    this(true, directory, _ -> {}, services);
  }

  ManagedChannel connect() {
    return connect(_ -> {});
  }

  ManagedChannel connect(Consumer<NettyChannelBuilder> settings) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(address())
            .eventLoopGroup(loops)
            .channelType(isUnix ? EpollDomainSocketChannel.class : NioSocketChannel.class)
            .usePlaintext();
    settings.accept(builder);
    ManagedChannel channel = builder.build();
    channels.add(channel);
    return channel;
  }

  SocketAddress address() {
    return server.getListenSockets().getFirst();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.shutdownNow();
    try {
      for (ManagedChannel channel : channels) {
        channel.awaitTermination(5, TimeUnit.MINUTES);
      }
      server.awaitTermination(5, TimeUnit.MINUTES);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
