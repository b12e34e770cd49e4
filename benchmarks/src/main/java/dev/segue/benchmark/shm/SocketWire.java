// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A Unix domain socket; both ends block. Each message is preceded by its length; a read takes all
/// available bytes at once.
final class SocketWire extends Wire {
  private static final int LEAST_BUFFER_BYTES = 64 << 10;

  private final SocketChannel socket;
  private final ByteBuffer head = ByteBuffer.allocateDirect(Integer.BYTES);
  private final ByteBuffer source;
  private final ByteBuffer[] both;
  private final ByteBuffer taken;
  private final MemorySegment takenMemory;

  SocketWire(boolean client, Path directory, Content content) throws IOException {
    super(content);
    source = message.asByteBuffer();
    both = new ByteBuffer[] {head, source};
    int capacity = Math.max(LEAST_BUFFER_BYTES, Integer.BYTES + content.mostBytes());
    taken = ByteBuffer.allocateDirect(capacity).limit(0);
    takenMemory = MemorySegment.ofBuffer(taken.duplicate().clear());
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
  boolean trySend() throws IOException {
    head.clear().putInt(length()).flip();
    source.clear().limit(length());
    while (source.hasRemaining()) {
      socket.write(both);
    }
    return true;
  }

  @Override
  boolean tryReceive() throws IOException {
    take(Integer.BYTES);
    int length = taken.getInt();
    take(length);
    read(takenMemory, taken.position(), length);
    taken.position(taken.position() + length);
    return true;
  }

  /// Waits until the given number of bytes is available.
  private void take(int bytes) throws IOException {
    if (taken.remaining() >= bytes) {
      return;
    }
    taken.compact();
    while (taken.position() < bytes) {
      if (socket.read(taken) < 0) {
        throw new IOException("the other process has closed the connection");
      }
    }
    taken.flip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
