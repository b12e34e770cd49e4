// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// The memory allocator for libdeflate. It counts the memory, which libdeflate itself does not
/// report.
///
/// libdeflate calls it only when it creates or frees a compressor or decompressor. An exception
/// thrown through native code would terminate the process, so none is thrown. Freeing allocates
/// nothing on the heap, which may be full.
final class AccountedAllocator {

  // struct libdeflate_options {
  //     size_t sizeof_options; void *(*malloc_func)(size_t); void (*free_func)(void *);
  // };
  private static final long MALLOC_OFFSET = 8;
  private static final long FREE_OFFSET = 16;
  private static final long OPTIONS_LENGTH = 24;

  /// The `libdeflate_options` that name this allocator. They live as long as the library.
  static final MemorySegment OPTIONS = options();

  private AccountedAllocator() {}

  @SuppressWarnings("restricted")
  private static MemorySegment options() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Linker linker = Linker.nativeLinker();
      MemorySegment malloc =
          linker.upcallStub(
              lookup.findStatic(
                  AccountedAllocator.class,
                  "malloc",
                  MethodType.methodType(long.class, long.class)),
              FunctionDescriptor.of(JAVA_LONG, JAVA_LONG),
              Arena.global());
      MemorySegment free =
          linker.upcallStub(
              lookup.findStatic(
                  AccountedAllocator.class, "free", MethodType.methodType(void.class, long.class)),
              FunctionDescriptor.ofVoid(JAVA_LONG),
              Arena.global());
      MemorySegment options = Arena.global().allocate(OPTIONS_LENGTH, Long.BYTES);
      options.set(JAVA_LONG, 0, OPTIONS_LENGTH);
      options.set(ADDRESS, MALLOC_OFFSET, malloc);
      options.set(ADDRESS, FREE_OFFSET, free);
      return options;
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // called by libdeflate
  private static long malloc(long bytes) {
    try {
      return NativeMemory.allocateCounted(bytes);
    } catch (Throwable t) {
      return 0; // libdeflate reports the lack of memory, and so does its caller
    }
  }

  @SuppressWarnings("UnusedMethod") // called by libdeflate
  private static void free(long address) {
    try {
      if (address != 0) {
        NativeMemory.freeCounted(address);
      }
    } catch (Throwable t) {
      // An error cannot be reported to libdeflate.
    }
  }
}
