// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.CompressionException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;

/// Memory outside the heap that the codecs own, every byte of it accounted for.
///
/// It comes from `malloc` rather than from an arena: closing a shared arena stops every thread for
/// a moment, and these blocks never leave the code that owns them.
public final class NativeMemory {

  /// All memory there is; to be touched where a block of one's own is, and nowhere else.
  public static final MemorySegment ALL = block(0, Long.MAX_VALUE);

  private static final long COUNTED_HEADER_LENGTH = 16;
  private static final AtomicLong IN_USE = new AtomicLong();

  // void *malloc(size_t size);
  private static final MethodHandle MALLOC =
      libc("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  // void free(void *ptr);
  private static final MethodHandle FREE =
      libc("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

  private NativeMemory() {}

  @SuppressWarnings("restricted")
  private static MethodHandle libc(String function, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(function), descriptor);
  }

  /// Bytes that are allocated now: by [#allocate], and by native libraries as far as reported to
  /// [#account].
  public static long inUseBytes() {
    return IN_USE.get();
  }

  /// Adds what a native library allocated on its own, or takes away what it freed.
  public static void account(long deltaBytes) {
    IN_USE.addAndGet(deltaBytes);
  }

  /// A block of at least one byte, not zeroed.
  ///
  /// @throws CompressionException of kind `OUT_OF_MEMORY`
  public static MemorySegment allocate(long bytes) {
    return block(allocateAddress(bytes), bytes);
  }

  /// The same without an object on the heap: the address of such a block, which is an offset in
  /// [#ALL].
  static long allocateAddress(long bytes) {
    long address;
    try {
      address = (long) MALLOC.invokeExact(Math.max(bytes, 1));
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    if (address == 0) {
      throw new CompressionException(
          CompressionException.Kind.OUT_OF_MEMORY, "cannot allocate native memory: bytes=" + bytes);
    }
    account(bytes);
    return address;
  }

  /// The address of a block that remembers its length, for libraries that free by address alone.
  ///
  /// ```text
  /// bytes of it all (8) | unused (8), so that the block is aligned as malloc's are | the block
  /// ```
  public static long allocateCounted(long bytes) {
    long length = Math.addExact(bytes, COUNTED_HEADER_LENGTH);
    long start = allocateAddress(length);
    ALL.set(ValueLayout.JAVA_LONG, start, length);
    return start + COUNTED_HEADER_LENGTH;
  }

  /// Gives a block back that [#allocateCounted] returned. Allocates nothing on the heap.
  public static void freeCounted(long address) {
    long start = address - COUNTED_HEADER_LENGTH;
    free(start, ALL.get(ValueLayout.JAVA_LONG, start));
  }

  /// A block that [#allocateAddress] returned, as a segment.
  @SuppressWarnings("restricted")
  static MemorySegment block(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// Gives a block back that [#allocate] returned; it must not be touched again.
  public static void free(MemorySegment block) {
    free(block.address(), block.byteSize());
  }

  /// Gives a block back that [#allocateAddress] returned.
  static void free(long address, long bytes) {
    account(-bytes);
    try {
      FREE.invokeExact(address);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
