// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.growing.Growing;
import dev.segue.serializer.internal.growing.StagedReading;
import dev.segue.serializer.internal.growing.Writing;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads payloads from segments, buffers and arrays, and checks the type of the root.
///
/// Offsets of errors count from the start of the segment or array.
final class Reading {

  private final Payload payload;
  private final Growing growing;
  private final Assembly assembly;

  Reading(Growing growing, Assembly assembly) {
    this.payload = growing.payload();
    this.growing = growing;
    this.assembly = assembly;
  }

  Payload payload() {
    return payload;
  }

  /// Reads a payload from a segment.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(MemorySegment source, long offset, Class<T> type) {
    Objects.requireNonNull(source, "source");
    Class<T> boxed = boxed(Objects.requireNonNull(type, "type"));
    return boxed.cast(readAny(source, offset, boxed, null));
  }

  /// Reads a payload from a segment.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(MemorySegment source, long offset, TypeRef<T> type) {
    Objects.requireNonNull(source, "source");
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    return checked(readAny(source, offset, raw, null), type);
  }

  /// @param incoming the contents out of band, or null if the call has none
  private @Nullable Object readAny(
      MemorySegment source, long offset, Class<?> type, @Nullable IncomingContents incoming) {
    long limit = source.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    byte[] array = Segments.bytesOf(source);
    if (array == null) {
      return StagedReading.read(growing, source, offset, type, incoming);
    }
    int start = (int) source.address();
    try {
      return payload.read(array, start + (int) offset, start + (int) limit, type, true, incoming);
    } catch (SerializationException e) {
      throw e.relativeTo(start);
    }
  }

  /// Reads a payload that starts at a buffer's position, and moves the position to its end.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(ByteBuffer source, Class<T> type) {
    Class<T> boxed = boxed(Objects.requireNonNull(type, "type"));
    T root = boxed.cast(readAny(source, boxed));
    pass(source);
    return root;
  }

  /// Reads a payload that starts at a buffer's position, and moves the position to its end.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(ByteBuffer source, TypeRef<T> type) {
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    T root = checked(readAny(source, raw), type);
    pass(source);
    return root;
  }

  /// Reads a payload with a non-null root at a buffer's position, and moves the position to its
  /// end.
  <T> T required(ByteBuffer source, Class<T> type) {
    Class<T> boxed = boxed(Objects.requireNonNull(type, "type"));
    T root = required(boxed.cast(readAny(source, boxed)), type, 0);
    pass(source);
    return root;
  }

  /// Reads a payload with a non-null root at a buffer's position, and moves the position to its
  /// end.
  <T> T required(ByteBuffer source, TypeRef<T> type) {
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    T root = required(checked(readAny(source, raw), type), type, 0);
    pass(source);
    return root;
  }

  /// An array is read without a segment: after many kinds of segments, the JIT may fail to
  /// eliminate its allocation.
  private @Nullable Object readAny(ByteBuffer source, Class<?> type) {
    if (!Objects.requireNonNull(source, "source").hasArray()) {
      return readAny(segmentOf(source), 0, type, null);
    }
    int start = source.arrayOffset() + source.position();
    int limit = start + source.remaining();
    try {
      return payload.read(source.array(), start, limit, type, true, null);
    } catch (SerializationException e) {
      throw e.relativeTo(start);
    }
  }

  /// Moves the position to the end of a payload that has been read.
  private void pass(ByteBuffer source) {
    source.position(source.position() + (int) byteSize(source));
  }

  /// The length that the payload at a buffer's position states.
  long byteSize(ByteBuffer source) {
    if (!Objects.requireNonNull(source, "source").hasArray()) {
      return payload.byteSize(segmentOf(source), 0);
    }
    int start = source.arrayOffset() + source.position();
    try {
      return payload.byteSize(source.array(), start, start + source.remaining());
    } catch (SerializationException e) {
      throw e.relativeTo(start);
    }
  }

  /// Reads a payload from an array.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(byte[] bytes, Class<T> type) {
    Objects.requireNonNull(bytes, "bytes");
    return read(bytes, 0, bytes.length, type);
  }

  /// Reads a payload from an array.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(byte[] bytes, TypeRef<T> type) {
    Objects.requireNonNull(bytes, "bytes");
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    return checked(payload.read(bytes, 0, bytes.length, raw, true, null), type);
  }

  /// Reads a payload from a part of an array.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(byte[] bytes, int offset, int length, Class<T> type) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.checkFromIndexSize(offset, length, bytes.length);
    Class<T> boxed = boxed(Objects.requireNonNull(type, "type"));
    return boxed.cast(payload.read(bytes, offset, offset + length, boxed, true, null));
  }

  /// Reads a payload with contents out of band.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(
      MemorySegment source, long offset, Class<T> type, OutOfBandSegments segments) {
    Objects.requireNonNull(source, "source");
    Class<T> boxed = boxed(Objects.requireNonNull(type, "type"));
    IncomingContents incoming = segments.incoming();
    Writing.requireOutOfBand(payload.registry().options());
    return boxed.cast(readAny(source, offset, boxed, incoming));
  }

  /// The memory between a buffer's position and its limit.
  private static MemorySegment segmentOf(ByteBuffer source) {
    return MemorySegment.ofBuffer(Objects.requireNonNull(source, "source"));
  }

  /// The class of a type's values; for a primitive type, its wrapper class.
  @SuppressWarnings("unchecked") // `int.class` and `Integer.class` are of the same type
  static <T> Class<T> boxed(Class<T> type) {
    PrimitiveKind primitive = type.isPrimitive() ? PrimitiveKind.ofPrimitive(type) : null;
    return primitive == null ? type : (Class<T>) primitive.box();
  }

  /// Checks the objects in a root against type arguments.
  ///
  /// @param root an object of the type's class, or null
  /// @throws SerializationException if the root holds an object of another type
  @SuppressWarnings("unchecked") // checked above
  <T> @Nullable T checked(@Nullable Object root, TypeRef<T> type) {
    if (root != null) {
      assembly.typeArguments().checkRoot(root, type.type());
    }
    return (T) root;
  }

  /// Checks that a root is not null.
  ///
  /// @param type the class or [TypeRef] that the caller asked for
  /// @param offset the payload's offset, for the error
  /// @throws SerializationException if null was written
  static <T> T required(@Nullable T root, Object type, long offset) {
    if (root == null) {
      throw nullValue(type, offset);
    }
    return root;
  }

  private static SerializationException nullValue(Object type, long offset) {
    String name = type instanceof Class<?> raw ? raw.getTypeName() : type.toString();
    return new SerializationException(
        Kind.NULL_VALUE,
        "the payload holds null, not a "
            + name
            + "; where null may be written, read it with readOrNull or fromBytesOrNull (with"
            + " unknownTypes(NULL), an object of an unknown class is read as null, too)",
        offset + Header.ROOT);
  }
}
