// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import dev.segue.shm.Subscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads that send while their connection ends do not use the lane afterwards.
@Timeout(600)
final class EndingTest {

  private static final int ROUNDS = 100;
  private static final int THREADS = 3;
  private static final int SECONDS = 300;
  private static final OutgoingRecord RECORD = OutgoingRecord.of(new byte[16 * 1024], null);

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private static Channel createLane() {
    return Channel.create(
        Channel.defaultPath(TestFiles.name()), ConnectionFiles.ofConnection(8 << 20));
  }

  private Sender join(Channel lane) {
    return new Sender(lane.addPublisher(), Thread::startVirtualThread, failure::set);
  }

  @Test
  void threadThatCheckedBeforeTheEndWritesNothingAfterIt() {
    try (Channel lane = createLane()) {
      Subscriber subscriber = lane.addSubscriber();
      Sender sender = join(lane);
      lane.unlink();
      sender.send(RECORD);
      sender.end(null);
      sender.append(RECORD);
      sender.flush();
      assertEquals(1, subscriber.poll((memory, offset, length) -> {}, 2));
    }
    assertNull(failure.get());
  }

  @Test
  void threadsMaySendUntilTheEnd() throws Exception {
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      for (int round = 0; round < ROUNDS; round++) {
        endWhileThreadsSend(executor);
      }
    }
  }

  private void endWhileThreadsSend(ExecutorService executor) throws Exception {
    CountDownLatch sending = new CountDownLatch(1);
    List<Future<?>> threads = new ArrayList<>();
    try (Channel lane = createLane()) {
      lane.addSubscriber();
      Sender sender = join(lane);
      lane.unlink();
      for (int i = 0; i < THREADS; i++) {
        threads.add(executor.submit(() -> send(sender, sending)));
      }
      assertTrue(sending.await(SECONDS, TimeUnit.SECONDS));
      sender.end(null);
    }
    for (Future<?> thread : threads) {
      thread.get(SECONDS, TimeUnit.SECONDS);
    }
    assertNull(failure.get());
  }

  private static void send(Sender sender, CountDownLatch sending) {
    for (int i = 0; i < 100; i++) {
      sender.send(RECORD);
      sender.flush();
      sending.countDown();
    }
  }
}
