// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
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
/// **Growth.** The capacity at least doubles, up to a maximum. A write that needs no growth
/// allocates nothing. One that does starts again in the larger memory, but the hooks of objects
/// (`writeReplace`, `writeExternal`, surrogates and the like) run only once.
///
/// **Threads.** A [confined][#ofConfined] buffer belongs to the thread that created it; any other
/// gets a [WrongThreadException]. A [shared][#ofShared] buffer may be passed between threads, but
/// only one thread may use it at a time, and passing it on must establish a happens-before
/// relationship. A write during another write is an [IllegalStateException]. Any thread may close a
/// shared buffer, even during a write, which then fails with an [IllegalStateException].
public final class GrowableBuffer implements AutoCloseable {

  /// The default initial capacity: 4 KiB.
  public static final long DEFAULT_INITIAL_BYTES = 4096;

  /// The default maximum capacity: 1 GiB.
  public static final long DEFAULT_MAX_BYTES = 1L << 30;

  private static final long ALIGNMENT = 64;

  /// The capacity below which a buffer quadruples instead of doubling.
  private static final long SMALL_BYTES = 1 << 20;

  /// A buffer becomes at most this many times as large at once, whatever earlier payloads took.
  private static final long MOST_GROWTH = 64;

  private final Supplier<Arena> arenas;
  private final long maxBytes;
  private Arena arena;
  private MemorySegment memory;
  private long size;

  /// The state of the last write whose root had hooks, for the next one.
  private @Nullable Attempts last;

  private final OneAtATime use = new OneAtATime("buffer");
  private volatile boolean closed;

  private GrowableBuffer(Supplier<Arena> arenas, long initialBytes, long maxBytes) {
    if (initialBytes <= 0 || initialBytes > maxBytes) {
      throw new IllegalArgumentException(
          "initialBytes=" + initialBytes + " must be in 1 to maxBytes=" + maxBytes);
    }
    this.arenas = arenas;
    this.maxBytes = maxBytes;
    this.arena = arenas.get();
    this.memory = allocate(arena, initialBytes);
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

  private static MemorySegment allocate(Arena arena, long bytes) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  /// The size of the content.
  ///
  /// @return the size in bytes, which is also the offset of the next payload
  public long byteSize() {
    return size;
  }

  /// The size that the content can reach before the buffer grows.
  ///
  /// @return the capacity in bytes
  public long capacity() {
    return memory.byteSize();
  }

  /// The largest possible capacity.
  ///
  /// @return the maximum capacity in bytes
  public long maxCapacity() {
    return maxBytes;
  }

  /// The content, without a copy.
  ///
  /// @return the first [#byteSize] bytes; valid until the buffer grows or is closed
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment segment() {
    requireOpen();
    return memory.asSlice(0, size);
  }

  /// A part of the content, without a copy.
  ///
  /// @param offset the offset of its first byte
  /// @param length its length in bytes
  /// @return that part; valid until the buffer grows or is closed
  /// @throws IndexOutOfBoundsException if it is not within the first [#byteSize] bytes
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment slice(long offset, long length) {
    requireOpen();
    Objects.checkFromIndexSize(offset, /* size= */ length, /* length= */ size);
    return memory.asSlice(offset, length);
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
    requireOpen();
    Objects.checkFromToIndex(0, byteSize, size);
    size = byteSize;
  }

  /// Frees the memory. Closing a buffer again has no effect.
  ///
  /// @throws WrongThreadException if the buffer is confined to another thread
  /// @throws IllegalStateException if a native call is using the memory; the buffer then remains
  ///   open
  @Override
  public synchronized void close() {
    if (!closed) {
      arena.close();
      closed = true;
    }
  }

  @Override
  public String toString() {
    return "GrowableBuffer[size=%d, capacity=%d, max=%d%s]"
        .formatted(size, capacity(), maxBytes, closed ? ", closed" : "");
  }

  /// Appends a payload.
  ///
  /// @return its length
  long write(Payload payload, @Nullable Object value) {
    requireOpen();
    use.begin();
    try {
      return append(payload, value);
    } finally {
      use.end();
    }
  }

  private long append(Payload payload, @Nullable Object value) {
    TypeEntry entry = payload.registry().rootEntry(value);
    Attempts attempts =
        payload.registry().mayRunHooks(entry) ? Attempts.begin(payload, last) : null;
    last = attempts == null ? last : attempts;
    try {
      boolean isFirst = true;
      while (true) {
        requireOpen();
        long begin = size;
        try {
          long end = payload.write(value, entry, memory, begin, memory.byteSize(), attempts);
          size = end;
          if (!isFirst && entry != null) {
            entry.tookBytes(end - begin);
          }
          return end - begin;
        } catch (SerializationException e) {
          if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
            throw e;
          }
          grow(e, entry == null ? 0 : entry.expectedBytes());
          isFirst = false;
        }
      }
    } finally {
      Attempts.end(attempts);
    }
  }

  /// Doubles the capacity (quadruples it while it is small), or raises it to the length of earlier
  /// payloads like this one. Synchronized with [#close], so that a buffer that another thread has
  /// closed gets no memory that would never be freed.
  ///
  /// @param cause the error about the payload that did not fit
  /// @param expectedBytes the expected length of the payload, or zero
  private synchronized void grow(SerializationException cause, long expectedBytes) {
    requireOpen();
    long capacity = memory.byteSize();
    if (capacity == maxBytes) {
      throw new SerializationException(
          Kind.DESTINATION_TOO_SMALL,
          "the buffer holds "
              + size
              + " bytes and cannot grow beyond maxBytes="
              + maxBytes
              + ": "
              + cause.getMessage(),
          cause);
    }
    Arena next = arenas.get();
    long some = (capacity < SMALL_BYTES ? 4 : 2) * capacity;
    long expected = Math.min(size + expectedBytes, MOST_GROWTH * capacity);
    MemorySegment larger = allocate(next, Math.min(Math.max(some, expected), maxBytes));
    try {
      MemorySegment.copy(memory, 0, larger, 0, size);
      arena.close();
    } catch (Throwable e) {
      next.close();
      throw e;
    }
    arena = next;
    memory = larger;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the buffer is closed");
    }
  }
}
