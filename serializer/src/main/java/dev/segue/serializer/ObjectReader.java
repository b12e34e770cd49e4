// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.memory.ByteArrays;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads objects from a stream, one payload behind the other, as an [ObjectWriter] writes them.
///
/// {@snippet :
/// try (var reader = serializer.reader(socket.getInputStream())) {
///   while (reader.hasNext()) {
///     handle(reader.read(Order.class));
///   }
/// }
/// }
///
/// Only the payloads' own bytes are taken from the stream, never one behind the end of the payload
/// asked for, so that something else may follow. (A call of [#hasNext] may have taken the first
/// bytes of the next payload.) An object takes two reads of the stream at least, the first of 17
/// bytes: from a file, where a read is a system call, small objects come several times as fast by
/// way of a [java.io.BufferedInputStream], which reads ahead. It does not matter in how small
/// pieces the bytes come, nor whether the stream fails in between: after an [IOException] such as a
/// timeout, the next call goes on where the last one stopped.
///
/// **What a hostile peer can do.** A length that is announced but does not come takes no memory:
/// the array that bytes are gathered in is doubled as they arrive, up to the maximum of
/// [Serializer#reader(InputStream, int)]. Up to 1 MiB of it is kept for the next object; more only
/// as long as objects of about that size keep coming, and until the garbage collector clears it.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE], an object may refer to a schema that came with an
/// earlier one. Who joins late gets a [Kind#UNKNOWN_SCHEMA] for each object until its schema comes
/// again; the objects in between are skipped. Up to 64 schemas of a stream are kept, of 4 MiB
/// together, besides what the serializer keeps.
///
/// **After an error.** An object that was rejected has been read whole, and the next call reads the
/// next object: so for a class that is not registered, another type than expected, a mismatch of
/// schemas, corrupt contents. If the header itself is none, or announces more than is allowed, or
/// the stream ends in the middle of a payload, there is no next object to go on with: all further
/// calls fail, [#hasNext] too. In a log whose last object was cut off by a crash, [#position] is
/// then where to truncate it, so that it can be appended to.
///
/// For one thread at a time, which a second one learns from an [IllegalStateException]; many
/// readers may share one serializer. A blocking stream blocks the thread that reads, virtual or
/// not, and no lock is held meanwhile. Offsets of errors count from the start of the payload.
public final class ObjectReader implements AutoCloseable {

  private static final int MOST_RECALLS = 8;

  /// What every payload takes.
  private static final int LEAST_BYTES = Payload.HEADER_BYTES + Payload.TRAILER_BYTES;

  private final Payload payload;
  private final InputStream stream;
  private final int maxPayloadBytes;
  private final GrowingArray scratch = new GrowingArray();

  private final AnnouncedSchemas announced = new AnnouncedSchemas();

  /// Bytes of the next payload that are there.
  private int filled;

  /// Where the last whole payload ended.
  private long position;

  private @Nullable SerializationException lost;
  private final OneAtATime use = new OneAtATime("reader");
  private boolean closed;

  ObjectReader(Payload payload, InputStream stream, int maxPayloadBytes) {
    this.payload = payload;
    this.stream = stream;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /// Whether there is another object, or the stream ends here. Waits until the stream says.
  ///
  /// @return false at the end of the stream, if that is behind a whole payload or there is none; if
  ///   it is in the middle of one, that is for [#read] to tell
  /// @throws SerializationException if an earlier call has failed for good
  /// @throws IOException if the stream fails, or this reader is closed
  /// @throws IllegalStateException if another call has not ended
  public boolean hasNext() throws IOException {
    use.begin();
    try {
      return isThereMore();
    } finally {
      use.end();
    }
  }

  private boolean isThereMore() throws IOException {
    requireOpen();
    if (lost != null) {
      throw new SerializationException(
          lost.kind(), "reading has failed before: " + lost.getMessage(), lost);
    }
    return filled > 0 || fill(1, LEAST_BYTES);
  }

  /// Reads the next object graph.
  ///
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws EOFException if the stream ends before a first byte of it, as [#hasNext] tells
  /// @throws SerializationException if the stream ends in the middle of the payload, or the payload
  ///   is longer than allowed, or as [Serializer#read(java.lang.foreign.MemorySegment, long,
  ///   Class)] does
  /// @throws IOException if the stream fails, or this reader is closed
  /// @throws IllegalStateException if another call has not ended
  public <T> @Nullable T read(Class<T> type) throws IOException {
    Objects.requireNonNull(type, "type");
    use.begin();
    try {
      return readNext(type);
    } finally {
      use.end();
    }
  }

  private <T> @Nullable T readNext(Class<T> type) throws IOException {
    if (!isThereMore()) {
      throw new EOFException("the stream has ended: there is no further object");
    }
    require(Payload.HEADER_BYTES, LEAST_BYTES);
    int length = length();
    require(length, length);
    scratch.uses(length);
    filled = 0;
    position += length;
    try {
      announced.note(scratch.array(), length);
      return type.cast(read(length, type));
    } finally {
      scratch.trim();
    }
  }

  /// How many bytes the objects took that have been read so far, those included that were read
  /// whole and then rejected: the offset of the next one from where this reader began.
  ///
  /// @return a number of bytes, which does not count those of an object that is not there as a
  ///   whole
  public long position() {
    return position;
  }

  /// Other streams may have made the serializer forget the schema that this one has announced, and
  /// may do so again before it is used.
  private @Nullable Object read(int length, Class<?> type) {
    for (int recalls = 0; ; recalls++) {
      try {
        return payload.read(scratch.array(), 0, length, type);
      } catch (SerializationException e) {
        if (e.kind() != Kind.UNKNOWN_SCHEMA
            || recalls == MOST_RECALLS
            || !announced.recall(scratch.array(), length, payload)) {
          throw e;
        }
      }
    }
  }

  /// The length that the header announces, if that is one to wait for.
  private int length() {
    byte[] header = scratch.array();
    try {
      long length =
          payload.byteSize(
              ByteArrays.getInt(header, 0), ByteArrays.getInt(header, Payload.ROOT), 0);
      if (length <= maxPayloadBytes) {
        return (int) length;
      }
      throw new SerializationException(
          Kind.TOO_LARGE,
          "a payload of "
              + length
              + " bytes is announced, and maxPayloadBytes="
              + maxPayloadBytes
              + "; to read it, build the reader with reader(stream, maxPayloadBytes)",
          Payload.ROOT);
    } catch (SerializationException e) {
      lost = e;
      throw e;
    }
  }

  private void require(int length, int most) throws IOException {
    if (!fill(length, most)) {
      lost =
          new SerializationException(
              Kind.MALFORMED_INPUT,
              "truncated: the stream ends in the middle of a payload, "
                  + (length - filled)
                  + " bytes early",
              filled);
      throw lost;
    }
  }

  /// Reads until at least this many bytes of the payload are there.
  ///
  /// @return false if the stream ends before
  private boolean fill(int least, int most) throws IOException {
    while (filled < least) {
      if (filled == scratch.array().length) {
        scratch.grow(filled, most);
      }
      int room = Math.min(scratch.array().length, most) - filled;
      int read = stream.read(scratch.array(), filled, room);
      if (read < 0) {
        return false;
      }
      filled += read;
    }
    return true;
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
      throw new IOException("this reader is closed");
    }
  }
}
