// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Checks that this platform lets a caller pass more arguments than a C function takes, which
/// [NativeRanges] relies on. On a platform that is not in the list below, these tests fail until
/// its calling convention has been checked.
class ExtraArgumentsTest {

  /// Platforms where the caller places and removes arguments, and the function finds its own
  /// arguments by position: System V x86-64, AAPCS64 (Linux and Apple), ELFv2 of ppc64le, and the
  /// Microsoft x64 convention, which MinGW follows.
  private static final List<String> CHECKED =
      List.of(
          "linux-amd64",
          "linux-aarch64",
          "linux-ppc64le",
          "macos-amd64",
          "macos-aarch64",
          "windows-amd64");

  // int memcmp(const void *s1, const void *s2, size_t n);
  private static final FunctionDescriptor MEMCMP =
      FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  /// More calls than the JIT compilers need, and enough to overflow a stack that grows in each
  /// call.
  private static final int CALLS = 200_000;

  @SuppressWarnings("restricted")
  private static MethodHandle memcmp(FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow("memcmp"), descriptor);
  }

  private static FunctionDescriptor withSegments(int count) {
    return MEMCMP.appendArgumentLayouts(
        Stream.generate(() -> ADDRESS).limit(count).toArray(MemoryLayout[]::new));
  }

  @Test
  void callingConventionOfThisPlatformHasBeenChecked() {
    String platform = Platform.current().toString();
    assertTrue(CHECKED.contains(platform), platform);
  }

  /// Two additional arguments, like all ranges have; they are in registers on every platform.
  @Test
  void functionIgnoresTwoExtraArguments() throws Throwable {
    MethodHandle compare = memcmp(withSegments(2));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment first = arena.allocateFrom(JAVA_BYTE, (byte) 9, (byte) 1, (byte) 2);
      MemorySegment second = arena.allocateFrom(JAVA_BYTE, (byte) 1, (byte) 3);
      long from = first.address() + 1;
      for (int i = 0; i < CALLS; i++) {
        assertEquals(0, (int) compare.invokeExact(from, second.address(), 1L, first, second));
        assertTrue((int) compare.invokeExact(from, second.address(), 2L, first, second) < 0);
      }
    }
  }

  /// Passes enough extra arguments to use the stack on every platform, as
  /// `libdeflate_gzip_decompress_ex` does.
  @Test
  void functionIgnoresExtraArgumentsOnTheStack() throws Throwable {
    MethodHandle compare = memcmp(withSegments(9));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment s = arena.allocateFrom(JAVA_BYTE, (byte) 1, (byte) 2, (byte) 1, (byte) 3);
      long start = s.address();
      for (int i = 0; i < CALLS; i++) {
        int same = (int) compare.invokeExact(start, start + 2, 1L, s, s, s, s, s, s, s, s, s);
        int less = (int) compare.invokeExact(start, start + 2, 2L, s, s, s, s, s, s, s, s, s);
        assertEquals(0, same);
        assertTrue(less < 0);
      }
    }
  }

  /// The reason for the additional arguments: the call checks and holds their arenas.
  @Test
  void closedArenaOfAnExtraArgumentIsDetected() {
    MethodHandle compare = memcmp(withSegments(2));
    Arena closed = Arena.ofShared();
    MemorySegment segment = closed.allocate(8);
    closed.close();
    assertThrows(
        IllegalStateException.class,
        () -> {
          int _ = (int) compare.invokeExact(0L, 0L, 0L, segment, segment);
        });
  }
}
