// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.growing.Growing;
import dev.segue.serializer.internal.growing.GrowingMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Native memory that grows as payloads are appended to it, for payloads of unknown size.
///
/// {@snippet :
/// try (var buffer = GrowableBuffer.ofConfined()) {
///   long offset = buffer.byteSize();
///   long length = serializer.write(order, buffer); // appends
///   send(buffer.slice(offset, length));
/// }
/// }
///
/// **Ownership.** The owner of a buffer must close it, which frees the memory. Growing moves the
/// content to new memory and frees the old. Segments taken from the buffer before are then invalid:
/// using one is an [IllegalStateException]. Offsets remain valid, so keep offsets, and take
/// segments again after each write.
///
/// **Growth.** The capacity at least doubles, up to a maximum. A write that fits allocates nothing.
/// A write that does not fit starts over in the larger memory, but the hooks of objects
/// (`writeReplace`, `writeExternal`, surrogates and the like) run only once.
///
/// **Threads.** A [confined][#ofConfined] buffer belongs to the thread that created it; other
/// threads get a [WrongThreadException]. A [shared][#ofShared] buffer may be passed between
/// threads, but only one thread may use it at a time, and passing it on must establish a
/// happens-before relationship. A write during another write is an [IllegalStateException]. Any
/// thread may close a shared buffer, even during a write, which then fails with an
/// [IllegalStateException].
public final class GrowableBuffer implements AutoCloseable {

  /// The default initial capacity: 4 KiB.
  public static final long DEFAULT_INITIAL_BYTES = 4096;

  /// The default maximum capacity: 1 GiB.
  public static final long DEFAULT_MAX_BYTES = 1L << 30;

  private final GrowingMemory memory;
  private final OneAtATime use = new OneAtATime("buffer");

  private GrowableBuffer(Supplier<Arena> arenas, long initialBytes, long maxBytes) {
    this.memory = new GrowingMemory(arenas, initialBytes, maxBytes);
  }

  /// Creates a buffer that only the current thread may use, with default capacities.
  ///
  /// @return an empty buffer
  public static GrowableBuffer ofConfined() {
    return ofConfined(DEFAULT_INITIAL_BYTES, DEFAULT_MAX_BYTES);
  }

  /// Creates a buffer that only the current thread may use.
  ///
  /// @param initialBytes the initial capacity in bytes
  /// @param maxBytes the maximum capacity in bytes
  /// @return an empty buffer
  /// @throws IllegalArgumentException unless 0 < initialBytes <= maxBytes
  /// @throws OutOfMemoryError if the native memory cannot be allocated
  public static GrowableBuffer ofConfined(long initialBytes, long maxBytes) {
    return new GrowableBuffer(Arena::ofConfined, initialBytes, maxBytes);
  }

  /// Creates a buffer that may be passed between threads, with default capacities.
  ///
  /// @return an empty buffer
  public static GrowableBuffer ofShared() {
    return ofShared(DEFAULT_INITIAL_BYTES, DEFAULT_MAX_BYTES);
  }

  /// Creates a buffer that may be passed between threads. Growing and closing it take some
  /// microseconds longer than for a confined buffer, since the JVM has to check every thread.
  ///
  /// @param initialBytes the initial capacity in bytes
  /// @param maxBytes the maximum capacity in bytes
  /// @return an empty buffer
  /// @throws IllegalArgumentException unless 0 < initialBytes <= maxBytes
  /// @throws OutOfMemoryError if the native memory cannot be allocated
  public static GrowableBuffer ofShared(long initialBytes, long maxBytes) {
    return new GrowableBuffer(Arena::ofShared, initialBytes, maxBytes);
  }

  /// The size of the content.
  ///
  /// @return the size in bytes, which is also the offset of the next payload
  public long byteSize() {
    return memory.byteSize();
  }

  /// The size that the content can reach before the buffer grows.
  ///
  /// @return the capacity in bytes
  public long capacity() {
    return memory.capacity();
  }

  /// The largest possible capacity.
  ///
  /// @return the maximum capacity in bytes
  public long maxCapacity() {
    return memory.maxBytes();
  }

  /// The content, without a copy.
  ///
  /// @return the first [#byteSize] bytes; valid until the buffer grows or is closed
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment segment() {
    return memory.slice(0, memory.byteSize());
  }

  /// A part of the content, without a copy.
  ///
  /// @param offset the offset of its first byte
  /// @param length its length in bytes
  /// @return the part; valid until the buffer grows or is closed
  /// @throws IndexOutOfBoundsException if it is not within the first [#byteSize] bytes
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment slice(long offset, long length) {
    return memory.slice(offset, length);
  }

  /// Discards the content and keeps the memory. Segments taken before remain valid, but later
  /// writes overwrite their bytes.
  ///
  /// @throws IllegalStateException if the buffer is closed
  public void clear() {
    truncate(0);
  }

  /// Discards the content after an offset.
  ///
  /// @param byteSize the size of the content to keep, in bytes
  /// @throws IndexOutOfBoundsException if it is negative or larger than the current size
  /// @throws IllegalStateException if the buffer is closed
  public void truncate(long byteSize) {
    memory.truncate(byteSize);
  }

  /// Frees the memory. Closing a buffer again has no effect.
  ///
  /// @throws WrongThreadException if the buffer is confined to another thread
  /// @throws IllegalStateException if a native call is using the memory; the buffer then remains
  ///   open
  @Override
  public void close() {
    memory.close();
  }

  @Override
  public String toString() {
    return "GrowableBuffer[size=%d, capacity=%d, max=%d%s]"
        .formatted(byteSize(), capacity(), maxCapacity(), memory.isClosed() ? ", closed" : "");
  }

  /// Appends a payload.
  ///
  /// @return its length
  long write(Growing growing, @Nullable Object value) {
    memory.requireOpen();
    use.begin();
    try {
      return memory.append(growing, value);
    } finally {
      use.end();
    }
  }
}
