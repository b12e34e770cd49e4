// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Native code that uses memory for as long as a test needs.
public final class NativeUse {

  private NativeUse() {}

  /// The comparison of C's `qsort`. While it runs, the sorted memory is in use.
  interface Comparison {
    int compare(MemorySegment a, MemorySegment b);
  }

  /// Runs an action while native code uses memory.
  ///
  /// @param memory at least 16 bytes
  public static void during(MemorySegment memory, Runnable action) {
    try {
      sort(
          memory,
          (_, _) -> {
            action.run();
            return 0;
          });
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// `void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))`
  @SuppressWarnings("restricted")
  private static void sort(MemorySegment longs, Comparison comparison) throws Throwable {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor compare =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    MethodType type = MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stub =
          linker.upcallStub(
              MethodHandles.lookup()
                  .findVirtual(Comparison.class, "compare", type)
                  .bindTo(comparison),
              compare,
              arena);
      linker
          .downcallHandle(
              linker.defaultLookup().findOrThrow("qsort"),
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS))
          .invokeExact(longs, 2L, 8L, stub);
    }
  }
}
