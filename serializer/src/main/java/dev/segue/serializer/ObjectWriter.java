// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes objects to a stream, one payload behind the other. A payload tells its own length, so
/// nothing stands between them, and what an [ObjectReader] reads may as well be written by other
/// means.
///
/// Each object is serialized into an array that the writer keeps and reuses, and then given to the
/// stream in one piece; nothing is allocated otherwise. An array of more than 1 MiB is kept as long
/// as objects of about that size keep coming, and the garbage collector may clear it sooner. Where
/// an object does not fit, it is written again to a larger array; its hooks (`writeReplace`,
/// `writeExternal`, codecs of one's own and the like) run once all the same. Nothing is held back:
/// when [#write] returns, the stream has it all. Whether that flushes is up to the stream.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE] without a registry, an object carries its schema when
/// the writer has not written that schema before, and its fingerprint from then on. Who begins to
/// read in the middle of a stream (of a log, or of a multicast) waits for a schema to come again:
/// see [#announceSchemas]. A writer for a new connection is a new one, and begins with its schemas.
///
/// **After an error.** An object that cannot be serialized leaves nothing in the stream, and the
/// next one can be written. A stream that has failed may have taken a part of an object, which no
/// reader could skip: every later write and flush is an [IOException], caused by the first.
///
/// For one thread at a time, which a second one learns from an [IllegalStateException]; many
/// writers may share one serializer. A blocking stream blocks the thread that writes, virtual or
/// not, and no lock is held meanwhile.
public final class ObjectWriter implements AutoCloseable {

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

  ObjectWriter(Payload payload, OutputStream stream, int maxPayloadBytes) {
    this.payload = payload;
    this.brief = payload.brief();
    this.stream = stream;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /// Writes an object graph behind the ones before.
  ///
  /// @param value the root; of a registered class, a type of the JDK, or null
  /// @return how many bytes it took
  /// @throws SerializationException if the object cannot be serialized, or takes more bytes than
  ///   allowed; nothing has been given to the stream then, and the next object can be written
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

  /// Makes the next object of each schema carry it again, so that who joins from there on
  /// understands the stream: called every so many objects, or at the beginning of each file or
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
