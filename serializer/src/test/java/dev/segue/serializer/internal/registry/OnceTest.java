// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class OnceTest {

  @Test
  void createsTheValueOnce() {
    AtomicInteger made = new AtomicInteger();
    Once<Integer> once = new Once<>(made::incrementAndGet);
    assertEquals(1, once.get());
    assertEquals(1, once.get());
  }

  @Test
  void allThreadsGetTheSameValue() throws Exception {
    Once<Object> once = new Once<>(Object::new);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Object>> results = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        results.add(threads.submit(once::get));
      }
      for (Future<Object> result : results) {
        assertSame(once.get(), result.get());
      }
    }
  }

  @Test
  void retriesAfterAFailure() {
    AtomicInteger tries = new AtomicInteger();
    Once<String> once =
        new Once<>(() -> {
          if (tries.incrementAndGet() == 1) {
            throw new IllegalStateException("first");
          }
          return "second";
        });
    assertThrows(IllegalStateException.class, once::get);
    assertEquals("second", once.get());
  }

  @Test
  void interruptedThreadGetsTheValueAndStaysInterrupted() throws Exception {
    Once<String> once = new Once<>(() -> "made");
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Boolean> interrupted =
          threads.submit(() -> {
            Thread.currentThread().interrupt();
            assertEquals("made", once.get());
            return Thread.interrupted();
          });
      assertTrue(interrupted.get());
    }
  }

  /// This happened when many virtual threads used a codec for the first time at once: the thread
  /// that created the codec had no carrier, and all carriers were pinned by threads that waited for
  /// it in native frames.
  @Test
  void valueIsCreatedThoughTheCreatorHasNoCarrier() throws Exception {
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(carriers);
    Once<Object> once =
        new Once<>(() -> {
          if (begun.getCount() > 0) {
            begun.countDown();
            await(goOn);
          }
          return new Object();
        });
    List<Future<Object>> results = new ArrayList<>();
    results.add(inVirtualThread(once::get));
    await(begun);
    Supplier<Object> waiter =
        () -> {
          waiting.countDown();
          return once.get();
        };
    for (int i = 0; i < carriers; i++) {
      results.add(inVirtualThread(() -> belowNativeCode(waiter)));
    }
    await(waiting);
    goOn.countDown();
    Object made = results.getLast().get(5, MINUTES);
    for (Future<Object> result : results) {
      assertSame(made, result.get(5, MINUTES));
    }
  }

  /// The thread is not joined: if this test fails, it never ends.
  private static <T> Future<T> inVirtualThread(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.startVirtualThread(task);
    return task;
  }

  /// Calls back from C, which pins a virtual thread to its carrier.
  @SuppressWarnings("restricted") // the C library, and this test's own function
  private static <T> T belowNativeCode(Supplier<T> call) throws ReflectiveOperationException {
    Linker linker = Linker.nativeLinker();
    MethodHandle qsort =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("qsort"),
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
    List<T> results = new ArrayList<>();
    Comparator<Object> comparator =
        (_, _) -> {
          results.add(call.get());
          return 0;
        };
    MethodHandle compare =
        MethodHandles.lookup()
            .findVirtual(
                Comparator.class,
                "compare",
                MethodType.methodType(int.class, Object.class, Object.class))
            .bindTo(comparator)
            .asType(MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment function =
          linker.upcallStub(compare, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS), arena);
      try {
        qsort.invokeExact(arena.allocate(JAVA_INT, 2), 2L, (long) Integer.BYTES, function);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
    return results.getFirst();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(5, MINUTES), "in time");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
