// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeRegistry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes object graphs to memory segments, and reads them back.
///
/// A serializer is built once, with the classes it may meet, and then serves any number of threads,
/// platform or virtual: it is immutable and keeps nothing between calls. Writing allocates nothing;
/// reading allocates the objects.
///
/// Payloads are little-endian and need no alignment; `docs/format.md` describes them. Writer and
/// reader must register the same classes in the same order, and have them in the same version: a
/// difference is an error, never garbage.
///
/// {@snippet :
/// var serializer = Serializer.builder().register(Order.class, Item.class).build();
/// long written = serializer.write(order, segment, 0);
/// Order same = serializer.read(segment, 0, Order.class);
/// }
///
/// Every failure is a [SerializationException] with a kind, an offset and a path. After one, the
/// destination holds garbage from the given offset on, and the serializer is as good as before.
public final class Serializer {

  private static final int FIRST_GUESS_BYTES = 512;

  private final Payload payload;

  Serializer(TypeRegistry registry, int maxDepth) {
    this.payload = new Payload(registry, maxDepth);
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
    long limit = destination.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination=" + destination + " is read-only");
    }
    if (destination.heapBase().orElse(null) instanceof byte[] array) {
      int start = (int) destination.address();
      int position = start + (int) offsetBytes;
      try {
        int end = payload.write(value, array, position, start + (int) limit);
        return (long) end - position;
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    return destination.isNative()
        ? payload.write(value, destination, offsetBytes, limit) - offsetBytes
        : writeThroughArray(value, destination, offsetBytes);
  }

  /// For heap segments of other arrays than bytes, which are rare: one copy more.
  private long writeThroughArray(
      @Nullable Object value, MemorySegment destination, long offsetBytes) {
    byte[] bytes = toBytes(value);
    long left = destination.byteSize() - offsetBytes;
    if (bytes.length > left) {
      throw new SerializationException(
          Kind.DESTINATION_TOO_SMALL,
          "destination too small: " + bytes.length + " bytes needed, " + left + " left",
          offsetBytes);
    }
    MemorySegment.copy(bytes, 0, destination, ValueLayout.JAVA_BYTE, offsetBytes, bytes.length);
    return bytes.length;
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
    long limit = source.byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    if (source.heapBase().orElse(null) instanceof byte[] array) {
      int start = (int) source.address();
      try {
        return type.cast(payload.read(array, start + (int) offsetBytes, start + (int) limit, type));
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    if (source.isNative()) {
      return type.cast(payload.read(source, offsetBytes, limit, type));
    }
    try {
      return fromBytes(payload.copy(source, offsetBytes), type);
    } catch (SerializationException e) {
      throw e.relativeTo(-offsetBytes);
    }
  }

  /// Writes an object graph to an array of its own.
  ///
  /// @param value the root
  /// @return the payload
  /// @throws SerializationException if a class is not registered, or objects are nested too deeply
  public byte[] toBytes(@Nullable Object value) {
    byte[] array = new byte[FIRST_GUESS_BYTES];
    while (true) {
      try {
        return Arrays.copyOf(array, payload.write(value, array, 0, array.length));
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || array.length > Integer.MAX_VALUE / 2 - 8) {
          throw e;
        }
        array = new byte[2 * array.length];
      }
    }
  }

  /// Reads an object graph from an array.
  ///
  /// @param bytes the payload, from the first byte on
  /// @param type what the root must be
  /// @param <T> that type
  /// @return the root, or null if null was written
  /// @throws SerializationException as [#read] does
  public <T> @Nullable T fromBytes(byte[] bytes, Class<T> type) {
    return type.cast(payload.read(bytes, 0, bytes.length, type));
  }
}
