// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RequestsTest {
  /// Answers the oldest request when more than the given number are waiting.
  private static final class Answering {
    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private final BitSet seen = new BitSet();
    private int most;

    CompletableFuture<Void> send(int number) {
      assertTrue(!seen.get(number), "twice: " + number);
      seen.set(number);
      var answer = new CompletableFuture<Void>();
      waiting.add(answer);
      most = Math.max(most, waiting.size());
      return answer;
    }
  }

  @Test
  void sendsEachRequestOnceWithLimitedConcurrency() throws InterruptedException {
    var server = new Answering();
    var requests = new Requests(7);
    var answerer =
        new Thread(() -> {
          for (int answered = 0; answered < 100; ) {
            CompletableFuture<Void> next;
            synchronized (server) {
              next = server.waiting.poll();
            }
            if (next != null) {
              next.complete(null);
              answered++;
            } else {
              Thread.onSpinWait();
            }
          }
        });
    answerer.start();
    requests.run(
        100,
        number -> {
          synchronized (server) {
            return server.send(number);
          }
        });
    answerer.join();
    assertEquals(100, server.seen.cardinality());
    assertTrue(server.most <= 7, "most=" + server.most);
    assertTrue(requests.micros(99) > 0);
    requests.reset();
    assertEquals(0.0, requests.micros(99));
  }

  @Test
  void failureEndsTheRun() {
    var failure = new IllegalStateException("refused");
    var requests = new Requests(2);
    var thrown =
        assertThrows(
            CompletionException.class,
            () -> requests.run(10, _ -> CompletableFuture.failedFuture(failure)));
    assertInstanceOf(IllegalStateException.class, thrown.getCause());
  }
}
