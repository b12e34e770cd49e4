// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects that hold only numbers, in native memory: one check covers many stores, and the memory's
/// lifetime must not end in between.
class NativeNumbersTest {

  /// Only numbers: after many payloads, they are stored to and loaded from native memory directly
  /// if nothing can end its lifetime in between.
  @ParameterizedTest
  @EnumSource(
      value = MisuseTest.Way.class,
      names = {"WRITE", "READ"})
  void anArenaMayBeClosedWhileNumbersAreCopied(MisuseTest.Way way) throws Exception {
    Serializer serializer = Serializer.builder().register(Numbers.class).build();
    Numbers numbers = new Numbers();
    closedMeanwhile(serializer, numbers, way, 200_000);
    for (int round = 0; round < 200; round++) {
      closedMeanwhile(serializer, numbers, way, round * 10);
    }
  }

  private static void closedMeanwhile(
      Serializer serializer, Numbers numbers, MisuseTest.Way way, int calls) throws Exception {
    Arena arena = Arena.ofShared();
    MemorySegment segment = arena.allocate(1000);
    serializer.write(numbers, segment, 1);
    CountDownLatch started = new CountDownLatch(1);
    Thread closer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                started.await();
                arena.close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThrows(
        IllegalStateException.class,
        () -> {
          for (int i = 0; ; i++) {
            way.go(serializer, numbers, segment, 1);
            if (i == calls) {
              started.countDown();
            }
          }
        });
    Thread.interrupted();
    closer.join();
  }

  static class Numbers {
    long a = 1;
    long b = 2;
    int c = 3;
    double d = 4;

    static @Nullable Arena closing;

    Numbers() {
      Arena arena = closing;
      if (arena != null) {
        arena.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void constructorMayCloseTheArenaThatItsObjectIsReadFrom(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Numbers.class).execution(execution).build();
    int rounds = 1;
    while (!failsIfItsArenaIsClosed(serializer)) {
      assertTrue(++rounds < 1_000, "all payloads are read by way of an array");
    }
  }

  /// Whether reading fails. It reads the whole object if it reads by way of an array, as it does
  /// again for a while once generated code is in use, which may be late on a busy machine.
  private static boolean failsIfItsArenaIsClosed(Serializer serializer) {
    try (Arena other = Arena.ofConfined()) {
      MemorySegment warm = other.allocate(1000);
      serializer.write(new Numbers(), warm, 0);
      for (int i = 0; i < 200_000; i++) {
        assertEquals(2, serializer.read(warm, 0, Numbers.class).b);
      }
    }
    Arena arena = Arena.ofConfined();
    MemorySegment segment = arena.allocate(1000);
    serializer.write(new Numbers(), segment, 0);
    Numbers.closing = arena;
    try {
      Numbers read = serializer.read(segment, 0, Numbers.class);
      assertEquals(4, read.d);
      return false;
    } catch (IllegalStateException e) {
      assertEquals("Already closed", e.getMessage());
      return true;
    } finally {
      Numbers.closing = null;
    }
  }

  /// Every kind of lifetime, from threads that may and may not access the memory.
  @Test
  void numbersRoundTripInMemoryOfEachLifetime() throws Exception {
    Serializer serializer = Serializer.builder().register(Numbers.class).build();
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (Arena arena : List.of(confined, shared, Arena.ofAuto(), Arena.global())) {
        MemorySegment segment = arena.allocate(200);
        long length = serializer.write(new Numbers(), segment, 3);
        for (int i = 0; i < 100_000; i++) {
          assertEquals(length, serializer.write(new Numbers(), segment, 3));
          assertEquals(4, serializer.read(segment, 3, Numbers.class).d);
        }
        MemorySegment tight = segment.asSlice(0, 3 + length - 1);
        assertThrows(SerializationException.class, () -> serializer.write(new Numbers(), tight, 3));
        assertThrows(SerializationException.class, () -> serializer.read(tight, 3, Numbers.class));
      }
      MemorySegment segment = confined.allocate(200);
      serializer.write(new Numbers(), segment, 0);
      FutureTask<Void> task =
          new FutureTask<>(() -> {
            assertThrows(
                WrongThreadException.class, () -> serializer.write(new Numbers(), segment, 0));
            assertThrows(
                WrongThreadException.class, () -> serializer.read(segment, 0, Numbers.class));
            return null;
          });
      Thread.ofPlatform().start(task);
      task.get();
    }
  }
}
