// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import dev.segue.grpc.shm.ShmChannelBuilder;
import dev.segue.grpc.shm.ShmServerBuilder;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The two routes from client to server, with everything in which they differ.
enum Route {
  SOCKET {
    @Override
    Server server(Path directory) {
      EventLoopGroup loops = loops();
      return NettyServerBuilder.forAddress(address(directory))
          .channelType(EpollServerDomainSocketChannel.class)
          .bossEventLoopGroup(loops)
          .workerEventLoopGroup(loops)
          .addService(Orders.SERVICE.bind(RpcDemoServer::place))
          .build();
    }

    @Override
    ManagedChannel channel(Path directory) {
      return NettyChannelBuilder.forAddress(address(directory))
          .channelType(EpollDomainSocketChannel.class)
          .eventLoopGroup(loops())
          .usePlaintext()
          .build();
    }

    private static DomainSocketAddress address(Path directory) {
      return new DomainSocketAddress(directory.resolve("socket").toFile());
    }

    private static EventLoopGroup loops() {
      return new MultiThreadIoEventLoopGroup(EpollIoHandler.newFactory());
    }
  },

  SHARED_MEMORY {
    @Override
    Server server(Path directory) {
      return ShmServerBuilder.forPath(directory.resolve("orders"))
          .addService(Orders.SERVICE.bind(RpcDemoServer::place))
          .build();
    }

    @Override
    ManagedChannel channel(Path directory) {
      return ShmChannelBuilder.forPath(directory.resolve("orders")).build();
    }
  };

  /// Silences Netty's warnings about gRPC options that only TCP supports.
  private static final Logger NETTY = Logger.getLogger("io.netty.bootstrap");

  static {
    NETTY.setLevel(Level.SEVERE);
  }

  /// Returns a server that has not started.
  abstract Server server(Path directory);

  /// Returns a channel to the server.
  abstract ManagedChannel channel(Path directory);
}
