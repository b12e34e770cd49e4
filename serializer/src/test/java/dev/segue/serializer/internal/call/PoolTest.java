// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {

  private static final class Counted extends Pooled {
    private final AtomicInteger users = new AtomicInteger();
  }

  @Test
  void returnedObjectIsBorrowedOnce() {
    Pool<Counted> pool = new Pool<>(8);
    Counted kept = new Counted();
    assertNull(pool.take());
    pool.giveBack(kept);
    assertSame(kept, pool.take());
    assertNull(pool.take());
  }

  @Test
  void nestedCallsGetDifferentObjects() {
    Pool<Counted> pool = new Pool<>(8);
    pool.giveBack(new Counted());
    pool.giveBack(new Counted());
    assertNotSame(pool.take(), pool.take());
    assertNull(pool.take());
  }

  @Test
  void keepsNoMoreObjectsThanItsCapacity() {
    Pool<Counted> pool = new Pool<>(7);
    for (int i = 0; i < 100; i++) {
      pool.giveBack(new Counted());
    }
    int kept = 0;
    while (pool.take() != null) {
      kept++;
    }
    assertEquals(4, kept);
  }

  @Test
  void stateIsDroppedAfterAnError() {
    List<Throwable> failures =
        List.of(
            new OutOfMemoryError(),
            new IndexOutOfBoundsException(),
            Failures.machine(new StackOverflowError()),
            Errors.of(Kind.TOO_DEEP, "endless", Failures.machine(new StackOverflowError())));
    for (Throwable failure : failures) {
      Pool<Counted> pool = new Pool<>(1);
      pool.giveBack(new Counted());
      pool.giveBack(Objects.requireNonNull(pool.take()), failure);
      assertNull(pool.take(), failure.toString());
      Counted next = new Counted();
      pool.giveBack(next);
      assertSame(next, pool.take(), "the place is free again");
    }
  }

  @Test
  void memoryIsKeptAfterARefusedPayload() {
    Pool<Counted> pool = new Pool<>(1);
    Counted kept = new Counted();
    pool.giveBack(kept, Errors.of(Kind.MALFORMED_INPUT, "corrupt"));
    assertSame(kept, pool.take());
  }

  @Test
  void objectIsNeverLentTwice() throws Exception {
    Pool<Counted> pool = new Pool<>(4);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        results.add(threads.submit(() -> useInTurns(pool, 100_000)));
      }
      for (Future<?> result : results) {
        result.get();
      }
    }
  }

  /// Two threads whose ids lead to the same place.
  @Test
  void threadTakesTheObjectItUsedLast() throws Exception {
    Pool<Counted> pool = new Pool<>(4);
    Counted here = new Counted();
    List<Counted> there = new ArrayList<>();
    CyclicBarrier both = new CyclicBarrier(2);
    Runnable uses =
        () -> {
          Counted first = new Counted();
          pool.giveBack(first);
          there.add(first);
          await(both);
          for (int i = 0; i < 100; i++) {
            Counted again = Objects.requireNonNull(pool.take());
            pool.giveBack(again);
            there.add(again);
            await(both);
          }
        };
    Thread other = new Thread(uses);
    while ((other.threadId() - Thread.currentThread().threadId()) % 4 != 0) {
      other = new Thread(uses);
    }
    pool.giveBack(here);
    other.start();
    await(both);
    for (int i = 0; i < 100; i++) {
      Counted again = Objects.requireNonNull(pool.take());
      assertSame(here, again);
      pool.giveBack(again);
      await(both);
    }
    other.join();
    there.forEach(one -> assertSame(there.getFirst(), one));
  }

  @Test
  void objectInUseIsNotTaken() {
    Pool<Counted> pool = new Pool<>(8);
    pool.giveBack(new Counted());
    Counted taken = Objects.requireNonNull(pool.take());
    assertNull(pool.take());
    pool.giveBack(taken);
    assertSame(taken, pool.take());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  private static void useInTurns(Pool<Counted> pool, int calls) {
    for (int i = 0; i < calls; i++) {
      Counted kept = pool.take();
      Counted counted = kept == null ? new Counted() : kept;
      AtomicInteger users = counted.users;
      assertEquals(1, users.incrementAndGet());
      users.decrementAndGet();
      pool.giveBack(counted);
    }
  }
}
