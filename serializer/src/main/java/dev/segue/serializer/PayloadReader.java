// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.growing.GrowingArray;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.payload.Payload;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads objects from a stream that a [PayloadWriter] has written, one payload after the other.
///
/// {@snippet :
/// try (var reader = serializer.reader(socket.getInputStream())) {
///   reader.forEach(Order.class, order -> handle(order));
/// }
/// }
///
/// The reader consumes exactly the bytes of the payloads it returns and never reads past the end of
/// one, so other data may follow on the same stream. (A call of [#hasNext] may have consumed the
/// first bytes of the next payload.) An object takes at least two reads of the stream, the first of
/// 17 bytes. From a file, where a read is a system call, small objects are read several times as
/// fast through a [java.io.BufferedInputStream]. The bytes may arrive in pieces of any size, and
/// the stream may fail in between: after an [IOException] such as a timeout, the next call
/// continues where the last one stopped.
///
/// **Untrusted input.** An announced length allocates nothing by itself: the array for the bytes
/// doubles as they arrive, up to the maximum of [Serializer#reader(InputStream, int)]. An array of
/// up to 1 MiB is kept for the next object; a larger one is kept while objects of about that size
/// keep coming, and until the garbage collector clears it.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE], an object may refer to a schema that came with an
/// earlier one. A reader that joins late gets a [Kind#UNKNOWN_SCHEMA] for each object until its
/// schema comes again; the objects in between are skipped. A reader keeps up to 64 schemas of its
/// stream, of 4 MiB together, in addition to the schemas that the serializer keeps.
///
/// **After an error.** A rejected object has been read completely, and the next call reads the next
/// object. This applies to a class that is not registered, another type than expected, null where
/// [#read(Class)] expects an object, a mismatch of schemas and corrupt contents. If a header is
/// invalid or announces more bytes than allowed, or if the stream ends within a payload, the reader
/// cannot find the next object: every later call fails, including [#hasNext]. If a crash has cut
/// off the last object of a log, truncate the log to [#position] to append to it.
///
/// One thread at a time may use a reader; a second one gets an [IllegalStateException]. Many
/// readers may share one serializer. A blocking stream blocks the reading thread, virtual or not,
/// and no lock is held meanwhile. Offsets of errors count from the start of the payload.
public final class PayloadReader implements Closeable {

  /// The length of the shortest payload.
  private static final int LEAST_BYTES = Header.BYTES + Header.TRAILER_BYTES;

  private final Payload payload;
  private final Reading reading;
  private final InputStream stream;
  private final int maxPayloadBytes;
  private final GrowingArray scratch = GrowingArray.create();

  private final AnnouncedSchemas announced = new AnnouncedSchemas();

  /// The number of bytes of the next payload that have arrived.
  private int filled;

  /// The end of the last whole payload.
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

  /// Returns whether there is another object. Waits until the stream has a byte or ends.
  ///
  /// @return false if the stream ends here. If it ends within a payload, this returns true, and
  ///   reading that payload fails
  /// @throws SerializationException if an earlier call has failed permanently
  /// @throws IOException if the stream fails, or this reader is closed
  /// @throws IllegalStateException if another call is in progress
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
  /// @param type the type of the root, or any supertype of it
  /// @param <T> that type
  /// @return the root
  /// @throws EOFException if the stream has ended, which [#hasNext] reports
  /// @throws SerializationException if the stream ends within the payload, or the payload is longer
  ///   than allowed, or in the same cases as [Serializer#read(java.lang.foreign.MemorySegment,
  ///   long, Class)]
  /// @throws IOException if the stream fails, or this reader is closed
  /// @throws IllegalStateException if another call is in progress
  public <T> T read(Class<T> type) throws IOException {
    return Reading.required(readOrNull(type), type, 0);
  }

  /// Reads the next object graph as one of a generic type, as [#read(Class)] does.
  ///
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases, or if the root holds an object that its type
  ///   arguments exclude
  /// @throws IOException in the same cases
  public <T> T read(TypeRef<T> type) throws IOException {
    return Reading.required(readOrNull(type), type, 0);
  }

  /// Reads the next object graph, as [#read(Class)] does, or null.
  ///
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws IOException in the same cases
  public <T> @Nullable T readOrNull(Class<T> type) throws IOException {
    Class<T> boxed = Reading.boxed(Objects.requireNonNull(type, "type"));
    return boxed.cast(readNext(boxed));
  }

  /// Reads the next object graph as one of a generic type, as [#read(TypeRef)] does, or null.
  ///
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws IOException in the same cases
  public <T> @Nullable T readOrNull(TypeRef<T> type) throws IOException {
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    return reading.checked(readNext(raw), type);
  }

  /// Reads all remaining objects of the stream, and passes each to a consumer, in this thread. If
  /// an object cannot be read, or the consumer throws, this fails with that exception; a later call
  /// continues with the next object.
  ///
  /// @param type the type of each root, or any supertype of it
  /// @param consumer the consumer of the objects
  /// @param <T> that type
  /// @throws SerializationException in the same cases as [#read(Class)]
  /// @throws IOException in the same cases
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
      return announced.read(payload, scratch.array(), length, type);
    } finally {
      scratch.trim();
    }
  }

  /// Returns the number of bytes that this reader has consumed as whole payloads, including
  /// rejected ones: the offset of the next object from the position where the reader started.
  ///
  /// @return the number of bytes, excluding an incomplete payload
  public long position() {
    return position;
  }

  /// The length that the header announces.
  ///
  /// @throws SerializationException if it exceeds the maximum, or the header is invalid
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

  /// Reads until at least this many bytes of the payload have arrived.
  ///
  /// @return false if the stream ends first
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

  /// Closes the stream. Closing it again has no effect.
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
