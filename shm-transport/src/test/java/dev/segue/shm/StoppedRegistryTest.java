// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process is paused while it holds the registry's lock: a member that waits for the first time
/// cannot record that it may sleep, members do not learn that others have joined, and messages
/// still flow.
@Timeout(600)
class StoppedRegistryTest extends InScratch {

  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(5);

  private Channel channel;
  private Publisher publisher;
  private Subscriber subscriber;
  private LockFile stopped;
  private LockFile.Held registry;

  @BeforeEach
  void stop() throws IOException {
    channel =
        Channel.create(
            path, ChannelConfig.defaults().withLaneCapacity(4000).withMemberTimeout(Duration.ZERO));
    publisher = channel.addPublisher();
    subscriber = channel.addSubscriber();
    send(publisher, 0);
    assertReceives(List.of(0), subscriber);
    stopped = LockFile.open(path.resolve("locks"), Access.OWNER);
    registry = lock();
  }

  private LockFile.Held lock() throws IOException {
    LockFile.Held held = stopped.tryLock(0);
    while (held == null) {
      held = stopped.tryLock(0);
    }
    return held;
  }

  @AfterEach
  void goOn() throws IOException {
    stopped.close();
    channel.close();
    Sleeper.sleepUntilWoken(false);
  }

  /// Replaces both members, so that the publisher does not know the new subscriber, and pauses the
  /// process again.
  private void joinUnnoticed() throws IOException {
    registry.release();
    publisher.close();
    subscriber.close();
    publisher = channel.addPublisher();
    subscriber = channel.addSubscriber();
  }

  private List<Integer> receiveBlocking(Duration timeout) {
    List<Integer> received = new ArrayList<>();
    subscriber.poll(m -> received.add(m.get(ValueLayout.JAVA_INT, 0)), 10, timeout);
    return received;
  }

  /// Runs an action on another thread once this thread waits.
  private static FutureTask<Boolean> soon(Action action) {
    Thread waiting = Thread.currentThread();
    FutureTask<Boolean> task =
        new FutureTask<>(() -> {
          Threads.awaitWaiting(waiting);
          action.run();
          return true;
        });
    Thread.ofPlatform().start(task);
    return task;
  }

  private interface Action {
    void run() throws Exception;
  }

  @Test
  void waitingSubscribersGetMessages() throws Exception {
    assertEquals(List.of(), receiveBlocking(MOMENT));
    FutureTask<Boolean> sender = soon(() -> send(publisher, 1));
    assertEquals(List.of(1), receiveBlocking(LONG));
    assertTrue(sender.get());
  }

  @Test
  void waitingPublishersGetReleasedRoom() throws Exception {
    assertTrue(publisher.offer(MemorySegment.ofArray(new byte[3900])));
    assertNull(publisher.tryClaim(500, MOMENT));
    FutureTask<Boolean> reader = soon(() -> assertEquals(1, subscriber.poll(m -> {}, 10)));
    assertNotNull(publisher.tryClaim(500, LONG));
    assertTrue(reader.get());
  }

  @Test
  void waitingThreadSleepsOnceThePausedProcessResumes() throws Exception {
    assertEquals(List.of(), receiveBlocking(MOMENT));
    FutureTask<Boolean> goesOn = soon(() -> registry.release());
    while (channel.members().getLast().waits() == 0) {
      assertEquals(List.of(), receiveBlocking(Duration.ofMillis(50)));
    }
    assertTrue(goesOn.get());
    FutureTask<Boolean> sender = soon(() -> send(publisher, 1));
    assertEquals(List.of(1), receiveBlocking(LONG));
    assertTrue(sender.get());
  }

  @Test
  void newSubscriberIsCounted() throws Exception {
    joinUnnoticed();
    registry = lock();
    assertEquals(1, publisher.subscriberCount());
    assertTrue(publisher.isConnected());
    assertTrue(publisher.awaitSubscribers(1, MOMENT));
  }

  @Test
  void newSubscriberIsWoken() throws Exception {
    Sleeper.sleepUntilWoken(true);
    joinUnnoticed();
    CountDownLatch ready = new CountDownLatch(1);
    while (!subscriber.whenReady(ready::countDown)) {
      assertEquals(List.of(), receiveBlocking(MOMENT));
    }
    registry = lock();
    send(publisher, 1);
    assertTrue(ready.await(LONG.toSeconds(), TimeUnit.SECONDS));
    assertEquals(List.of(1), receiveBlocking(LONG));
  }

  @Test
  void newPublisherIsWoken() throws Exception {
    Sleeper.sleepUntilWoken(true);
    registry.release();
    publisher.close();
    assertEquals(0, subscriber.poll(m -> {}, 10)); // knows that there is no publisher
    publisher = channel.addPublisher();
    assertTrue(publisher.offer(MemorySegment.ofArray(new byte[3900])));
    while (channel.members().getLast().waits() == 0) { // the first sleep is short
      assertNull(publisher.tryClaim(500, Duration.ofMillis(5)));
    }
    registry = lock();
    FutureTask<Boolean> reader = soon(() -> assertEquals(1, subscriber.poll(m -> {}, 10)));
    assertNotNull(publisher.tryClaim(500, LONG));
    assertTrue(reader.get());
  }
}
