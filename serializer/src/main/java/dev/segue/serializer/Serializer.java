// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.exec.Failures;
import dev.segue.serializer.exec.Handover;
import dev.segue.serializer.exec.Options;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.inspect.Explanation;
import dev.segue.serializer.inspect.Inspection;
import dev.segue.serializer.inspect.Known;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.view.ViewBase;
import dev.segue.serializer.view.ViewFactories;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Writes object graphs to memory segments, and reads them back.
///
/// A serializer is built once, with the classes it may meet, and then serves any number of threads,
/// platform or virtual: it is immutable. Writing to memory of the caller's allocates nothing (but
/// at times the segment of a direct [ByteBuffer]); reading allocates the objects. What has to be
/// written before its length is known ([#toBytes], [#copy]) goes through arrays that are kept for
/// the next call: never more than threads were at it at once, nor than eight or twice the
/// processors, whichever is more. Up to 1 MiB of each is kept for good. Larger ones are kept as
/// long as payloads of at least a quarter of their length keep coming, and the garbage collector
/// may clear them sooner (they are softly reachable); so are the tables of calls with more than
/// 4096 shared objects under [references][SerializerBuilder#references].
///
/// A payload that does not fit into the first array is written again to a larger one. Hooks (the
/// functions of a [TypeCodec]; `writeReplace`, `writeObject`, `writeExternal`; `size` and the
/// iterator of a registered collection) run once for each time an object is written, all the same.
///
/// Payloads are little-endian and need no alignment; `docs/format.md` describes them. Writer and
/// reader must register the same classes with the same numbers (see [SerializerBuilder#register]),
/// and have them in the same version: a difference is an error, never garbage.
///
/// {@snippet :
/// var serializer = Serializer.builder().register(Order.class, Item.class).build();
/// long written = serializer.write(order, segment, 0);
/// Order same = serializer.read(segment, 0, Order.class);
/// }
///
/// What cannot be written or read is a [SerializationException] with a kind, an offset and a path;
/// its documentation lists what else a call may throw. After either, the destination holds garbage
/// from the given offset on, and the serializer is as good as before.
public final class Serializer {

  /// The longest payload that a writer or reader of streams takes, unless told otherwise: 64 MiB.
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 64 << 20;

  private final Known known;
  private final Payload payload;
  private final ArrayPool arrays = new ArrayPool();
  private final Staging staging;
  private final ViewFactories views;

  private final SortedMap<Integer, Class<?>> registered;
  private final String description;

  /// @param options how it was built, in words
  Serializer(
      Known known,
      Payload payload,
      Map<Class<?>, Integer> ids,
      ViewFactories views,
      String options) {
    TypeRegistry registry = known.registry();
    this.known = known;
    this.payload = payload;
    this.staging = new Staging(payload, arrays);
    this.views = views;
    SortedMap<Integer, Class<?>> byId = new TreeMap<>();
    ids.forEach((type, id) -> byId.put(id, type));
    this.registered = Collections.unmodifiableSortedMap(byId);
    CRC32C checksum = new CRC32C();
    byId.forEach((id, type) ->
        checksum.update(
            "%d %s %08x\n"
                .formatted(
                    id, type.getName(), Objects.requireNonNull(registry.entry(type)).fingerprint())
                .getBytes(StandardCharsets.UTF_8)));
    this.description =
        "Serializer[classes=%d, registration=%08x, %s]"
            .formatted(byId.size(), checksum.getValue(), options);
  }

  /// Begins a serializer.
  ///
  /// @return a builder with the defaults
  public static SerializerBuilder builder() {
    return new SerializerBuilder();
  }

  /// Writes an object graph.
  ///
  /// @param value the root; of a registered class, a simple type of the JDK, or null
  /// @param destination where to; heap, native or mapped, writable, accessible by this thread
  /// @param offsetBytes where in it to begin
  /// @return how many bytes were written
  /// @throws SerializationException if the destination is too small, a class is not registered, or
  ///   objects are nested too deeply
  /// @throws IllegalArgumentException if the destination is read-only
  /// @throws IndexOutOfBoundsException if the offset is not in the destination
  /// @throws IllegalStateException if the destination's arena is closed
  /// @throws WrongThreadException if the destination belongs to another thread
  public long write(@Nullable Object value, MemorySegment destination, long offsetBytes) {
    Objects.requireNonNull(destination, "destination");
    long limit = destination.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination=" + destination + " is read-only");
    }
    byte[] array = Segments.bytesOf(destination);
    if (array != null) {
      int start = (int) destination.address();
      return write(value, array, start, (int) offsetBytes, start + (int) limit);
    }
    if (!destination.isNative()) {
      return staging.writeThroughArray(value, destination, offsetBytes);
    }
    return staging.write(value, destination, offsetBytes);
  }

  /// Writes to a part of an array.
  ///
  /// @param start where the part begins; what is wrong is told by offsets from there
  /// @param offset where in the part to begin
  /// @param limit where in the array the part ends
  /// @return how many bytes were written
  private int write(@Nullable Object value, byte[] array, int start, int offset, int limit) {
    int position = start + offset;
    try {
      return payload.write(value, array, position, limit) - position;
    } catch (SerializationException e) {
      throw e.relativeTo(start);
    }
  }

  /// Appends an object graph to a buffer, which grows as needed.
  ///
  /// @param value the root
  /// @param buffer where to; the payload begins at its [size][GrowableBuffer#byteSize] before
  /// @return how many bytes were written
  /// @throws SerializationException if the buffer may not grow as far as needed, or as
  ///   [#write(Object, MemorySegment, long)] does; the buffer's size is then what it was, its
  ///   capacity may be larger
  /// @throws IllegalStateException if the buffer is closed, or another write to it has not ended
  /// @throws WrongThreadException if the buffer belongs to another thread
  public long write(@Nullable Object value, GrowableBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return buffer.write(payload, value);
  }

  /// Writes an object graph between a buffer's position and its limit. The buffer's byte order does
  /// not matter: a payload is little-endian.
  ///
  /// @param value the root
  /// @param destination where to; on the heap, direct, or a slice of either. Its position moves
  ///   behind the payload, or stays if this fails
  /// @return how many bytes were written
  /// @throws SerializationException as [#write(Object, MemorySegment, long)] does; offsets count
  ///   from the buffer's position
  /// @throws IllegalArgumentException if the buffer is read-only
  public int write(@Nullable Object value, ByteBuffer destination) {
    Objects.requireNonNull(destination, "destination");
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination=" + destination + " is read-only");
    }
    int length =
        destination.hasArray()
            ? writeToArrayOf(destination, value)
            : staging.write(value, destination);
    destination.position(destination.position() + length);
    return length;
  }

  /// Without a segment, which a JIT that has seen many kinds of them may leave on the heap.
  private int writeToArrayOf(ByteBuffer buffer, @Nullable Object value) {
    int origin = buffer.arrayOffset();
    int start = origin + buffer.position();
    return write(value, buffer.array(), start, 0, origin + buffer.limit());
  }

  /// Writes an object graph, and hands large contents over instead of copying them: those of arrays
  /// of primitives (but `boolean`), [ByteBuffer] and [MemorySegment] that have at least as many
  /// bytes as [SerializerBuilder#outOfBand] says.
  ///
  /// The collector gets each of them in the order of the payload, as the memory that the object
  /// itself has: an array as [MemorySegment#ofArray(int[])] shows it, a buffer from its first byte
  /// to its capacity, a segment as it is. What is changed in it later is changed for the reader.
  /// The payload can be read only with the segments, or with copies of them in the same order, by
  /// [#read(MemorySegment, long, Class, OutOfBand)].
  ///
  /// @param value the root
  /// @param destination where the payload goes
  /// @param offsetBytes where in it to begin
  /// @param collector is called once for each content that is handed over, by this thread. If
  ///   writing fails, what it got until then is void
  /// @return how many bytes were written
  /// @throws SerializationException as [#write(Object, MemorySegment, long)] does
  /// @throws IllegalArgumentException if the destination is read-only
  /// @throws IndexOutOfBoundsException if the offset is not in the destination
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBand], or the destination's arena is closed
  /// @throws WrongThreadException if the destination belongs to another thread
  public long write(
      @Nullable Object value,
      MemorySegment destination,
      long offsetBytes,
      Consumer<? super MemorySegment> collector) {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(collector, "collector");
    Handover handover = Handover.to(collector, requireOutOfBand());
    long limit = destination.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination=" + destination + " is read-only");
    }
    byte[] array = Segments.bytesOf(destination);
    if (array != null) {
      int start = (int) destination.address();
      int position = start + (int) offsetBytes;
      try {
        int end = payload.writeOutOfBand(value, array, position, start + (int) limit, handover);
        return (long) end - position;
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    if (destination.isNative()) {
      return payload.writeOutOfBand(value, destination, offsetBytes, limit, handover) - offsetBytes;
    }
    array = new byte[(int) Math.min(limit - offsetBytes, GrowingArray.MAX_BYTES)];
    int length = payload.writeOutOfBand(value, array, 0, array.length, handover);
    MemorySegment.copy(array, 0, destination, ValueLayout.JAVA_BYTE, offsetBytes, length);
    return length;
  }

  /// Reads an object graph that was written [out of band][#write(Object, MemorySegment, long,
  /// Consumer)], or any other, if there are no segments.
  ///
  /// @param source where the payload is
  /// @param offsetBytes where in it the payload begins
  /// @param type what the root must be; any supertype of it will do
  /// @param segments what the collector got, in that order
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does; of the kind
  ///   [SEGMENT_MISMATCH][SerializationException.Kind#SEGMENT_MISMATCH] if the segments are not as
  ///   many as were collected, or one has another length
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBand], or the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public <T> @Nullable T read(
      MemorySegment source, long offsetBytes, Class<T> type, OutOfBand segments) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(type, "type");
    Handover handover = segments.handover();
    requireOutOfBand();
    long limit = source.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    byte[] array = Segments.bytesOf(source);
    if (array != null) {
      int start = (int) source.address();
      int position = start + (int) offsetBytes;
      try {
        return type.cast(
            payload.readOutOfBand(array, position, start + (int) limit, type, handover));
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    if (source.isNative()) {
      return type.cast(payload.readOutOfBand(source, offsetBytes, limit, type, handover));
    }
    byte[] copy = payload.copy(source, offsetBytes);
    return type.cast(payload.readOutOfBand(copy, 0, copy.length, type, handover));
  }

  private int requireOutOfBand() {
    int leastBytes = known.registry().options().outOfBandBytes();
    if (leastBytes == Options.IN_BAND) {
      throw new IllegalStateException(
          "contents beside the payload are off; build the serializer with .outOfBand(bytes)");
    }
    return leastBytes;
  }

  /// Reads an object graph.
  ///
  /// @param source where from; heap, native or mapped, accessible by this thread
  /// @param offsetBytes where in it the payload begins; bytes behind its end are not looked at
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws SerializationException if the bytes are no payload, are cut short or corrupt, were
  ///   written with other classes, or hold another type
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public <T> @Nullable T read(MemorySegment source, long offsetBytes, Class<T> type) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(type, "type");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    byte[] array = Segments.bytesOf(source);
    if (array != null) {
      int start = (int) source.address();
      try {
        return type.cast(
            payload.readLasting(array, start + (int) offsetBytes, start + (int) limit, type));
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    if (source.isNative()) {
      return type.cast(staging.read(source, offsetBytes, type));
    }
    try {
      return fromBytes(payload.copy(source, offsetBytes), type);
    } catch (SerializationException e) {
      throw e.relativeTo(-offsetBytes);
    }
  }

  /// Reads an object graph from a buffer's position on. The buffer's byte order does not matter.
  ///
  /// @param source where from; on the heap, direct, read-only, or a slice. Its position moves
  ///   behind the payload, or stays if this fails
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does; offsets count from
  ///   the buffer's position
  public <T> @Nullable T read(ByteBuffer source, Class<T> type) {
    Objects.requireNonNull(source, "source");
    MemorySegment segment = MemorySegment.ofBuffer(source);
    T value = read(segment, 0, type);
    source.position(source.position() + (int) payloadSize(segment, 0));
    return value;
  }

  /// Makes a view of payloads: an accessor that reads the fields that an interface names straight
  /// from memory, see [View]. Its code is generated when the first of its kind is made, and goes
  /// with this serializer.
  ///
  /// @param view the interface
  /// @param type the registered class whose objects it is to look at
  /// @param <V> the interface
  /// @return a view that points nowhere yet, for one thread
  /// @throws IllegalArgumentException if a method of the interface names a field that the class
  ///   does not have, or returns what does not go with its type; or if the class has no fields of
  ///   its own on the wire
  /// @throws SerializationException if the interface cannot be reached: its package must be open to
  ///   this module
  public <V extends View<V>> V view(Class<V> view, Class<?> type) {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(type, "type");
    return view.cast(ViewBase.surface(views.of(view, type).create()));
  }

  /// How long a payload is, as its header tells: where the next one begins, if there is one.
  ///
  /// @param source where it is
  /// @param offsetBytes where in it the payload begins
  /// @return its length in bytes, which may be more than there are
  /// @throws SerializationException if there is no header of a payload
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  public long payloadSize(MemorySegment source, long offsetBytes) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    return payload.byteSize(source, offsetBytes);
  }

  /// Writes an object graph to an array of its own.
  ///
  /// @param value the root
  /// @return the payload
  /// @throws SerializationException if a class is not registered, or objects are nested too deeply
  public byte[] toBytes(@Nullable Object value) {
    GrowingArray array = arrays.acquire();
    try {
      int length = array.write(payload, value);
      return Arrays.copyOf(array.array(), length);
    } finally {
      arrays.release(array);
    }
  }

  /// Reads an object graph from an array.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does
  public <T> @Nullable T fromBytes(byte[] bytes, Class<T> type) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(type, "type");
    return type.cast(payload.readLasting(bytes, 0, bytes.length, type));
  }

  /// Copies an object graph: nothing of the copy is part of the original, but for what has no state
  /// of its own, such as enum constants. It is what writing and reading would give, for the same
  /// registered classes, with the same limits and failures: transient fields are what the
  /// constructor makes them, and without references two ways to one object lead to two copies.
  ///
  /// @param value the root, or null
  /// @param <T> its type
  /// @return the copy, of the same class; null for null
  /// @throws SerializationException as writing and reading do
  @SuppressWarnings({"unchecked", "NullAway"}) // what is read is what was written, null for null
  public <T extends @Nullable Object> T copy(T value) {
    GrowingArray array = arrays.acquire();
    try {
      int length = array.write(payload, value);
      return (T) payload.read(array.array(), 0, length, Object.class);
    } finally {
      arrays.release(array);
    }
  }

  /// Begins to write objects to a stream, one behind the other.
  ///
  /// @param stream where to; closed with the writer. It gets each object in one piece, so there is
  ///   no need for a buffered one
  /// @return a writer, for one thread, that takes payloads of up to [#DEFAULT_MAX_PAYLOAD_BYTES]
  public ObjectWriter writer(OutputStream stream) {
    return writer(stream, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Begins to write objects to a stream, one behind the other.
  ///
  /// @param stream where to; closed with the writer
  /// @param maxPayloadBytes how long a payload may be, in bytes; no more than the reader allows
  /// @return a writer, for one thread
  /// @throws IllegalArgumentException if the maximum is not positive
  public ObjectWriter writer(OutputStream stream, int maxPayloadBytes) {
    Objects.requireNonNull(stream, "stream");
    return new ObjectWriter(payload, stream, requirePositive(maxPayloadBytes));
  }

  /// Begins to write a sequence of objects to a channel in blocking mode.
  ///
  /// @param channel where to; closed with the writer
  /// @return a writer, for one thread, that takes payloads of up to [#DEFAULT_MAX_PAYLOAD_BYTES];
  ///   its methods throw [java.nio.channels.IllegalBlockingModeException] where the channel is in
  ///   non-blocking mode
  public ObjectWriter writer(WritableByteChannel channel) {
    return writer(channel, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Begins to write a sequence of objects to a channel in blocking mode.
  ///
  /// @param channel where to; closed with the writer
  /// @param maxPayloadBytes how long a payload may be, in bytes; no more than the reader allows
  /// @return a writer, for one thread, as that of [#writer(WritableByteChannel)]
  /// @throws IllegalArgumentException if the maximum is not positive
  public ObjectWriter writer(WritableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return writer(Channels.newOutputStream(channel), maxPayloadBytes);
  }

  /// Begins to read objects from a stream, one behind the other.
  ///
  /// @param stream where from; closed with the reader
  /// @return a reader, for one thread, that takes payloads of up to [#DEFAULT_MAX_PAYLOAD_BYTES]
  public ObjectReader reader(InputStream stream) {
    return reader(stream, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Begins to read objects from a stream, one behind the other.
  ///
  /// @param stream where from; closed with the reader
  /// @param maxPayloadBytes how long a payload may be, in bytes; longer ones are refused by their
  ///   header
  /// @return a reader, for one thread
  /// @throws IllegalArgumentException if the maximum is not positive
  public ObjectReader reader(InputStream stream, int maxPayloadBytes) {
    Objects.requireNonNull(stream, "stream");
    return new ObjectReader(payload, stream, requirePositive(maxPayloadBytes));
  }

  /// Begins to read a sequence of objects from a channel in blocking mode.
  ///
  /// @param channel where from; closed with the reader
  /// @return a reader, for one thread, that takes payloads of up to [#DEFAULT_MAX_PAYLOAD_BYTES];
  ///   its methods throw [java.nio.channels.IllegalBlockingModeException] where the channel is in
  ///   non-blocking mode
  public ObjectReader reader(ReadableByteChannel channel) {
    return reader(channel, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Begins to read a sequence of objects from a channel in blocking mode.
  ///
  /// @param channel where from; closed with the reader
  /// @param maxPayloadBytes how long a payload may be, in bytes; longer ones are refused by their
  ///   header
  /// @return a reader, for one thread, as that of [#reader(ReadableByteChannel)]
  /// @throws IllegalArgumentException if the maximum is not positive
  public ObjectReader reader(ReadableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return reader(Channels.newInputStream(channel), maxPayloadBytes);
  }

  private static int requirePositive(int maxPayloadBytes) {
    if (maxPayloadBytes <= 0) {
      throw new IllegalArgumentException("maxPayloadBytes=" + maxPayloadBytes);
    }
    return Math.min(maxPayloadBytes, GrowingArray.MAX_BYTES);
  }

  /// The classes that are registered, by their numbers on the wire.
  ///
  /// @return numbers and classes, in the order of the numbers; unmodifiable
  public SortedMap<Integer, Class<?>> registered() {
    return registered;
  }

  /// Explains how the objects of a class stand on the wire: for each field its offset in the fixed
  /// block, its width and its kind.
  ///
  /// @param type a registered class, or one of the JDK
  /// @return text of several lines, for people
  /// @throws SerializationException if this serializer does not know the class
  public String explain(Class<?> type) {
    String text = Explanation.of(known, Objects.requireNonNull(type, "type"));
    if (text == null) {
      throw Failures.unregistered(type);
    }
    return text;
  }

  /// Shows a payload as a tree, each line with its offset and length in bytes. No object is made of
  /// it. Whatever the bytes are, this returns: a payload that is cut off or corrupt is shown up to
  /// the damage, and then what is wrong (after an exclamation mark) and where. Of what is long or
  /// deep only the first part is shown.
  ///
  /// @param source where it is
  /// @param offsetBytes where in it the payload begins; offsets in the text count from the start of
  ///   the source, too
  /// @return text of up to some thousand lines, for people
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public String inspect(MemorySegment source, long offsetBytes) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    return Inspection.of(known, source, offsetBytes);
  }

  /// Says how this serializer was built. `registration` stands for all registered classes with
  /// their numbers, names, fields and fields' types: if writer and reader show the same one, and
  /// the same `references` and `compactNumbers`, they understand each other.
  ///
  /// @return a line for logs
  @Override
  public String toString() {
    return description;
  }
}
