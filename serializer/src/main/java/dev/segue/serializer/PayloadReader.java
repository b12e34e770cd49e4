// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.payload.Payload;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads objects from a stream, one payload after the other, as a [PayloadWriter] writes them.
///
/// {@snippet :
/// try (var reader = serializer.reader(socket.getInputStream())) {
///   reader.forEach(Order.class, order -> handle(order));
/// }
/// }
///
/// The reader consumes exactly the bytes of the payloads it returns and never reads past the end of
/// one, so other data may follow on the same stream. (A call of [#hasNext] may have taken the first
/// bytes of the next payload.) An object takes at least two reads of the stream, the first of 17
/// bytes. From a file, where a read is a system call, small objects are several times as fast
/// through a [java.io.BufferedInputStream], which reads ahead. It does not matter in how small
/// pieces the bytes arrive, nor whether the stream fails in between: after an [IOException] such as
/// a timeout, the next call continues where the last one stopped.
///
/// **Untrusted input.** A length that is announced but does not arrive takes no memory: the array
/// that bytes are gathered in is doubled as they arrive, up to the maximum of
/// [Serializer#reader(InputStream, int)]. Up to 1 MiB of it is kept for the next object; more only
/// as long as objects of about that size keep coming, and until the garbage collector clears it.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE], an object may refer to a schema that came with an
/// earlier one. A reader that joins late gets a [Kind#UNKNOWN_SCHEMA] for each object until its
/// schema comes again; the objects in between are skipped. Up to 64 schemas of a stream are kept,
/// of 4 MiB together, besides those that the serializer keeps.
///
/// **After an error.** A rejected object has been read completely, and the next call reads the next
/// object. This holds for a class that is not registered, another type than expected, null where
/// [#read(Class)] expects an object, a mismatch of schemas and corrupt contents. If a header is
/// invalid or announces more bytes than allowed, or if the stream ends within a payload, the reader
/// cannot find the next object: every later call fails, including [#hasNext]. In a log whose last
/// object was cut off by a crash, [#position] is then where to truncate it, so that it can be
/// appended to.
///
/// One thread at a time may use a reader; a second one gets an [IllegalStateException]. Many
/// readers may share one serializer. A blocking stream blocks the thread that reads, virtual or
/// not, and no lock is held meanwhile. Offsets of errors count from the start of the payload.
public final class PayloadReader implements Closeable {

  private static final int MOST_RECALLS = 8;

  /// What every payload takes.
  private static final int LEAST_BYTES = Header.BYTES + Header.TRAILER_BYTES;

  private final Payload payload;
  private final Reading reading;
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

  PayloadReader(Payload payload, Reading reading, InputStream stream, int maxPayloadBytes) {
    this.payload = payload;
    this.reading = reading;
    this.stream = Objects.requireNonNull(stream, "stream");
    this.maxPayloadBytes = GrowingArray.requireMaximum(maxPayloadBytes);
  }

  /// Whether there is another object. Waits until the stream has a byte or ends.
  ///
  /// @return false if the stream ends here. If it ends within a payload this returns true, and
  ///   reading that payload fails
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
  /// @return the root
  /// @throws EOFException if the stream has ended, as [#hasNext] finds out
  /// @throws SerializationException if the stream ends within the payload, or the payload is longer
  ///   than allowed, or as [Serializer#read(java.lang.foreign.MemorySegment, long, Class)] does
  /// @throws IOException if the stream fails, or this reader is closed
  /// @throws IllegalStateException if another call has not ended
  public <T> T read(Class<T> type) throws IOException {
    return Reading.required(readOrNull(type), type, 0);
  }

  /// Reads the next object graph, which is of a generic type, as [#read(Class)] does.
  ///
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as there, or if the root holds what its type arguments exclude
  /// @throws IOException as there
  public <T> T read(TypeRef<T> type) throws IOException {
    return Reading.required(readOrNull(type), type, 0);
  }

  /// Reads the next object graph, which may be null, as [#read(Class)] does otherwise.
  ///
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws IOException as there
  public <T> @Nullable T readOrNull(Class<T> type) throws IOException {
    Class<T> boxed = Reading.boxed(Objects.requireNonNull(type, "type"));
    return boxed.cast(readNext(boxed));
  }

  /// Reads the next object graph, which is of a generic type and may be null, as [#read(TypeRef)]
  /// does otherwise.
  ///
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws IOException as there
  public <T> @Nullable T readOrNull(TypeRef<T> type) throws IOException {
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    return reading.checked(readNext(raw), type);
  }

  /// Reads all further objects up to the end of the stream, and calls a consumer with each, in this
  /// thread. If an object cannot be read, or the consumer throws, this ends with that exception; a
  /// later call continues with the next object.
  ///
  /// @param type what each root must be; any supertype of it will do
  /// @param consumer what gets them
  /// @param <T> that type
  /// @throws SerializationException as [#read(Class)] does
  /// @throws IOException as there
  public <T> void forEach(Class<T> type, Consumer<? super T> consumer) throws IOException {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(consumer, "consumer");
    while (hasNext()) {
      consumer.accept(read(type));
    }
  }

  private @Nullable Object readNext(Class<?> type) throws IOException {
    use.begin();
    try {
      if (!isThereMore()) {
        throw new EOFException("the stream has ended: there is no further object");
      }
      return readPayload(type);
    } finally {
      use.end();
    }
  }

  private @Nullable Object readPayload(Class<?> type) throws IOException {
    require(Header.BYTES, LEAST_BYTES);
    int length = length();
    require(length, length);
    scratch.uses(length);
    filled = 0;
    position += length;
    try {
      announced.note(scratch.array(), length);
      return read(length, type);
    } finally {
      scratch.trim();
    }
  }

  /// Returns how many bytes this reader has consumed as whole payloads, including those that were
  /// rejected: the offset of the next object from where the reader began.
  ///
  /// @return a number of bytes; those of an incomplete payload do not count
  public long position() {
    return position;
  }

  /// Other streams may have made the serializer forget the schema that this one has announced, and
  /// may do so again before it is used.
  private @Nullable Object read(int length, Class<?> type) {
    for (int recalls = 0; ; recalls++) {
      try {
        return payload.read(scratch.array(), 0, length, type, false, null);
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
          payload.byteSize(ByteArrays.getInt(header, 0), ByteArrays.getInt(header, Header.ROOT), 0);
      if (length <= maxPayloadBytes) {
        return (int) length;
      }
      throw new SerializationException(
          Kind.LIMIT_EXCEEDED,
          "a payload of "
              + length
              + " bytes is announced, and maxPayloadBytes="
              + maxPayloadBytes
              + "; to read it, build the reader with reader(stream, maxPayloadBytes)",
          Header.ROOT);
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
