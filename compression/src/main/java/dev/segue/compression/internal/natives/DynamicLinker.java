// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Queries the operating system's dynamic linker for the reason why it refuses a library, which
/// [SymbolLookup#libraryLookup(String, Arena)] does not report.
final class DynamicLinker {

  private static final int RTLD_LAZY = 1;
  private static final long LONGEST_MESSAGE = 4096;

  private DynamicLinker() {}

  /// Returns the reason why a library cannot be opened. Call this after a failed attempt.
  @SuppressWarnings("restricted")
  static String whyNot(String library) {
    Linker linker = Linker.nativeLinker();
    SymbolLookup libc = linker.defaultLookup();
    Optional<MemorySegment> dlopen = libc.find("dlopen");
    Optional<MemorySegment> dlerror = libc.find("dlerror");
    if (dlopen.isEmpty() || dlerror.isEmpty()) {
      return "cannot be opened";
    }
    // void *dlopen(const char *filename, int flags);
    MethodHandle open =
        linker.downcallHandle(
            dlopen.get(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    // char *dlerror(void);
    MethodHandle error =
        linker.downcallHandle(dlerror.get(), FunctionDescriptor.of(ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(library);
      long handle = NativeCall.asLong(() -> (long) open.invokeExact(path, RTLD_LAZY));
      if (handle != 0) {
        return "can be opened now, but could not a moment ago";
      }
      MemorySegment message = NativeCall.asObject(() -> (MemorySegment) error.invokeExact());
      return message.address() == 0
          ? "cannot be opened"
          : message.reinterpret(LONGEST_MESSAGE).getString(0);
    }
  }
}
