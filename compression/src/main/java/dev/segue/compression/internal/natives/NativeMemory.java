// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;

/// Allocates native memory with `malloc`, and counts the bytes that all codecs hold.
///
/// Arenas are not used: closing a shared arena briefly stops every thread, and these blocks never
/// leave the code that owns them.
public final class NativeMemory {

  /// The whole address space; the offset of a block in it is the block's address. Access only
  /// blocks that you own.
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

  /// Returns the bytes that are currently allocated: by [#allocate], and by native libraries as
  /// reported to [#account].
  public static long inUseBytes() {
    return IN_USE.get();
  }

  /// Adds bytes that a native library has allocated, or subtracts bytes that it has freed.
  public static void account(long deltaBytes) {
    IN_USE.addAndGet(deltaBytes);
  }

  /// Allocates a block, which is not zeroed.
  ///
  /// @throws CodecFailure with reason `OUT_OF_MEMORY`
  public static MemorySegment allocate(long bytes) {
    return block(allocateAddress(bytes), bytes);
  }

  /// Allocates a block and returns its address, which is an offset in [#ALL]. Allocates nothing on
  /// the heap.
  static long allocateAddress(long bytes) {
    long address;
    try {
      address = (long) MALLOC.invokeExact(Math.max(bytes, 1));
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
    if (address == 0) {
      throw new CodecFailure(
          CodecFailure.Reason.OUT_OF_MEMORY,
          "cannot allocate %d bytes of native memory".formatted(bytes));
    }
    account(bytes);
    return address;
  }

  /// Allocates a block that stores its length, for libraries that free by address alone. Returns
  /// the address of the block.
  ///
  /// ```text
  /// total bytes (8) | unused (8), which keeps the alignment of malloc | the block
  /// ```
  public static long allocateCounted(long bytes) {
    long length = Math.addExact(bytes, COUNTED_HEADER_LENGTH);
    long start = allocateAddress(length);
    ALL.set(ValueLayout.JAVA_LONG, start, length);
    return start + COUNTED_HEADER_LENGTH;
  }

  /// Frees a block that [#allocateCounted] returned. Allocates nothing on the heap.
  public static void freeCounted(long address) {
    long start = address - COUNTED_HEADER_LENGTH;
    free(start, ALL.get(ValueLayout.JAVA_LONG, start));
  }

  /// Returns a block from [#allocateAddress] as a segment.
  @SuppressWarnings("restricted")
  static MemorySegment block(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// Frees a block that [#allocate] returned. It must not be accessed again.
  public static void free(MemorySegment block) {
    free(block.address(), block.byteSize());
  }

  /// Frees a block that [#allocateAddress] returned.
  static void free(long address, long bytes) {
    account(-bytes);
    try {
      FREE.invokeExact(address);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }
}
