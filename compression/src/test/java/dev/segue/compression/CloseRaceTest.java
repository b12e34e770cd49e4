// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Closing an object while another thread uses it causes an exception in one of the threads, never
/// a crash, which would end this JVM and the test run.
@Tag("jit")
class CloseRaceTest {

  private static final int ROUNDS = Soak.IS_ON ? 100_000 : 20_000;
  private static final int LEISURELY = 100;

  /// Uses the published object in another thread until it is closed, and closes it in this thread.
  private abstract static class Race<T extends AutoCloseable> {

    private final AtomicReference<T> current = new AtomicReference<>();
    private final AtomicLong uses = new AtomicLong();
    private volatile boolean over;

    abstract T open();

    abstract void use(T subject);

    /// Whether it was closed; false if closing must be retried because a use held it.
    abstract boolean close(T subject);

    long run(int rounds) throws InterruptedException {
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread user =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, e) -> failure.set(e))
              .start(this::useAll);
      try {
        for (int round = 0; round < rounds; round++) {
          T subject = open();
          current.set(subject);
          long before = uses.get();
          while (round % LEISURELY == 0 && uses.get() == before && user.isAlive()) {
            Thread.onSpinWait(); // occasionally, a use is certain to succeed
          }
          for (int spins = round % 50; spins > 0; spins--) {
            Thread.onSpinWait();
          }
          while (!close(subject)) {
            Thread.onSpinWait();
          }
        }
      } finally {
        over = true;
        user.join();
      }
      assertNull(failure.get());
      return uses.get();
    }

    private void useAll() {
      while (!over) {
        T subject = current.get();
        if (subject != null) {
          try {
            use(subject);
            uses.incrementAndGet();
          } catch (IllegalStateException e) {
            // closed during the use, as this test intends
          }
        }
      }
    }
  }

  @Test
  void compressorsAndDecompressors() throws InterruptedException {
    byte[] content = TestData.of(TestData.Kind.JSON, 500);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
      MemorySegment out = arena.allocate(2000);
      long uses =
          new Race<ZstdCompressor>() {
            @Override
            ZstdCompressor open() {
              return ZstdCompressor.create(ZstdOptions.defaults());
            }

            @Override
            void use(ZstdCompressor subject) {
              subject.step(in, out, EndDirective.END);
            }

            @Override
            boolean close(ZstdCompressor subject) {
              subject.close();
              return true;
            }
          }.run(ROUNDS);
      assertTrue(uses >= ROUNDS / 50 / LEISURELY, "uses=" + uses);
    }
  }

  @Test
  void dictionaries() throws InterruptedException {
    MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 300));
    MemorySegment out = MemorySegment.ofArray(new byte[1000]);
    long uses =
        new Race<ZstdDictionary>() {
          @Override
          ZstdDictionary open() {
            return ZstdDictionary.of(content);
          }

          @Override
          void use(ZstdDictionary subject) {
            Codec.zstd(ZstdOptions.defaults().withDictionary(subject)).compress(content, out);
          }

          @Override
          boolean close(ZstdDictionary subject) {
            subject.close();
            return true;
          }
        }.run(Soak.IS_ON ? ROUNDS : ROUNDS / 10);
    assertTrue(uses >= ROUNDS / 50 / LEISURELY, "uses=" + uses);
  }

  @Test
  void sharedArenasDuringCodecCalls() throws InterruptedException {
    MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 200_000));
    MemorySegment out = MemorySegment.ofArray(new byte[300_000]);
    record Shared(Arena arena, MemorySegment segment) implements AutoCloseable {
      @Override
      public void close() {
        arena.close();
      }
    }
    // A heap destination and 200 kB: copied through scratch memory, so there are several native
    // calls.
    long uses =
        new Race<Shared>() {
          @Override
          Shared open() {
            Arena arena = Arena.ofShared();
            return new Shared(arena, arena.allocate(200_000).copyFrom(content));
          }

          @Override
          void use(Shared subject) {
            Codec.lz4().compress(subject.segment(), out);
          }

          @Override
          boolean close(Shared subject) {
            try {
              subject.close();
              return true;
            } catch (IllegalStateException e) {
              return false; // held by the call
            }
          }
        }.run(Soak.IS_ON ? ROUNDS : ROUNDS / 50);
    assertTrue(uses >= ROUNDS / 50 / LEISURELY, "uses=" + uses);
  }
}
