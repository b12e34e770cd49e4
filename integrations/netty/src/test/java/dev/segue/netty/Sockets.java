// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A server and its clients on real sockets: Unix domain sockets where epoll is available,
/// otherwise TCP on the loopback interface.
final class Sockets implements AutoCloseable {

  private final boolean isUnix;
  private final EventLoopGroup loops;
  private final Channel server;

  Sockets(boolean isUnix, Path directory, Supplier<List<ChannelHandler>> handlers)
      throws Exception {
    this.isUnix = isUnix && Epoll.isAvailable();
    loops =
        new MultiThreadIoEventLoopGroup(
            2, this.isUnix ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    SocketAddress address =
        this.isUnix
            ? new DomainSocketAddress(directory.resolve("socket").toFile())
            : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(
                this.isUnix ? EpollServerDomainSocketChannel.class : NioServerSocketChannel.class)
            .childHandler(initializer(handlers))
            .bind(address)
            .sync()
            .channel();
  }

  private static ChannelInitializer<Channel> initializer(Supplier<List<ChannelHandler>> handlers) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(handlers.get().toArray(ChannelHandler[]::new));
      }
    };
  }

  Channel connect(ChannelHandler... handlers) throws InterruptedException {
    return new Bootstrap()
        .group(loops)
        .channel(isUnix ? EpollDomainSocketChannel.class : NioSocketChannel.class)
        .handler(initializer(() -> List.of(handlers)))
        .connect(server.localAddress())
        .sync()
        .channel();
  }

  /// Stops accepting connections, and closes the existing ones.
  @Override
  public void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.MINUTES);
  }
}
