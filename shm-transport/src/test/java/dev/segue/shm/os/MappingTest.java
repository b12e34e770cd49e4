// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory that native code is working on cannot be unmapped.
class MappingTest {

  @TempDir private Path folder;

  private Mapping map(String name) throws IOException {
    Path file = folder.resolve(name);
    SharedFile.create(file, 4096);
    return SharedFile.map(file, 4096);
  }

  /// What C's `qsort` compares with: what it sorts is in use meanwhile.
  interface Comparison {
    int compare(MemorySegment a, MemorySegment b);
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

  @Test
  void whatIsInUseKeepsNothingElseMapped() throws Throwable {
    Mapping used = map("used");
    Mapping next = map("next");
    List<String> seen = new ArrayList<>();
    sort(
        used.segment(),
        (_, _) -> {
          try {
            Mapping.closeAll(List.of(used, next), 0);
            seen.add("closed");
          } catch (IllegalStateException e) {
            seen.add("in use");
          }
          return 0;
        });
    assertEquals("in use", seen.getFirst());
    assertFalse(next.segment().scope().isAlive());
    assertTrue(used.segment().scope().isAlive());
    used.close();
    assertFalse(used.segment().scope().isAlive());
  }
}
