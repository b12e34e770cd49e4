// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {

  @Test
  void whatIsGivenBackIsTakenOnce() {
    Pool<Object> pool = new Pool<>(8);
    Object kept = new Object();
    assertNull(pool.take());
    pool.giveBack(kept);
    assertSame(kept, pool.take());
    assertNull(pool.take());
  }

  @Test
  void callsWithinCallsGetOneEach() {
    Pool<Object> pool = new Pool<>(8);
    pool.giveBack(new Object());
    pool.giveBack(new Object());
    assertNotSame(pool.take(), pool.take());
    assertNull(pool.take());
  }

  @Test
  void noMoreIsKeptThanThereIsRoomFor() {
    Pool<Object> pool = new Pool<>(7);
    for (int i = 0; i < 100; i++) {
      pool.giveBack(new Object());
    }
    int kept = 0;
    while (pool.take() != null) {
      kept++;
    }
    assertEquals(4, kept);
  }

  @Test
  void nothingIsHandedToTwoAtOnce() throws Exception {
    Pool<AtomicInteger> pool = new Pool<>(4);
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

  private static void useInTurns(Pool<AtomicInteger> pool, int calls) {
    for (int i = 0; i < calls; i++) {
      AtomicInteger kept = pool.take();
      AtomicInteger users = kept == null ? new AtomicInteger() : kept;
      assertEquals(1, users.incrementAndGet());
      users.decrementAndGet();
      pool.giveBack(users);
    }
  }
}
