// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class AdaptiveCodecTest {

  @Test
  void interpretsUntilTheBackgroundHasCompiled() throws InterruptedException {
    CountDownLatch mayCompile = new CountDownLatch(1);
    AtomicInteger compilations = new AtomicInteger();
    AdaptiveCodec codec =
        AdaptiveCodec.inBackground(
            String.class,
            new NamedCodec(1),
            _ -> {
              compilations.incrementAndGet();
              try {
                mayCompile.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              return new NamedCodec(2);
            });
    for (int i = 0; i < 2 * AdaptiveCodec.HOT; i++) {
      assertEquals(1, codec.write("", new byte[0], 0, 0, 0, null));
    }
    assertFalse(codec.isCompiled());
    mayCompile.countDown();
    await(codec::isCompiled);
    assertEquals(2, codec.read(MemorySegment.NULL, 0, 0, 0, null));
    assertEquals(1, compilations.get());
  }

  @Test
  void continuesInterpretingIfCompilationFails() throws InterruptedException {
    CountDownLatch failed = new CountDownLatch(1);
    AdaptiveCodec codec =
        AdaptiveCodec.inBackground(
            String.class,
            new NamedCodec(1),
            _ -> {
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
  void continuesInterpretingWithoutAThread() {
    AtomicInteger attempts = new AtomicInteger();
    AdaptiveCodec codec =
        new AdaptiveCodec(
            String.class,
            new NamedCodec(1),
            _ -> new NamedCodec(2),
            task -> {
              if (attempts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("expected by a test");
              }
              task.run();
            });
    for (int i = 0; i < AdaptiveCodec.HOT; i++) {
      assertEquals(1, codec.write("", new byte[0], 0, 0, 0, null));
    }
    assertFalse(codec.isCompiled());
    for (int i = 0; i < AdaptiveCodec.RETRY; i++) {
      codec.write("", new byte[0], 0, 0, 0, null);
    }
    assertEquals(2, attempts.get());
    assertTrue(codec.isCompiled());
  }

  @Test
  void generatedCodeLinksToCompiledCodecs() {
    TypeEntry entry =
        new TypeEntry(
            String.class,
            300,
            0,
            false,
            () ->
                AdaptiveCodec.inBackground(
                    String.class, new NamedCodec(1), _ -> new NamedCodec(2)));
    assertEquals(1, entry.codec().write("", new byte[0], 0, 0, 0, null));
    assertEquals(2, entry.linked().write("", new byte[0], 0, 0, 0, null));
    assertEquals(2, entry.codec().write("", new byte[0], 0, 0, 0, null));
  }

  @Test
  void linkedCodecsInUseAreCompiledInTheBackground() throws InterruptedException {
    Set<String> compilers = ConcurrentHashMap.newKeySet();
    TypeEntry unused = entry(302, compilers);
    TypeEntry inner = entry(301, compilers, unused);
    TypeEntry outer = entry(300, compilers, inner);
    for (int i = 0; i < AdaptiveCodec.HOT; i++) {
      outer.codec().write("", new byte[0], 0, 0, 0, null);
      inner.codec().isTracked();
    }
    await(() -> outer.interpretedSoFar() == null);

    assertNull(inner.interpretedSoFar(), "compiled before code that links to it is used");
    assertEquals(2, inner.linked().write("", new byte[0], 0, 0, 0, null));
    assertEquals(Set.of("300 by segue-compiler", "301 by segue-compiler"), compilers);
  }

  @Test
  void linkedCodecsThatCannotBeCompiledDoNotBlockOthers() throws InterruptedException {
    Set<String> compilers = ConcurrentHashMap.newKeySet();
    TypeEntry broken =
        new TypeEntry(
            String.class,
            301,
            0,
            false,
            () ->
                AdaptiveCodec.inBackground(
                    String.class,
                    new NamedCodec(1),
                    _ -> {
                      throw new IllegalStateException("expected by a test");
                    }));
    TypeEntry outer = entry(300, compilers, broken);
    broken.codec().isTracked();
    for (int i = 0; i < AdaptiveCodec.HOT; i++) {
      outer.codec().write("", new byte[0], 0, 0, 0, null);
    }
    await(() -> outer.interpretedSoFar() == null);

    assertEquals(2, outer.codec().write("", new byte[0], 0, 0, 0, null));
    assertEquals(1, broken.codec().write("", new byte[0], 0, 0, 0, null));
  }

  @Test
  void daemonThreadCompilesAndEndsWhenIdle() throws InterruptedException {
    Set<Thread> compilers = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(8);
    for (int i = 0; i < 8; i++) {
      AdaptiveCodec codec =
          AdaptiveCodec.inBackground(
              String.class,
              new NamedCodec(1),
              _ -> {
                compilers.add(Thread.currentThread());
                done.countDown();
                return new NamedCodec(2);
              });
      for (int call = 0; call < AdaptiveCodec.HOT; call++) {
        codec.write("", new byte[0], 0, 0, 0, null);
      }
    }
    assertTrue(done.await(5, TimeUnit.MINUTES));

    for (Thread compiler : compilers) {
      assertEquals("segue-compiler", compiler.getName());
      assertTrue(compiler.isDaemon());
      assertNull(compiler.getContextClassLoader());
      assertTrue(compiler.join(Duration.ofMinutes(5)), "ends although nobody stops it");
    }
  }

  /// All serializers and threads share one thread; their requests queue for it.
  @Test
  void oneThreadCompilesOneClassAtATime() throws Exception {
    int classes = 32;
    CountDownLatch areAllHot = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(classes);
    AtomicInteger active = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Compiler compiler =
        _ -> {
          most.accumulateAndGet(active.incrementAndGet(), Math::max);
          await(areAllHot);
          active.decrementAndGet();
          done.countDown();
          return new NamedCodec(2);
        };
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      callers.add(Thread.ofPlatform().start(() -> heat(classes / 4, compiler)));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    areAllHot.countDown();

    assertTrue(done.await(5, TimeUnit.MINUTES));
    assertEquals(1, most.get());
  }

  private static void heat(int classes, Compiler compiler) {
    for (int i = 0; i < classes; i++) {
      AdaptiveCodec codec = AdaptiveCodec.inBackground(String.class, new NamedCodec(1), compiler);
      for (int call = 0; call < AdaptiveCodec.HOT; call++) {
        assertEquals(1, codec.write("", new byte[0], 0, 0, 0, null));
      }
    }
  }

  /// A class that first occurs inside compiled objects is compiled by its caller, whatever the
  /// shared thread is doing, and without the classes that it links to.
  @Test
  void linkingWaitsForNoOtherClass() throws InterruptedException {
    CountDownLatch isLinked = new CountDownLatch(1);
    CountDownLatch isBusy = new CountDownLatch(1);
    Compiler slow =
        _ -> {
          isBusy.countDown();
          await(isLinked);
          return new NamedCodec(2);
        };
    heat(1, slow);
    assertTrue(isBusy.await(5, TimeUnit.MINUTES));
    Set<String> compilers = ConcurrentHashMap.newKeySet();
    TypeEntry inner = entry(301, compilers);
    TypeEntry outer = entry(300, compilers, inner);
    inner.codec().isTracked();

    assertEquals(2, outer.linked().write("", new byte[0], 0, 0, 0, null));
    isLinked.countDown();
    assertEquals(Set.of("300 by " + Thread.currentThread().getName()), compilers);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(5, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// An entry with a codec that is compiled once it is hot.
  ///
  /// @param compilers receives the threads that compile
  private static TypeEntry entry(int id, Set<String> compilers, TypeEntry... linked) {
    return new TypeEntry(
        String.class,
        id,
        0,
        false,
        () ->
            AdaptiveCodec.inBackground(
                String.class,
                new NamedCodec(1),
                links -> {
                  compilers.add(id + " by " + Thread.currentThread().getName());
                  links.addAll(List.of(linked));
                  return new NamedCodec(2);
                }));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertTrue(condition.getAsBoolean());
  }
}
