// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.exec.Payload;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Writes objects to a stream, one payload behind the other. A payload tells its own length, so
/// nothing stands between them, and what an [ObjectReader] reads may as well be written by other
/// means.
///
/// Each object is serialized into an array that the writer keeps and reuses (up to 1 MiB of it),
/// and then given to the stream in one piece; nothing is allocated otherwise. Nothing is held back:
/// when [#write] returns, the stream has it all. Whether that flushes is up to the stream.
///
/// For one thread at a time; many writers may share one serializer. A blocking stream blocks the
/// thread that writes, virtual or not, and no lock is held meanwhile.
public final class ObjectWriter implements AutoCloseable {

  private final Payload payload;
  private final OutputStream stream;
  private final int maxPayloadBytes;
  private final GrowingArray scratch = new GrowingArray();
  private boolean closed;

  ObjectWriter(Payload payload, OutputStream stream, int maxPayloadBytes) {
    this.payload = payload;
    this.stream = stream;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /// Writes an object graph behind the ones before.
  ///
  /// @param value the root; of a registered class, a type of the JDK, or null
  /// @return how many bytes it took
  /// @throws SerializationException if the object cannot be serialized, or takes more bytes than
  ///   allowed; nothing has been given to the stream then, and the next object can be written
  /// @throws IOException if the stream fails, which may have taken a part of it, or this writer is
  ///   closed
  public int write(@Nullable Object value) throws IOException {
    requireOpen();
    try {
      int length = scratch.write(payload, value, maxPayloadBytes);
      stream.write(scratch.array(), 0, length);
      return length;
    } finally {
      scratch.trim();
    }
  }

  /// Flushes the stream.
  ///
  /// @throws IOException if the stream fails, or this writer is closed
  public void flush() throws IOException {
    requireOpen();
    stream.flush();
  }

  /// Closes the stream. Closing again does nothing.
  ///
  /// @throws IOException if the stream fails
  @Override
  public void close() throws IOException {
    closed = true;
    stream.close();
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("this writer is closed");
    }
  }
}
