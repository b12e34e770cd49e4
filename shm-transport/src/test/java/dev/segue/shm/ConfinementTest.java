// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class ConfinementTest {

  private static final long RUN_NANOS = 300_000_000;
  private static final int ENOUGH_REVOCATIONS = 10;

  private final Confinement confinement = new Confinement("the thing", 8, true);

  private static <T> T elsewhere(Callable<T> action) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                result.complete(action.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    thread.join();
    return result.get();
  }

  private void refuses() throws Exception {
    IllegalStateException e =
        elsewhere(() -> assertThrows(IllegalStateException.class, confinement::enter));
    assertTrue(
        String.valueOf(Objects.requireNonNull(e).getMessage())
            .startsWith("the thing is used by two threads at once, "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OpenJDK 64-Bit Server VM", "Java HotSpot(TM) 64-Bit Server VM"})
  void hotSpotIsRecognizedByName(String vmName) {
    assertTrue(Confinement.isHotSpot(vmName));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Eclipse OpenJ9 VM", "Substrate VM", ""})
  void otherJvmsAreNotTakenForHotSpot(String vmName) {
    assertFalse(Confinement.isHotSpot(vmName));
  }

  @Test
  void overlapIsRefusedWithoutABias() throws Exception {
    Confinement unbiased = new Confinement("the thing", 1, false);
    for (int i = 0; i < 100; i++) {
      assertTrue(unbiased.enter());
      assertFalse(unbiased.enter());
      assertTrue(unbiased.isInside());
      elsewhere(() -> assertThrows(IllegalStateException.class, unbiased::enter));
      unbiased.exit();
      assertFalse(unbiased.isInside());
      assertTrue(elsewhere(() -> unbiased.enter()));
      // The thread has ended while inside.
    }
  }

  @Test
  void refusesAnotherThreadWhileOneIsInside() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertTrue(confinement.enter());
      assertTrue(confinement.isInside());
      assertFalse(confinement.enter());
      refuses();
      assertFalse(elsewhere(confinement::isInside));
      confinement.exit();
      assertFalse(confinement.isInside());
    }
  }

  @Test
  void threadsMayTakeTurns() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertTrue(
          elsewhere(() -> {
            boolean entered = confinement.enter();
            confinement.exit();
            return entered;
          }));
      assertTrue(confinement.enter());
      refuses();
      confinement.exit();
    }
  }

  @Test
  void exitOfAnOutsideThreadHasNoEffect() throws Exception {
    assertTrue(confinement.enter());
    for (int i = 0; i < 20; i++) {
      elsewhere(() -> {
        confinement.exit();
        return true;
      });
      refuses();
      confinement.exit();
      confinement.exit();
      assertTrue(confinement.enter());
    }
  }

  @Test
  void endedThreadNoLongerCountsAsInside() throws Exception {
    for (int i = 0; i < 20; i++) {
      assertTrue(elsewhere(confinement::enter));
      assertTrue(confinement.enter());
      refuses();
      confinement.exit();
    }
  }

  /// One thread enters constantly and gets the bias; the others enter from time to time.
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 1000})
  void twoThreadsAreNeverInsideAtOnce(int pause) throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicLong overlaps = new AtomicLong();
    long[] total = new long[1]; // Plain, because uses are ordered.
    long end = System.nanoTime() + RUN_NANOS;
    try (var threads = Executors.newFixedThreadPool(3)) {
      List<Future<Long>> uses = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int spins = i == 0 ? 0 : pause;
        uses.add(threads.submit(() -> use(inside, overlaps, total, spins, end)));
      }
      long sum = 0;
      for (Future<Long> future : uses) {
        sum += future.get();
      }
      assertEquals(0, overlaps.get());
      assertEquals(sum, total[0]);
      assertTrue(sum > 0);
    }
  }

  private long use(AtomicInteger inside, AtomicLong overlaps, long[] total, int spins, long end) {
    long count = 0;
    while (System.nanoTime() - end < 0 || count == 0) {
      for (int i = 0; i < spins; i++) {
        Thread.onSpinWait();
      }
      try {
        confinement.enter();
      } catch (IllegalStateException e) {
        continue;
      }
      if (inside.getAndSet(1) != 0) {
        overlaps.incrementAndGet();
      }
      total[0]++;
      count++;
      inside.setRelease(0);
      confinement.exit();
    }
    return count;
  }

  private record Round(Confinement confinement, AtomicInteger inside) {
    Round() {
      this(new Confinement("a thing"), new AtomicInteger());
    }

    /// @return 1, or 0 when it was refused
    int use(AtomicInteger overlaps) {
      try {
        confinement.enter();
      } catch (IllegalStateException e) {
        return 0;
      }
      if (inside.getAndSet(1) != 0) {
        overlaps.incrementAndGet();
      }
      inside.setRelease(0);
      confinement.exit();
      return 1;
    }
  }

  /// A thread is about to enter again while another one revokes its bias.
  @Test
  void racingRevocationAndEntrySeeEachOther() throws Exception {
    AtomicReference<Round> current = new AtomicReference<>(new Round());
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger overlaps = new AtomicInteger();
    Thread owner =
        Thread.ofPlatform()
            .start(() -> {
              while (!done.getOpaque()) {
                current.getOpaque().use(overlaps);
              }
            });
    try {
      long end = System.nanoTime() + RUN_NANOS;
      int revocations = 0;
      while (System.nanoTime() - end < 0 || revocations < ENOUGH_REVOCATIONS) {
        Round round = new Round();
        current.set(round);
        for (int i = 0; i < 100 + (revocations & 63); i++) {
          Thread.onSpinWait();
        }
        revocations += round.use(overlaps);
      }
    } finally {
      done.set(true);
      owner.join();
    }
    assertEquals(0, overlaps.get());
  }
}
