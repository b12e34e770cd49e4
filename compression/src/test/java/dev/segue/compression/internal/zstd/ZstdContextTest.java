// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The state after a context could not be created, and the sharing of equal settings.
class ZstdContextTest {

  /// A context that libzstd fails to create.
  private static final class Fake extends ZstdContext {

    Fake(LongSupplier create) {
      super(create);
    }

    @Override
    long callStep(
        MemorySegment source,
        long sourceEnd,
        MemorySegment destination,
        long destinationEnd,
        int directive) {
      return 0;
    }

    @Override
    long callReset(int directive) {
      return 0;
    }

    @Override
    long callSet(int parameter, int value) {
      return 0;
    }

    @Override
    long callUse(MemorySegment digest) {
      return 0;
    }

    @Override
    long nativeSize() {
      return 0;
    }

    @Override
    void nativeFree() {}
  }

  @Nested
  class ThatCannotBeMade {

    @Test
    void leavesNoMemoryBehindIfLibzstdFails() {
      long before = NativeMemory.inUseBytes();
      CodecFailure e = assertThrows(CodecFailure.class, () -> new Fake(() -> 0));
      assertEquals(Reason.OUT_OF_MEMORY, e.reason());
      assertEquals(before, NativeMemory.inUseBytes());
    }

    @Test
    void leavesNoMemoryBehindIfTheCallFails() {
      long before = NativeMemory.inUseBytes();
      IllegalStateException failure = new IllegalStateException();
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () ->
                  new Fake(() -> {
                    throw failure;
                  })));
      assertEquals(before, NativeMemory.inUseBytes());
    }

    /// So that nothing can fail after libzstd has created the context.
    @Test
    void allocatesItsMemoryBeforeLibzstdCreatesTheContext() {
      long before = NativeMemory.inUseBytes();
      AtomicLong meanwhile = new AtomicLong();
      Fake context =
          new Fake(() -> {
            meanwhile.set(NativeMemory.inUseBytes());
            return 8;
          });
      assertTrue(meanwhile.get() > before);
      assertEquals(meanwhile.get(), NativeMemory.inUseBytes());
      context.free();
      assertEquals(before, NativeMemory.inUseBytes());
    }
  }

  @Nested
  class AStream {

    @Test
    void releasesItsDictionaryIfTheContextCannotBeOpened() {
      byte[] content = TestData.of(TestData.Kind.TEXT, 5000);
      try (Arena arena = Arena.ofConfined()) {
        for (boolean compressing : new boolean[] {true, false}) {
          long before = NativeMemory.inUseBytes();
          DigestedDictionary dictionary = new DigestedDictionary(MemorySegment.ofArray(content));
          Workspace tooShort = Workspace.claim(arena.allocate(1024, 64), 1024);
          assertThrows(
              CodecFailure.class,
              () -> {
                if (compressing) {
                  new StreamCompressor(new CompressSettings(3, Map.of(), dictionary), tooShort);
                } else {
                  new StreamDecompressor(
                      new DecompressSettings(Map.of(), dictionary, Map.of()), tooShort);
                }
              });
          tooShort.release();
          dictionary.close();
          assertEquals(before, NativeMemory.inUseBytes(), "compressing=" + compressing);
        }
      }
    }
  }
}
