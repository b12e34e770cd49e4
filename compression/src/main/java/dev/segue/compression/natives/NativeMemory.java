// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.natives;

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
  @SuppressWarnings("restricted")
  public static MemorySegment allocate(long bytes) {
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
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// Gives a block back that [#allocate] returned; it must not be touched again.
  public static void free(MemorySegment block) {
    account(-block.byteSize());
    try {
      FREE.invokeExact(block.address());
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
