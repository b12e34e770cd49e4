// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Collects a message, and compresses it as a whole when the stream is closed, so that the frame
/// states the length of its content and no window is allocated.
final class CompressingStream extends OutputStream {

  private final Codec codec;
  private final OutputStream target;
  private @Nullable PooledArray pooled = PooledArray.take();
  private int length;

  CompressingStream(Codec codec, OutputStream target) {
    this.codec = codec;
    this.target = target;
  }

  @Override
  public void write(int value) throws IOException {
    room(1)[length++] = (byte) value;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    System.arraycopy(bytes, offset, room(count), length, count);
    length += count;
  }

  /// Returns the array, with room for more bytes.
  private byte[] room(int count) throws IOException {
    PooledArray open = pooled;
    if (open == null) {
      throw new IOException("the stream of the message is closed");
    }
    return open.withRoom(length, count);
  }

  @Override
  public void close() throws IOException {
    PooledArray content = pooled;
    if (content == null) {
      return;
    }
    pooled = null;
    PooledArray compressed = null;
    try (target) {
      compressed = PooledArray.take();
      long most = codec.maxCompressedLength(length);
      if (most > PooledArray.MOST_BYTES) {
        throw new IOException("a message of " + length + " bytes is too long to be compressed");
      }
      ByteBuffer room = compressed.apply((int) most);
      MemorySegment source = MemorySegment.ofArray(content.array());
      int written =
          (int)
              codec.compress(source, 0, length, MemorySegment.ofBuffer(room), 0, room.remaining());
      target.write(compressed.array(), 0, written);
    } catch (CompressionException e) {
      throw new IOException("cannot compress a message: " + e.getMessage(), e);
    } finally {
      content.giveBack();
      if (compressed != null) {
        compressed.giveBack();
      }
    }
  }
}
