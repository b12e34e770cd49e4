// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdaptiveCodecTest {

  /// Records that it was called.
  private static final class Named extends ObjectCodec {
    private final int name;

    Named(int name) {
      this.name = name;
    }

    @Override
    public int write(
        Object value, byte[] array, int position, int limit, int depth, @Nullable Session session) {
      return name;
    }

    @Override
    public long write(
        Object value,
        MemorySegment segment,
        long position,
        long limit,
        int depth,
        @Nullable Session session) {
      return name;
    }

    @Override
    public Object read(byte[] array, int position, int end, int depth, @Nullable Session session) {
      return name;
    }

    @Override
    public Object read(
        MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
      return name;
    }
  }

  @Test
  void interpretsUntilTheBackgroundHasCompiled() throws InterruptedException {
    CountDownLatch mayCompile = new CountDownLatch(1);
    AtomicInteger compilations = new AtomicInteger();
    AdaptiveCodec codec =
        AdaptiveCodec.inBackground(
            String.class,
            new Named(1),
            () -> {
              compilations.incrementAndGet();
              try {
                mayCompile.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              return new Named(2);
            });
    for (int i = 0; i < 2 * AdaptiveCodec.HOT; i++) {
      assertEquals(1, codec.write("", new byte[0], 0, 0, 0, null));
    }
    assertFalse(codec.isCompiled());
    mayCompile.countDown();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!codec.isCompiled() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertTrue(codec.isCompiled());
    assertEquals(2, codec.read(MemorySegment.NULL, 0, 0, 0, null));
    assertEquals(1, compilations.get());
  }

  @Test
  void continuesInterpretingIfCompilationFails() throws InterruptedException {
    CountDownLatch failed = new CountDownLatch(1);
    AdaptiveCodec codec =
        AdaptiveCodec.inBackground(
            String.class,
            new Named(1),
            () -> {
              failed.countDown();
              throw new IllegalStateException("expected by a test");
            });
    for (int i = 0; i < AdaptiveCodec.HOT; i++) {
      codec.write("", new byte[0], 0, 0, 0, null);
    }
    assertTrue(failed.await(5, TimeUnit.MINUTES));
    assertEquals(1, codec.write("", new byte[0], 0, 0, 0, null));
  }

  @Test
  void generatedCodeLinksToCompiledCodecs() {
    TypeEntry entry =
        new TypeEntry(
            String.class,
            300,
            0,
            false,
            () -> AdaptiveCodec.inBackground(String.class, new Named(1), () -> new Named(2)));
    assertEquals(1, entry.codec().write("", new byte[0], 0, 0, 0, null));
    assertEquals(2, entry.linked().write("", new byte[0], 0, 0, 0, null));
    assertEquals(2, entry.codec().write("", new byte[0], 0, 0, 0, null));
  }
}
