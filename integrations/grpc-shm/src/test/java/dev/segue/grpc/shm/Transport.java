// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;

/// The transport under test, and gRPC's own transport, the reference.
enum Transport {
  SHARED_MEMORY {
    @Override
    boolean isAvailable() {
      return true;
    }

    @Override
    ServerBuilder<?> server(Path path) {
      return ShmServerBuilder.forPath(path);
    }

    @Override
    ManagedChannelBuilder<?> channel(Path path) {
      return ShmChannelBuilder.forPath(path);
    }
  },

  SOCKET {
    @Override
    boolean isAvailable() {
      return Epoll.isAvailable();
    }

    @Override
    ServerBuilder<?> server(Path path) {
      return NettyServerBuilder.forAddress(new DomainSocketAddress(path.toFile()))
          .bossEventLoopGroup(Loops.SERVER)
          .workerEventLoopGroup(Loops.SERVER)
          .channelType(EpollServerDomainSocketChannel.class);
    }

    @Override
    ManagedChannelBuilder<?> channel(Path path) {
      return NettyChannelBuilder.forAddress(new DomainSocketAddress(path.toFile()))
          .eventLoopGroup(Loops.CLIENT)
          .channelType(EpollDomainSocketChannel.class)
          .usePlaintext();
    }
  };

  /// Daemon threads that the tests share.
  private static final class Loops {
    static final EventLoopGroup SERVER = create("socket-server");
    static final EventLoopGroup CLIENT = create("socket-client");

    private Loops() {}

    private static EventLoopGroup create(String name) {
      return new MultiThreadIoEventLoopGroup(
          2, new DefaultThreadFactory(name, true), EpollIoHandler.newFactory());
    }
  }

  abstract boolean isAvailable();

  abstract ServerBuilder<?> server(Path path);

  abstract ManagedChannelBuilder<?> channel(Path path);
}
