// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The stream of [SegueBytes]. It owns nothing, so it need not be closed.
final class BytesStream extends ByteArrayInputStream
    implements KnownLength, Drainable, HasByteBuffer {

  private final SegueBytes message;
  private final int start;

  BytesStream(SegueBytes message, byte[] array, int offset, int size) {
    super(array, offset, size);
    this.message = message;
    this.start = offset;
  }

  /// Returns the bytes that were not read, without copying them.
  SegueBytes rest() {
    return message.slice(pos - start, count - pos);
  }

  @Override
  public int drainTo(OutputStream target) throws IOException {
    int some = count - pos;
    target.write(buf, pos, some);
    pos = count;
    return some;
  }

  @Override
  public boolean byteBufferSupported() {
    return true;
  }

  @Override
  public @Nullable ByteBuffer getByteBuffer() {
    return pos == count ? null : rest().asByteBuffer();
  }
}
