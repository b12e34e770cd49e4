// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Native memory to which payloads are appended. Growing moves the content to new memory.
public final class GrowingMemory {

  private static final long ALIGNMENT = 64;

  private final Supplier<Arena> arenas;
  private final long maxBytes;
  private Arena arena;
  private MemorySegment memory;
  private long size;
  private volatile boolean closed;

  /// @param arenas creates an arena for each memory
  public GrowingMemory(Supplier<Arena> arenas, long initialBytes, long maxBytes) {
    if (initialBytes <= 0 || initialBytes > maxBytes) {
      throw new IllegalArgumentException(
          "initialBytes=" + initialBytes + " must be in 1 to maxBytes=" + maxBytes);
    }
    this.arenas = arenas;
    this.maxBytes = maxBytes;
    this.arena = arenas.get();
    this.memory = allocate(arena, initialBytes);
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
  public long byteSize() {
    return size;
  }

  public long capacity() {
    return memory.byteSize();
  }

  public long maxBytes() {
    return maxBytes;
  }

  public boolean isClosed() {
    return closed;
  }

  /// A part of the content.
  public MemorySegment slice(long offset, long length) {
    requireOpen();
    Objects.checkFromIndexSize(offset, /* size= */ length, /* length= */ size);
    return memory.asSlice(offset, length);
  }

  /// Discards the content after an offset.
  public void truncate(long byteSize) {
    requireOpen();
    Objects.checkFromToIndex(0, byteSize, size);
    size = byteSize;
  }

  /// Appends a payload, in as many attempts as necessary.
  ///
  /// @return its length
  public long append(Growing growing, @Nullable Object value) {
    TypeEntry entry = growing.payload().registry().rootEntry(value);
    if (!growing.needsCall(entry)) {
      return append(growing, value, entry, null);
    }
    GrowingCall call = growing.acquire();
    try {
      call.begin(growing.payload(), entry);
      return append(growing, value, entry, call);
    } finally {
      growing.release(call);
    }
  }

  private long append(
      Growing growing,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      @Nullable GrowingCall call) {
    boolean isFirst = true;
    while (true) {
      requireOpen();
      MemorySegment segment = memory;
      long begin = size;
      try {
        size = growing.attempt(value, entry, segment, begin, call);
        if (!isFirst && entry != null) {
          entry.sizes().took(size - begin);
        }
        return size - begin;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
          throw e;
        }
        grow(Growing.larger(segment.byteSize(), begin, entry, maxBytes), e);
        isFirst = false;
      }
    }
  }

  /// Moves the content to larger memory. Synchronized with [#close], so that a buffer that another
  /// thread closes does not get memory that would never be freed.
  ///
  /// @param bytes the capacity of the new memory
  /// @param cause the error about the payload that did not fit
  private synchronized void grow(long bytes, SerializationException cause) {
    requireOpen();
    if (memory.byteSize() == maxBytes) {
      throw Errors.of(
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
    MemorySegment larger = allocate(next, bytes);
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

  /// Frees the memory.
  public synchronized void close() {
    if (!closed) {
      arena.close();
      closed = true;
    }
  }

  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the buffer is closed");
    }
  }
}
