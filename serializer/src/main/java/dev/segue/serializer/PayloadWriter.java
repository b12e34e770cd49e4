// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.schema.Schema;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
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
/// Each object is serialized into an array that the writer keeps and reuses, and then passed to the
/// stream in one piece; nothing else is allocated. An array of more than 1 MiB is kept as long as
/// objects of about that size keep coming, and the garbage collector may clear it sooner. An object
/// that does not fit is written again to a larger array; its hooks (`writeReplace`,
/// `writeExternal`, surrogates and the like) run once all the same. Nothing is held back: when
/// [#write] returns, the stream has all of it. Whether that flushes is up to the stream.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE] without a registry, an object carries its schema when
/// the writer has not written that schema before, and its fingerprint from then on. A reader that
/// joins in the middle of a stream (of a log, or of a multicast) waits for a schema to come again:
/// see [#announceSchemas]. Use a new writer for each connection, so that it begins with its
/// schemas.
///
/// **After an error.** An object that cannot be serialized leaves nothing in the stream, and the
/// next one can be written. A stream that has failed may have taken a part of an object, which no
/// reader could skip: every later write and flush is an [IOException], caused by the first.
///
/// One thread at a time may use a writer; a second one gets an [IllegalStateException]. Many
/// writers may share one serializer. A blocking stream blocks the thread that writes, virtual or
/// not, and no lock is held meanwhile.
public final class PayloadWriter implements Closeable, Flushable {

  private static final String REMEDY =
      "allow more with writer(stream, maxPayloadBytes), and as much with reader(stream,"
          + " maxPayloadBytes) where it is read";

  private final Payload payload;
  private final Payload brief;
  private final Set<Schema> announced = Collections.newSetFromMap(new IdentityHashMap<>());
  private final OutputStream stream;
  private final int maxPayloadBytes;
  private final GrowingArray scratch = new GrowingArray();
  private final OneAtATime use = new OneAtATime("writer");
  private @Nullable IOException failed;
  private boolean closed;

  PayloadWriter(Payload payload, OutputStream stream, int maxPayloadBytes) {
    this.payload = payload;
    this.brief = payload.brief();
    this.stream = Objects.requireNonNull(stream, "stream");
    this.maxPayloadBytes = GrowingArray.requireMaximum(maxPayloadBytes);
  }

  /// Writes an object graph after those before.
  ///
  /// @param value the root; of a registered class, a type of the JDK, or null
  /// @return how many bytes it took
  /// @throws SerializationException if the object cannot be serialized, or takes more bytes than
  ///   allowed; then the stream has got nothing, and the next object can be written
  /// @throws IOException if the stream fails, which may have taken a part of it, or has failed
  ///   before, or this writer is closed
  /// @throws IllegalStateException if another call has not ended
  public int write(@Nullable Object value) throws IOException {
    use.begin();
    try {
      requireSound();
      Schema schema = payload.carried(value);
      boolean isKnown = schema != null && announced.contains(schema);
      int length = scratch.write(isKnown ? brief : payload, value, maxPayloadBytes, REMEDY);
      send(length);
      if (schema != null && !isKnown) {
        announced.add(schema);
      }
      return length;
    } finally {
      scratch.trim();
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
  /// @throws IllegalStateException if another call has not ended
  public void announceSchemas() {
    use.begin();
    announced.clear();
    use.end();
  }

  /// Flushes the stream.
  ///
  /// @throws IOException if the stream fails or has failed before, or this writer is closed
  /// @throws IllegalStateException if another call has not ended
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

  /// Closes the stream. Closing again does nothing.
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
          "the stream failed earlier, and may hold a part of an object; begin a new one", failed);
    }
  }
}
