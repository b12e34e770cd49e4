// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A Unix domain socket; both ends block.
final class SocketWire extends Wire {

  private final SocketChannel socket;
  private final ByteBuffer source;
  private final ByteBuffer target;
  private final MemorySegment arrived;

  SocketWire(boolean client, Path directory, int length) throws IOException {
    super(length);
    source = message.asByteBuffer();
    target = ByteBuffer.allocateDirect(length);
    arrived = MemorySegment.ofBuffer(target);
    Path path = directory.resolve("socket");
    if (client) {
      Path unfinished = directory.resolve("socket.new");
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(unfinished));
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        socket = server.accept();
      }
    } else {
      SharedFiles.await(path);
      socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
    }
  }

  @Override
  boolean trySend() {
    source.clear();
    try {
      while (source.hasRemaining()) {
        socket.write(source);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  @Override
  boolean tryReceive() {
    target.clear();
    try {
      while (target.hasRemaining()) {
        if (socket.read(target) < 0) {
          throw new IOException("the other end has closed");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    read(arrived);
    return true;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
