// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.TypeArguments;
import dev.segue.serializer.internal.inspect.Explanation;
import dev.segue.serializer.internal.inspect.Inspection;
import dev.segue.serializer.internal.inspect.Known;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.Refusals;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.view.ViewFactories;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes Java object graphs to arrays, memory segments, buffers and streams, and reads them back.
///
/// A serializer is built once, with the classes it may meet; it is immutable, and serves any number
/// of threads at once, platform or virtual.
///
/// {@snippet :
/// var serializer = Serializer.builder().register(Order.class, Item.class).build();
/// byte[] bytes = serializer.toBytes(order);
/// Order same = serializer.fromBytes(bytes, Order.class);
/// }
///
/// The other side registers the same classes with the same ids (see [SerializerBuilder#register]).
/// Unless [SerializerBuilder#schemaMode] says otherwise, it has them in the same version, too: a
/// difference is an error, never garbage. Payloads are little-endian and need no alignment.
///
/// **Roots.** `read` and `fromBytes` never return null: if null was written, they fail with
/// [NULL_VALUE][SerializationException.Kind#NULL_VALUE]; `readOrNull` and `fromBytesOrNull` return
/// it. (With [UnknownTypes#NULL], a root of a class that this side lacks is null, too.) The root
/// may be of a subtype of what is asked for; a primitive class such as `int.class` stands for its
/// box. A [Class] says nothing of the elements of a collection: wrap the collection in a record, or
/// ask for it with a [TypeRef].
///
/// **Memory.** Writing to memory that the caller provides allocates nothing, except in some cases
/// the segment that wraps a direct [ByteBuffer]. Reading allocates the objects it returns. Calls
/// that must write before the length is known ([#toBytes], [#copy], [#measure]) use pooled arrays.
/// The pool never holds more arrays than were in use at the same time. It is capped at eight arrays
/// or twice the number of processors, whichever is greater. Up to 1 MiB of each is kept for good;
/// larger ones, and the tables of calls with more than 4096 shared objects, are softly reachable,
/// and kept while payloads of that size keep coming.
///
/// **Hooks** (the functions of a [TypeSurrogate]; `writeReplace`, `writeObject`, `writeExternal`;
/// `size` and the iterator of a registered collection) run once for each time an object is written,
/// even if the payload outgrows the first array and is written again to a larger one.
///
/// **Failures.** If an object cannot be written or a payload cannot be read, methods throw a
/// [SerializationException] with a kind, an offset and a path. Its documentation lists the other
/// exceptions that a call may throw: for invalid arguments, closed memory, wrong threads, and
/// failures of a [SchemaRegistry]. After any failure the contents of the destination from the given
/// offset on are undefined, and the serializer can be used as before.
public final class Serializer {

  /// The longest payload that a writer or reader of streams takes, unless told otherwise: 64 MiB.
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 64 << 20;

  private final Known known;
  private final Payload payload;
  private final ArrayPool arrays = new ArrayPool();
  private final Writing writing;
  private final Reading reading;
  private final ViewFactories views;

  private final SortedMap<Integer, Class<?>> registered;
  private final int registrationFingerprint;
  private final String description;

  /// @param options how it was built, in words
  Serializer(
      Known known,
      Payload payload,
      TypeArguments arguments,
      Map<Class<?>, Integer> ids,
      ViewFactories views,
      String options) {
    TypeRegistry registry = known.registry();
    this.known = known;
    this.payload = payload;
    Staging staging = new Staging(payload, arrays);
    this.writing = new Writing(payload, arrays, staging);
    this.reading = new Reading(payload, staging, arguments);
    this.views = views;
    SortedMap<Integer, Class<?>> byId = new TreeMap<>();
    ids.forEach((type, id) -> byId.put(id, type));
    this.registered = Collections.unmodifiableSortedMap(byId);
    this.registrationFingerprint = Registrations.fingerprint(byId, registry);
    this.description =
        "Serializer[classes=%d, registration=%08x, %s]"
            .formatted(byId.size(), registrationFingerprint, options);
  }

  /// Begins a serializer.
  ///
  /// @return a builder with the defaults
  public static SerializerBuilder builder() {
    return new SerializerBuilder();
  }

  /// Writes an object graph to memory.
  ///
  /// @param value the root; of a registered class, a simple type of the JDK, or null
  /// @param destination where to; heap, native or mapped, writable, accessible by this thread
  /// @param offset where in it to begin
  /// @return how many bytes were written
  /// @throws SerializationException if the destination is too small, a class is not registered, or
  ///   objects are nested too deeply
  /// @throws IllegalArgumentException if the destination is read-only
  /// @throws IndexOutOfBoundsException if the offset is not in the destination
  /// @throws IllegalStateException if the destination's arena is closed
  /// @throws WrongThreadException if the destination belongs to another thread
  public long write(@Nullable Object value, MemorySegment destination, long offset) {
    return writing.write(value, destination, offset);
  }

  /// Writes an object graph to the beginning of memory, as [#write(Object, MemorySegment, long)]
  /// does.
  ///
  /// @param value the root
  /// @param destination where to
  /// @return how many bytes were written
  public long write(@Nullable Object value, MemorySegment destination) {
    return writing.write(value, destination, 0);
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
  public long write(@Nullable Object value, GrowableBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return buffer.write(payload, value);
  }

  /// Writes an object graph between a buffer's position and its limit. The buffer's byte order does
  /// not matter: a payload is little-endian.
  ///
  /// @param value the root
  /// @param destination where to; on the heap, direct, or a slice of either. Its position moves to
  ///   the end of the payload, or stays if this fails
  /// @return how many bytes were written
  /// @throws SerializationException as [#write(Object, MemorySegment, long)] does; offsets count
  ///   from the buffer's position
  /// @throws java.nio.ReadOnlyBufferException if the buffer is read-only
  public int write(@Nullable Object value, ByteBuffer destination) {
    return writing.write(value, destination);
  }

  /// Writes an object graph, and passes large contents to a collector instead of copying them into
  /// the payload: those of arrays of primitives (except `boolean`), [ByteBuffer] and
  /// [MemorySegment] that are not smaller than the [SerializerBuilder#outOfBandThreshold].
  ///
  /// The collector gets each of them in the order of the payload, as the memory that the object
  /// itself has: an array as [MemorySegment#ofArray(int[])] shows it, a buffer from its first byte
  /// to its capacity, a segment as it is. What is changed in it later is changed for the reader.
  /// The payload can be read only with the segments, or with copies of them in the same order, by
  /// [#read(MemorySegment, long, Class, OutOfBandSegments)].
  ///
  /// @param value the root
  /// @param destination where the payload goes
  /// @param offset where in it to begin
  /// @param collector is called once for each content that is passed on, by this thread. If writing
  ///   fails, discard what it got
  /// @return how many bytes were written
  /// @throws SerializationException as [#write(Object, MemorySegment, long)] does
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBandThreshold], or the destination's arena is closed
  public long write(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Consumer<? super MemorySegment> collector) {
    return writing.write(value, destination, offset, collector);
  }

  /// Measures how many bytes [#write(Object, MemorySegment, long)] and [#toBytes] would take for an
  /// object graph as it is now.
  ///
  /// The object is written to a pooled array to find out, so this takes about as long as writing it
  /// and runs its hooks, such as a `writeReplace`. Nothing is allocated if the payload fits into an
  /// array of the pool, as payloads of up to 1 MiB do once there was one of that size. If the
  /// object is then to be sent, [#toBytes] or a [GrowableBuffer] save the second write. Out of
  /// band, and where a [PayloadWriter] leaves a schema out that it has sent before, a payload is
  /// shorter.
  ///
  /// @param value the root
  /// @return the length of the payload in bytes
  /// @throws SerializationException as [#toBytes] does
  public long measure(@Nullable Object value) {
    return writing.measure(value);
  }

  /// Reads an object graph from memory.
  ///
  /// @param source where from; heap, native or mapped, accessible by this thread
  /// @param offset where in it the payload begins; bytes after its end are ignored
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException if the bytes are no payload, are cut short or corrupt, were
  ///   written with other classes, or hold another type or null
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public <T> T read(MemorySegment source, long offset, Class<T> type) {
    return Reading.required(reading.read(source, offset, type), type, offset);
  }

  /// Reads an object graph of a generic type, as [#read(MemorySegment, long, Class)] does.
  ///
  /// @param source where from
  /// @param offset where in it the payload begins
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as there, or if the root holds what its type arguments exclude
  public <T> T read(MemorySegment source, long offset, TypeRef<T> type) {
    return Reading.required(reading.read(source, offset, type), type, offset);
  }

  /// Reads an object graph from the beginning of memory, as [#read(MemorySegment, long, Class)]
  /// does.
  ///
  /// @param source where from
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  public <T> T read(MemorySegment source, Class<T> type) {
    return read(source, 0, type);
  }

  /// Reads an object graph that may be null, as [#read(MemorySegment, long, Class)] does otherwise.
  ///
  /// @param source where from
  /// @param offset where in it the payload begins
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(MemorySegment source, long offset, Class<T> type) {
    return reading.read(source, offset, type);
  }

  /// Reads an object graph of a generic type that may be null, as [#read(MemorySegment, long,
  /// TypeRef)] does otherwise.
  ///
  /// @param source where from
  /// @param offset where in it the payload begins
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(MemorySegment source, long offset, TypeRef<T> type) {
    return reading.read(source, offset, type);
  }

  /// Reads an object graph that was written [out of band][#write(Object, MemorySegment, long,
  /// Consumer)], or any other, if there are no segments.
  ///
  /// @param source where the payload is
  /// @param offset where in it the payload begins
  /// @param type what the root must be; any supertype of it will do
  /// @param segments what the collector got, in that order
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does; of the kind
  ///   [SEGMENT_MISMATCH][SerializationException.Kind#SEGMENT_MISMATCH] if the segments are not as
  ///   many as were collected, or one has another length
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBandThreshold], or the source's arena is closed
  public <T> T read(MemorySegment source, long offset, Class<T> type, OutOfBandSegments segments) {
    return Reading.required(readOrNull(source, offset, type, segments), type, offset);
  }

  /// Reads an object graph that may be null, as [#read(MemorySegment, long, Class,
  /// OutOfBandSegments)] does otherwise.
  ///
  /// @param source where the payload is
  /// @param offset where in it the payload begins
  /// @param type what the root must be
  /// @param segments what the collector got, in that order
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(
      MemorySegment source, long offset, Class<T> type, OutOfBandSegments segments) {
    return reading.read(source, offset, type, segments);
  }

  /// Reads an object graph from a buffer, beginning at its position. The buffer's byte order does
  /// not matter.
  ///
  /// @param source where from; on the heap, direct, read-only, or a slice. Its position moves to
  ///   the end of the payload, or stays if this fails
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does; offsets count from
  ///   the buffer's position
  public <T> T read(ByteBuffer source, Class<T> type) {
    return reading.required(source, type);
  }

  /// Reads an object graph of a generic type, as [#read(ByteBuffer, Class)] does.
  ///
  /// @param source where from
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  public <T> T read(ByteBuffer source, TypeRef<T> type) {
    return reading.required(source, type);
  }

  /// Reads an object graph that may be null, as [#read(ByteBuffer, Class)] does otherwise.
  ///
  /// @param source where from
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(ByteBuffer source, Class<T> type) {
    return reading.read(source, type);
  }

  /// Reads an object graph of a generic type that may be null, as [#read(ByteBuffer, Class)] does
  /// otherwise.
  ///
  /// @param source where from
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(ByteBuffer source, TypeRef<T> type) {
    return reading.read(source, type);
  }

  /// Creates a cursor over views of payloads: an interface whose methods name fields of a class
  /// reads these fields straight from memory, without creating the object. [ViewCursor] describes
  /// what the methods can return. The code of a view is generated once for each serializer.
  ///
  /// @param view the interface
  /// @param type the registered class whose fields the methods name
  /// @param <V> the interface
  /// @return a cursor, for one thread at a time
  /// @throws IllegalArgumentException if a method of the interface names a field that the class
  ///   does not have, or returns a type that does not fit the field's; or if the class is not
  ///   registered as a class with fields
  /// @throws SerializationException if the interface is not accessible: its package must be open to
  ///   this module
  @SuppressWarnings("unchecked") // a cursor of the interface's views
  public <V> ViewCursor<V> view(Class<V> view, Class<?> type) {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(type, "type");
    return (ViewCursor<V>) views.of(view, type).cursor();
  }

  /// Returns the length of a payload, as its header says: where the next one begins, if there is
  /// one.
  ///
  /// @param source where it is
  /// @param offset where in it the payload begins
  /// @return its length in bytes, which may be more than there are
  /// @throws SerializationException if there is no header of a payload
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  public long payloadSize(MemorySegment source, long offset) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    return payload.byteSize(source, offset);
  }

  /// Returns the length of the payload at a buffer's position, which stays as it is.
  ///
  /// @param source where it is
  /// @return its length in bytes, which may be more than there are
  /// @throws SerializationException if there is no header of a payload
  public long payloadSize(ByteBuffer source) {
    return payload.byteSize(Reading.segmentOf(source), 0);
  }

  /// Returns the length of a payload in a part of an array.
  ///
  /// @param bytes where it is
  /// @param offset where the payload begins
  /// @param length how many bytes there are from the offset on
  /// @return its length in bytes, which may be more than there are
  /// @throws SerializationException if there is no header of a payload
  /// @throws IndexOutOfBoundsException if the part is not within the array
  public long payloadSize(byte[] bytes, int offset, int length) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return payload.byteSize(bytes, offset, offset + length);
  }

  /// Writes an object graph to a new array.
  ///
  /// @param value the root
  /// @return the payload
  /// @throws SerializationException if a class is not registered, or objects are nested too deeply
  public byte[] toBytes(@Nullable Object value) {
    return writing.toBytes(value);
  }

  /// Reads an object graph from an array.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be; any supertype of it will do
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as [#read(MemorySegment, long, Class)] does
  public <T> T fromBytes(byte[] bytes, Class<T> type) {
    return Reading.required(fromBytesOrNull(bytes, type), type, 0);
  }

  /// Reads an object graph of a generic type from an array.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException as [#read(MemorySegment, long, TypeRef)] does
  public <T> T fromBytes(byte[] bytes, TypeRef<T> type) {
    return Reading.required(fromBytesOrNull(bytes, type), type, 0);
  }

  /// Reads an object graph from a part of an array, as [#fromBytes(byte\[\], Class)] does. Offsets
  /// of errors count from the start of the array.
  ///
  /// @param bytes where from
  /// @param offset where the payload begins
  /// @param length how many bytes it may take; bytes after its end are ignored
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root
  /// @throws IndexOutOfBoundsException if the part is not within the array
  public <T> T fromBytes(byte[] bytes, int offset, int length, Class<T> type) {
    return Reading.required(reading.read(bytes, offset, length, type), type, offset);
  }

  /// Reads an object graph that may be null, as [#fromBytes(byte\[\], Class)] does otherwise.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T fromBytesOrNull(byte[] bytes, Class<T> type) {
    return reading.read(bytes, type);
  }

  /// Reads an object graph of a generic type that may be null, as [#fromBytes(byte\[\], TypeRef)]
  /// does otherwise.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T fromBytesOrNull(byte[] bytes, TypeRef<T> type) {
    return reading.read(bytes, type);
  }

  /// Copies an object graph by writing and reading it, with the same registered classes, limits and
  /// failures. The copy shares nothing with the original except objects without state of their own,
  /// such as enum constants. Transient fields have the values that the constructor gives them. If
  /// [references][SerializerBuilder#references] are off, an object that can be reached in two ways
  /// is copied twice.
  ///
  /// The root of the copy is of an equivalent type, which is the same class except for two cases.
  /// Views and wrappers of collections become plain collections: the copy of `list.subList(0, 2)`
  /// is an [java.util.ArrayList]. And a [TypeSurrogate] with subclasses decides itself which class
  /// it creates. Where the caller assigns the result to a type that does not fit, there is a
  /// [ClassCastException] in the caller's code.
  ///
  /// @param value the root, or null
  /// @param <T> its type
  /// @return the copy; null for null
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

  /// Makes a writer of objects to a stream, each of up to [#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param stream where to; closed with the writer. It gets each object in one piece, so there is
  ///   no need for a buffered one
  /// @return a writer, for one thread at a time
  public PayloadWriter writer(OutputStream stream) {
    return writer(stream, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Makes a writer of objects to a stream.
  ///
  /// @param stream where to; closed with the writer
  /// @param maxPayloadBytes how long a payload may be, in bytes; no more than the reader allows
  /// @return a writer, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadWriter writer(OutputStream stream, int maxPayloadBytes) {
    return new PayloadWriter(payload, stream, maxPayloadBytes);
  }

  /// Makes a writer of objects to a channel, each of up to [#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param channel where to; closed with the writer. In non-blocking mode, the writer's methods
  ///   throw [java.nio.channels.IllegalBlockingModeException]
  /// @return a writer, for one thread at a time
  public PayloadWriter writer(WritableByteChannel channel) {
    return writer(channel, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Makes a writer of objects to a channel, as [#writer(WritableByteChannel)] does.
  ///
  /// @param channel where to; closed with the writer
  /// @param maxPayloadBytes how long a payload may be, in bytes; no more than the reader allows
  /// @return a writer, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadWriter writer(WritableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return writer(Channels.newOutputStream(channel), maxPayloadBytes);
  }

  /// Makes a reader of objects from a stream, each of up to [#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param stream where from; closed with the reader
  /// @return a reader, for one thread at a time
  public PayloadReader reader(InputStream stream) {
    return reader(stream, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Makes a reader of objects from a stream.
  ///
  /// @param stream where from; closed with the reader
  /// @param maxPayloadBytes how long a payload may be, in bytes; a longer one is refused once its
  ///   header is read
  /// @return a reader, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadReader reader(InputStream stream, int maxPayloadBytes) {
    return new PayloadReader(payload, reading, stream, maxPayloadBytes);
  }

  /// Makes a reader of objects from a channel, each of up to [#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param channel where from; closed with the reader. In non-blocking mode, the reader's methods
  ///   throw [java.nio.channels.IllegalBlockingModeException]
  /// @return a reader, for one thread at a time
  public PayloadReader reader(ReadableByteChannel channel) {
    return reader(channel, DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Makes a reader of objects from a channel, as [#reader(ReadableByteChannel)] does.
  ///
  /// @param channel where from; closed with the reader
  /// @param maxPayloadBytes how long a payload may be, in bytes
  /// @return a reader, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadReader reader(ReadableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return reader(Channels.newInputStream(channel), maxPayloadBytes);
  }

  /// The registered classes by their ids.
  ///
  /// @return ids and classes, in the order of the ids; unmodifiable
  public SortedMap<Integer, Class<?>> registeredClasses() {
    return registered;
  }

  /// A checksum of all registered classes: their ids, names, and the names and types of their
  /// fields. In [consistent mode][SchemaMode#CONSISTENT], serializers with the same fingerprint
  /// understand each other's payloads, if they also agree on
  /// [references][SerializerBuilder#references] and [compact
  /// numbers][SerializerBuilder#compactNumbers]: two processes can compare it when they connect. It
  /// may change with the version of this library.
  ///
  /// @return the fingerprint, the same in every process
  public int registrationFingerprint() {
    return registrationFingerprint;
  }

  /// Describes the layout of a class in payloads: the offset in the fixed block, the width and the
  /// kind of each field.
  ///
  /// @param type a registered class, or one of the JDK
  /// @return a human-readable text of several lines; its format may change
  /// @throws SerializationException if this serializer does not know the class
  public String explain(Class<?> type) {
    String text = Explanation.of(known, Objects.requireNonNull(type, "type"));
    if (text == null) {
      throw Refusals.unregistered(type);
    }
    return text;
  }

  /// Shows a payload as a tree, each line with its offset and length in bytes. No object is made of
  /// it. Whatever the bytes are, this returns: a payload that is cut off or corrupt is shown up to
  /// the damage, and then what is wrong (after an exclamation mark) and where. Of what is long or
  /// deep only the first part is shown.
  ///
  /// @param source where it is
  /// @param offset where in it the payload begins; offsets in the text count from the start of the
  ///   source, too
  /// @return text of up to some thousand lines, for people
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  public String inspect(MemorySegment source, long offset) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    return Inspection.of(known, source, offset);
  }

  /// Shows the payload in an array as a tree, as [#inspect(MemorySegment, long)] does.
  ///
  /// @param bytes the payload, from the first byte on
  /// @return text of up to some thousand lines, for people
  public String inspect(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return inspect(MemorySegment.ofArray(bytes), 0);
  }

  /// Describes this serializer for logs: the number of registered classes, the
  /// [fingerprint][#registrationFingerprint] of the registration in hexadecimal digits, and the
  /// options.
  ///
  /// @return one line; its format may change
  @Override
  public String toString() {
    return description;
  }
}
