// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.grpc.shm.ShmChannelBuilder;
import dev.segue.grpc.shm.ShmServerBuilder;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/// The measured gRPC transports, each with its default executors, waiting and windows.
enum CallTransport {
  /// Shared memory.
  SHM("grpc-shm") {
    @Override
    ServerBuilder<?> server(Path directory) {
      return ShmServerBuilder.forPath(directory.resolve("calls"));
    }

    @Override
    ManagedChannelBuilder<?> channel(Path directory, int port) {
      return ShmChannelBuilder.forPath(directory.resolve("calls"));
    }
  },
  /// Netty over a Unix domain socket, with epoll.
  UNIX_SOCKET("grpc-uds") {
    @Override
    ServerBuilder<?> server(Path directory) {
      return NettyServerBuilder.forAddress(socket(directory))
          .channelType(EpollServerDomainSocketChannel.class)
          .bossEventLoopGroup(loops(1))
          .workerEventLoopGroup(loops(0));
    }

    @Override
    ManagedChannelBuilder<?> channel(Path directory, int port) {
      return NettyChannelBuilder.forAddress(socket(directory))
          .channelType(EpollDomainSocketChannel.class)
          .eventLoopGroup(loops(0))
          .usePlaintext();
    }

    private static DomainSocketAddress socket(Path directory) {
      return new DomainSocketAddress(directory.resolve("socket").toFile());
    }

    private static MultiThreadIoEventLoopGroup loops(int threads) {
      return new MultiThreadIoEventLoopGroup(threads, EpollIoHandler.newFactory());
    }
  },
  /// Netty over TCP on the loopback interface. gRPC chooses epoll itself.
  LOOPBACK("grpc-tcp") {
    @Override
    ServerBuilder<?> server(Path directory) {
      return NettyServerBuilder.forAddress(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    ManagedChannelBuilder<?> channel(Path directory, int port) {
      return NettyChannelBuilder.forAddress(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
          .usePlaintext();
    }
  },
  /// gRPC's in-process transport, which serializes nothing: a reference.
  IN_PROCESS("grpc-inprocess") {
    @Override
    ServerBuilder<?> server(Path directory) {
      return InProcessServerBuilder.forName(directory.toString());
    }

    @Override
    ManagedChannelBuilder<?> channel(Path directory, int port) {
      return InProcessChannelBuilder.forName(directory.toString());
    }
  };

  /// Its name in options and results.
  final String key;

  CallTransport(String key) {
    this.key = key;
  }

  /// Returns a builder of a server.
  ///
  /// @param directory for its files
  abstract ServerBuilder<?> server(Path directory);

  /// Returns a builder of a channel to the server.
  ///
  /// @param port the server's, if it has one
  abstract ManagedChannelBuilder<?> channel(Path directory, int port);

  /// Returns whether server and client are two processes.
  boolean hasTwoProcesses() {
    return this != IN_PROCESS;
  }

  static CallTransport of(String key) {
    return ProcessSettings.transport(key, values(), transport -> transport.key);
  }
}
