// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.growing.Growing;
import dev.segue.serializer.internal.growing.GrowingBuffers;
import dev.segue.serializer.internal.growing.Writing;
import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes Java object graphs to arrays, memory segments, buffers and streams, and reads them back.
///
/// Build a serializer once, with all classes that may occur in the graphs, or with
/// [rules][SerializerBuilder#allow] for them. It is immutable and thread-safe, for platform and
/// virtual threads.
///
/// {@snippet :
/// var serializer = Serializer.builder().register(Order.class, Item.class).build();
/// byte[] bytes = serializer.toBytes(order);
/// Order same = serializer.fromBytes(bytes, Order.class);
/// }
///
/// Writer and reader must register the same classes with the same ids
/// ([SerializerBuilder#register]). Unless [SerializerBuilder#schemaMode] says otherwise, both sides
/// need the same versions of the classes: a difference is an error, never garbage. Payloads are
/// little-endian and need no alignment.
///
/// **Roots.** `read` and `fromBytes` never return null: if null was written, they fail with
/// [NULL_VALUE][SerializationException.Kind#NULL_VALUE]; `readOrNull` and `fromBytesOrNull` return
/// it. (With [UnknownTypes#NULL], a root of a class that the reader lacks is null, too.) The root
/// may be of a subtype of the requested type; a primitive class such as `int.class` stands for its
/// box. A [Class] does not describe the elements of a collection: wrap the collection in a record,
/// or request it with a [TypeRef].
///
/// **Memory.** Writing to memory that the caller provides allocates nothing, except two small
/// arrays of the JDK for each `LinkedHashMap`, and in some cases the segment that wraps a direct
/// [ByteBuffer]. Reading allocates the objects it returns. Calls that must write before the length
/// is known ([#toBytes], [#copy], [#measure]) use pooled arrays. The pool never holds more arrays
/// than were in use at the same time, and at most eight or twice the number of processors,
/// whichever is greater. An array of up to 1 MiB is never released. A longer array is cached for
/// the next call, and so are the tables of a call with more than 4096 objects that can be
/// referenced: up to 4 MiB by a [java.lang.ref.SoftReference], until memory is short; beyond that
/// by a weak reference, until the next garbage collection.
///
/// **Hooks** (the functions of a [TypeSurrogate]; `writeReplace`, `writeObject`, `writeExternal`;
/// `size` and the iterator of a registered collection) run once each time an object is written,
/// even if the payload outgrows the first array and is written again to a larger one.
///
/// **Failures.** If an object cannot be written or a payload cannot be read, methods throw a
/// [SerializationException] with a kind, an offset and a path. Its documentation lists the other
/// exceptions that a call may throw: for invalid arguments, closed memory, wrong threads, and
/// failures of a [SchemaRegistry]. After a failed write, the contents of the destination from the
/// given offset on are undefined. The serializer remains usable after any failure.
public final class Serializer extends StreamingSerializer {

  /// The default limit for the length of a payload in a stream: 64 MiB.
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 64 << 20;

  private final Writing writing;

  /// @param schemas the schemas of other writers; null if payloads carry none
  /// @param options a description of the options
  Serializer(Assembly assembly, @Nullable SchemaCache schemas, Payload payload, String options) {
    super(assembly, schemas, new Growing(payload), options);
    this.writing = new Writing(growing);
  }

  /// Creates a builder.
  ///
  /// @return a new builder with default options and no registered classes
  public static SerializerBuilder builder() {
    return new SerializerBuilder();
  }

  /// Writes an object graph to memory.
  ///
  /// @param value the root: an object of a registered class or of a supported JDK type, or null
  /// @param destination the memory to write to: heap, native or mapped, writable, and accessible by
  ///   this thread
  /// @param offset the offset of the payload in the destination
  /// @return the number of bytes written
  /// @throws SerializationException if the destination is too small, a class is not registered, or
  ///   objects are nested too deeply
  /// @throws IllegalArgumentException if the destination is read-only
  /// @throws IndexOutOfBoundsException if the offset is outside the destination
  /// @throws IllegalStateException if the destination's arena is closed
  /// @throws WrongThreadException if the destination belongs to another thread
  public long write(@Nullable Object value, MemorySegment destination, long offset) {
    return writing.write(value, destination, offset);
  }

  /// Writes an object graph to the beginning of memory, as [#write(Object, MemorySegment, long)]
  /// does.
  ///
  /// @param value the root
  /// @param destination the memory to write to
  /// @return the number of bytes written
  public long write(@Nullable Object value, MemorySegment destination) {
    return writing.write(value, destination, 0);
  }

  /// Appends an object graph to a buffer, which grows as needed.
  ///
  /// @param value the root
  /// @param buffer the buffer to append to; the payload begins at its current
  ///   [size][GrowableBuffer#byteSize]
  /// @return the number of bytes written
  /// @throws SerializationException if the payload exceeds the buffer's maximum capacity, or in the
  ///   same cases as [#write(Object, MemorySegment, long)]; the buffer's size then does not change,
  ///   but its capacity may have grown
  /// @throws IllegalStateException if the buffer is closed, or another write to it is in progress
  public long write(@Nullable Object value, GrowableBuffer buffer) {
    Objects.requireNonNull(buffer, "buffer");
    return buffer.write(growing, value);
  }

  /// Writes an object graph between a buffer's position and its limit. The buffer's byte order does
  /// not matter: a payload is little-endian.
  ///
  /// @param value the root
  /// @param destination the buffer to write to: on the heap, direct, or a slice of either. Its
  ///   position moves to the end of the payload, or stays if this fails
  /// @return the number of bytes written
  /// @throws SerializationException in the same cases as [#write(Object, MemorySegment, long)];
  ///   offsets count from the buffer's position
  /// @throws java.nio.ReadOnlyBufferException if the buffer is read-only
  public int write(@Nullable Object value, ByteBuffer destination) {
    return writing.write(value, destination);
  }

  /// Writes an object graph to a buffer that the caller provides after its size has been estimated:
  /// for protocols that allocate a buffer for each payload.
  ///
  /// {@snippet :
  /// ByteBuf frame = allocator.buffer(); // of Netty
  /// int length =
  ///     serializer.write(order, bytes -> frame.ensureWritable(bytes).nioBuffer(0, bytes));
  /// frame.writerIndex(length);
  /// }
  ///
  /// The function's argument is a number of bytes that was sufficient for recent payloads of the
  /// root's class. It returns a buffer with at least that many bytes between its position and its
  /// limit. If they do not suffice, it is called again with a larger number, and the payload is
  /// written again to the new buffer; [hooks][Serializer] do not run again. A buffer with fewer
  /// bytes than requested means that there is no more room: a payload that does not fit into it
  /// fails.
  ///
  /// @param value the root
  /// @param buffers returns a buffer with at least the given number of bytes: on the heap, direct,
  ///   or a slice of either. The payload begins at the position of the last buffer, which moves to
  ///   the payload's end
  /// @return the number of bytes written
  /// @throws SerializationException in the same cases as [#write(Object, MemorySegment, long)];
  ///   with the kind [DESTINATION_TOO_SMALL][SerializationException.Kind#DESTINATION_TOO_SMALL] if
  ///   a buffer is smaller than requested, and too small. Offsets count from the buffer's position
  /// @throws java.nio.ReadOnlyBufferException if a buffer is read-only
  public int write(@Nullable Object value, IntFunction<ByteBuffer> buffers) {
    return GrowingBuffers.write(writing, value, buffers);
  }

  /// Writes an object graph, and passes large contents to a collector instead of copying them into
  /// the payload: arrays of primitives (except `boolean`), and contents of [ByteBuffer] and
  /// [MemorySegment], from the [SerializerBuilder#outOfBandThreshold] on.
  ///
  /// The collector gets these contents in the order of the payload, each as the memory of the
  /// object itself: an array as [MemorySegment#ofArray(int[])] returns it, a buffer from its first
  /// byte to its capacity, a segment as it is. Later changes to the memory are visible to the
  /// reader. The payload can be read only with these segments, or with copies of them in the same
  /// order, by [#read(MemorySegment, long, Class, OutOfBandSegments)].
  ///
  /// @param value the root
  /// @param destination the memory to write the payload to
  /// @param offset the offset of the payload in the destination
  /// @param collector called by this thread, once for each content. If writing fails, discard the
  ///   segments that it got
  /// @return the number of bytes written
  /// @throws SerializationException in the same cases as [#write(Object, MemorySegment, long)]
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBandThreshold], or the destination's arena is closed
  public long write(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Consumer<? super MemorySegment> collector) {
    Objects.requireNonNull(collector, "collector");
    return writing.write(value, destination, offset, Contents::segment, collector, true);
  }

  /// Writes an object graph to memory, except for large contents, which the collector gets: arrays
  /// of primitives, and values of the types [java.nio.ByteBuffer] and [MemorySegment] that are not
  /// smaller than the [SerializerBuilder#outOfBandThreshold].
  ///
  /// This is like [#write(Object, MemorySegment, long, Consumer)], but the collector gets small
  /// objects that refer to the memory instead of segments: that is faster, and covers `boolean[]`.
  /// The payload can be read only with these contents, or with copies of them in the same order, by
  /// [#read(MemorySegment, long, Class, OutOfBandSegments)].
  ///
  /// @param value the root
  /// @param destination the memory to write the payload to
  /// @param offset the offset of the payload in the destination
  /// @param collector called by this thread, once for each content. If writing fails, discard the
  ///   contents that it got
  /// @return the number of bytes written
  /// @throws SerializationException in the same cases as [#write(Object, MemorySegment, long)]
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBandThreshold], or the destination's arena is closed
  public long writeOutOfBand(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Consumer<? super OutOfBandContent> collector) {
    Objects.requireNonNull(collector, "collector");
    return writing.write(value, destination, offset, OutOfBandContent::wrap, collector, false);
  }

  /// Measures the payload that [#write(Object, MemorySegment, long)] and [#toBytes] would write for
  /// an object graph in its current state.
  ///
  /// The object is written to a pooled array, so this takes about as long as writing it, and runs
  /// its hooks, such as a `writeReplace`. Nothing is allocated if the payload fits into an array of
  /// the pool, as payloads of up to 1 MiB do after the first one of that size. If you send the
  /// object next, [#toBytes] or a [GrowableBuffer] save the second write. A payload is shorter if
  /// it is written out of band, or by a [PayloadWriter] that has sent its schema before.
  ///
  /// @param value the root
  /// @return the length of the payload in bytes
  /// @throws SerializationException in the same cases as [#toBytes]
  public long measure(@Nullable Object value) {
    return growing.measure(value);
  }

  /// Reads an object graph from memory.
  ///
  /// @param source the memory to read from: heap, native or mapped, and accessible by this thread
  /// @param offset the offset of the payload in the source; bytes after its end are ignored
  /// @param type the type of the root, or any supertype of it
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException if the bytes are not a payload, are truncated or corrupt, were
  ///   written with other classes, or hold another type or null
  /// @throws IndexOutOfBoundsException if the offset is outside the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public <T> T read(MemorySegment source, long offset, Class<T> type) {
    return Reading.required(reading.read(source, offset, type), type, offset);
  }

  /// Reads an object graph of a generic type, as [#read(MemorySegment, long, Class)] does.
  ///
  /// @param source the memory to read from
  /// @param offset the offset of the payload in the source
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases, or if the root holds an object that its type
  ///   arguments exclude
  public <T> T read(MemorySegment source, long offset, TypeRef<T> type) {
    return Reading.required(reading.read(source, offset, type), type, offset);
  }

  /// Reads an object graph from the beginning of memory, as [#read(MemorySegment, long, Class)]
  /// does.
  ///
  /// @param source the memory to read from
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  public <T> T read(MemorySegment source, Class<T> type) {
    return Reading.required(reading.read(source, 0, type), type, 0);
  }

  /// Reads an object graph, as [#read(MemorySegment, long, Class)] does, or null.
  ///
  /// @param source the memory to read from
  /// @param offset the offset of the payload in the source
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(MemorySegment source, long offset, Class<T> type) {
    return reading.read(source, offset, type);
  }

  /// Reads an object graph of a generic type, as [#read(MemorySegment, long, TypeRef)] does, or
  /// null.
  ///
  /// @param source the memory to read from
  /// @param offset the offset of the payload in the source
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(MemorySegment source, long offset, TypeRef<T> type) {
    return reading.read(source, offset, type);
  }

  /// Reads an object graph that was written [out of band][#write(Object, MemorySegment, long,
  /// Consumer)]. With no segments, it reads any other payload.
  ///
  /// @param source the memory with the payload
  /// @param offset the offset of the payload in the source
  /// @param type the type of the root, or any supertype of it
  /// @param segments the segments that the collector got, in the same order
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases as [#read(MemorySegment, long, Class)]; with
  ///   the kind [SEGMENT_MISMATCH][SerializationException.Kind#SEGMENT_MISMATCH] if the number or
  ///   the lengths of the segments differ from the collected ones
  /// @throws IllegalStateException if this serializer was built without
  ///   [SerializerBuilder#outOfBandThreshold], or the source's arena is closed
  public <T> T read(MemorySegment source, long offset, Class<T> type, OutOfBandSegments segments) {
    return Reading.required(reading.read(source, offset, type, segments), type, offset);
  }

  /// Reads an object graph, as [#read(MemorySegment, long, Class, OutOfBandSegments)] does, or
  /// null.
  ///
  /// @param source the memory with the payload
  /// @param offset the offset of the payload in the source
  /// @param type the type of the root
  /// @param segments the segments that the collector got, in the same order
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(
      MemorySegment source, long offset, Class<T> type, OutOfBandSegments segments) {
    return reading.read(source, offset, type, segments);
  }

  /// Reads an object graph from a buffer, beginning at its position. The buffer's byte order does
  /// not matter.
  ///
  /// @param source the buffer to read from: on the heap, direct, read-only, or a slice. Its
  ///   position moves to the end of the payload, or stays if this fails
  /// @param type the type of the root, or any supertype of it
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases as [#read(MemorySegment, long, Class)];
  ///   offsets count from the buffer's position
  public <T> T read(ByteBuffer source, Class<T> type) {
    return reading.required(source, type);
  }

  /// Reads an object graph of a generic type, as [#read(ByteBuffer, Class)] does.
  ///
  /// @param source the buffer to read from
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  public <T> T read(ByteBuffer source, TypeRef<T> type) {
    return reading.required(source, type);
  }

  /// Reads an object graph, as [#read(ByteBuffer, Class)] does, or null.
  ///
  /// @param source the buffer to read from
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(ByteBuffer source, Class<T> type) {
    return reading.read(source, type);
  }

  /// Reads an object graph of a generic type, as [#read(ByteBuffer, TypeRef)] does, or null.
  ///
  /// @param source the buffer to read from
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T readOrNull(ByteBuffer source, TypeRef<T> type) {
    return reading.read(source, type);
  }

  /// Writes an object graph to a new array.
  ///
  /// @param value the root
  /// @return the payload
  /// @throws SerializationException if a class is not registered, or objects are nested too deeply
  public byte[] toBytes(@Nullable Object value) {
    return growing.toBytes(value);
  }

  /// Reads an object graph from an array.
  ///
  /// @param bytes an array that begins with the payload
  /// @param type the type of the root, or any supertype of it
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases as [#read(MemorySegment, long, Class)]
  public <T> T fromBytes(byte[] bytes, Class<T> type) {
    return Reading.required(reading.read(bytes, type), type, 0);
  }

  /// Reads an object graph of a generic type from an array.
  ///
  /// @param bytes an array that begins with the payload
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases as [#read(MemorySegment, long, TypeRef)]
  public <T> T fromBytes(byte[] bytes, TypeRef<T> type) {
    return Reading.required(reading.read(bytes, type), type, 0);
  }

  /// Reads an object graph from a part of an array, as [#fromBytes(byte\[\], Class)] does. Offsets
  /// of errors count from the start of the array.
  ///
  /// @param bytes the array to read from
  /// @param offset the index of the payload
  /// @param length the length of the part; bytes after the payload's end are ignored
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  /// @throws IndexOutOfBoundsException if the part is not within the array
  public <T> T fromBytes(byte[] bytes, int offset, int length, Class<T> type) {
    return Reading.required(reading.read(bytes, offset, length, type), type, offset);
  }

  /// Reads an object graph, as [#fromBytes(byte\[\], Class)] does, or null.
  ///
  /// @param bytes an array that begins with the payload
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root, or null if null was written
  public <T> @Nullable T fromBytesOrNull(byte[] bytes, Class<T> type) {
    return reading.read(bytes, type);
  }

  /// Reads an object graph of a generic type, as [#fromBytes(byte\[\], TypeRef)] does, or null.
  ///
  /// @param bytes an array that begins with the payload
  /// @param type the type of the root
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
  /// The root of the copy has the class of the original, with two exceptions. Views and wrappers of
  /// collections become plain collections: the copy of `list.subList(0, 2)` is an
  /// [java.util.ArrayList]. And a [TypeSurrogate] with subclasses chooses the class that it
  /// creates. If the caller assigns the result to a type that does not fit, the caller's code
  /// throws a [ClassCastException].
  ///
  /// @param value the root, or null
  /// @param <T> its type
  /// @return the copy; null for null
  /// @throws SerializationException if the object cannot be written or read
  @SuppressWarnings({"unchecked", "NullAway"}) // the root is of the type that was written, or null
  public <T extends @Nullable Object> T copy(T value) {
    return (T) growing.copy(value);
  }
}
