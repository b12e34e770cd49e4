// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// A message in several pieces of a transport's memory.
final class Pieces extends InputStream implements KnownLength, HasByteBuffer {
  private final ByteBuffer content;
  private final int piece;
  int buffers;
  int reads;

  Pieces(ByteBuffer content, int piece) {
    this.content = content;
    this.piece = piece;
  }

  @Override
  public int available() {
    return content.remaining();
  }

  @Override
  public boolean byteBufferSupported() {
    return true;
  }

  @Override
  public ByteBuffer getByteBuffer() {
    buffers++;
    return content.slice(content.position(), Math.min(piece, content.remaining()));
  }

  @Override
  public int read() {
    reads++;
    return content.hasRemaining() ? content.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    reads++;
    if (!content.hasRemaining()) {
      return -1;
    }
    int some = Math.min(Math.min(length, piece), content.remaining());
    content.get(bytes, offset, some);
    return some;
  }

  /// Returns the bytes in native memory.
  static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
