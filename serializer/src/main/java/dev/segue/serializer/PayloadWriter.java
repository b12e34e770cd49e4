// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.growing.Growing;
import dev.segue.serializer.internal.growing.GrowingArray;
import dev.segue.serializer.internal.growing.GrowingCall;
import dev.segue.serializer.internal.payload.Announced;
import dev.segue.serializer.internal.payload.Payload;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes objects to a stream, one payload after the other. A payload states its own length, so
/// there is nothing in between, and a [PayloadReader] also reads payloads that were written by
/// other means.
///
/// {@snippet :
/// try (var writer = serializer.writer(socket.getOutputStream())) {
///   writer.write(order);
/// }
/// }
///
/// Each object is serialized into an array that the writer reuses, and then passed to the stream in
/// one piece; nothing else is allocated. An array of more than 1 MiB is kept while objects of about
/// that size keep coming, and the garbage collector may clear it sooner. An object that does not
/// fit is written again to a larger array, but its hooks (`writeReplace`, `writeExternal`,
/// surrogates and the like) run only once. When [#write] returns, the stream has the whole object;
/// the writer buffers nothing and does not flush the stream.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE] without a registry, the first object of a schema carries
/// the schema, and later ones only its fingerprint. In [SchemaMode#CONSISTENT], the same applies to
/// the names of classes that [rules][SerializerBuilder#allow] allow. A reader that joins in the
/// middle of a stream (of a log, or of a multicast) has to wait until the schema comes again: see
/// [#announceSchemas]. Use a new writer for each connection, so that each begins with its schemas.
///
/// **After an error.** If an object cannot be serialized, nothing is written to the stream, and the
/// next object can be written. If the stream fails, it may have taken a part of an object, which no
/// reader could skip: every later write and flush then throws an [IOException], caused by the
/// first.
///
/// One thread at a time may use a writer; a second one gets an [IllegalStateException]. Many
/// writers may share one serializer. A blocking stream blocks the writing thread, virtual or not,
/// and no lock is held meanwhile.
public final class PayloadWriter implements Closeable, Flushable {

  private static final String REMEDY =
      "allow more with writer(stream, maxPayloadBytes), and the same with reader(stream,"
          + " maxPayloadBytes) on the reading side";

  private final Growing growing;
  private final Announced announced = new Announced();
  private final OutputStream stream;
  private final int maxPayloadBytes;
  private final GrowingCall scratch = GrowingCall.create();
  private final OneAtATime use = new OneAtATime("writer");
  private @Nullable IOException failed;
  private boolean closed;

  PayloadWriter(Growing growing, Payload payload, OutputStream stream, int maxPayloadBytes) {
    this.growing = growing.of(payload.announcing(announced));
    this.stream = Objects.requireNonNull(stream, "stream");
    this.maxPayloadBytes = GrowingArray.requireMaximum(maxPayloadBytes);
  }

  /// Writes an object graph.
  ///
  /// @param value the root: an object of a registered class or of a supported JDK type, or null
  /// @return the number of bytes written
  /// @throws SerializationException if the object cannot be serialized, or takes more bytes than
  ///   allowed; nothing is written then, and the next object can be written
  /// @throws IOException if the stream fails, which may have taken a part of the object, or has
  ///   failed before, or this writer is closed
  /// @throws IllegalStateException if another call is in progress
  public int write(@Nullable Object value) throws IOException {
    use.begin();
    try {
      requireSound();
      announced.begin();
      int length = growing.write(value, scratch, maxPayloadBytes, REMEDY);
      send(length);
      announced.sent();
      return length;
    } finally {
      scratch.end();
      use.end();
    }
  }

  private void send(int length) throws IOException {
    try {
      stream.write(scratch.array(), 0, length);
    } catch (IOException e) {
      failed = e;
      throw e;
    }
  }

  /// Includes each schema again with the next object that uses it, so that a reader joining at that
  /// point can understand the stream. Call it at regular intervals, or at the start of each file or
  /// block.
  ///
  /// @throws IllegalStateException if another call is in progress
  public void announceSchemas() {
    use.begin();
    announced.clear();
    use.end();
  }

  /// Flushes the stream.
  ///
  /// @throws IOException if the stream fails or has failed before, or this writer is closed
  /// @throws IllegalStateException if another call is in progress
  @Override
  public void flush() throws IOException {
    use.begin();
    try {
      requireSound();
      stream.flush();
    } catch (IOException e) {
      failed = failed == null ? e : failed;
      throw e;
    } finally {
      use.end();
    }
  }

  /// Closes the stream. Closing it again has no effect.
  ///
  /// @throws IOException if the stream fails
  @Override
  public void close() throws IOException {
    closed = true;
    stream.close();
  }

  private void requireSound() throws IOException {
    if (closed) {
      throw new IOException("this writer is closed");
    }
    if (failed != null) {
      throw new IOException(
          "the stream failed earlier, and may hold a part of an object; use a new stream and writer",
          failed);
    }
  }
}
