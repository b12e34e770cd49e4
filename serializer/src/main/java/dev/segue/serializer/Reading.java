// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.evolution.TypeArguments;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads payloads from memory of every kind, and checks the type of the root.
///
/// Offsets of errors count from the start of the segment or array.
final class Reading {

  private final Payload payload;
  private final Staging staging;
  private final TypeArguments arguments;

  Reading(Payload payload, Staging staging, TypeArguments arguments) {
    this.payload = payload;
    this.staging = staging;
    this.arguments = arguments;
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
      return staging.read(source, offset, type, incoming);
    }
    int start = (int) source.address();
    try {
      return payload.read(array, start + (int) offset, start + (int) limit, type, true, incoming);
    } catch (SerializationException e) {
      throw e.relativeTo(start);
    }
  }

  /// Reads a payload from a buffer's position on, and moves the position.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(ByteBuffer source, Class<T> type) {
    MemorySegment segment = segmentOf(source);
    T root = read(segment, 0, type);
    pass(source, segment);
    return root;
  }

  /// Reads a payload from a buffer's position on, and moves the position.
  ///
  /// @return the root, or null if null was written
  <T> @Nullable T read(ByteBuffer source, TypeRef<T> type) {
    MemorySegment segment = segmentOf(source);
    T root = read(segment, 0, type);
    pass(source, segment);
    return root;
  }

  /// Reads a payload whose root is not null from a buffer's position on, and moves the position.
  <T> T required(ByteBuffer source, Class<T> type) {
    MemorySegment segment = segmentOf(source);
    T root = required(read(segment, 0, type), type, 0);
    pass(source, segment);
    return root;
  }

  /// Reads a payload whose root is not null from a buffer's position on, and moves the position.
  <T> T required(ByteBuffer source, TypeRef<T> type) {
    MemorySegment segment = segmentOf(source);
    T root = required(read(segment, 0, type), type, 0);
    pass(source, segment);
    return root;
  }

  private void pass(ByteBuffer source, MemorySegment segment) {
    source.position(source.position() + (int) payload.byteSize(segment, 0));
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
  static MemorySegment segmentOf(ByteBuffer source) {
    return MemorySegment.ofBuffer(Objects.requireNonNull(source, "source"));
  }

  /// The class of the values of a type; for a primitive type, its box.
  @SuppressWarnings("unchecked") // `int.class` and `Integer.class` are of the same type
  static <T> Class<T> boxed(Class<T> type) {
    PrimitiveKind primitive = type.isPrimitive() ? PrimitiveKind.ofPrimitive(type) : null;
    return primitive == null ? type : (Class<T>) primitive.box();
  }

  /// Checks the contents of a root against type arguments.
  ///
  /// @param root an object of the type's class, or null
  /// @throws SerializationException if the root holds an object of another type
  @SuppressWarnings("unchecked") // as checked
  <T> @Nullable T checked(@Nullable Object root, TypeRef<T> type) {
    if (root != null) {
      arguments.checkRoot(root, type.type());
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
            + "; where null may be written, read it with readOrNull or fromBytesOrNull",
        offset + Header.ROOT);
  }
}
