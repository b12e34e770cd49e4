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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process is paused while it holds the registry's lock: a member that waits for the first time
/// cannot record that it may sleep, and messages still flow.
@Timeout(20)
class StoppedRegistryTest extends InScratch {

  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofSeconds(15);

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
    LockFile.Held held = stopped.tryLock(0);
    while (held == null) {
      held = stopped.tryLock(0);
    }
    registry = held;
  }

  @AfterEach
  void goOn() throws IOException {
    stopped.close();
    channel.close();
  }

  private List<Integer> receiveBlocking(Duration timeout) {
    List<Integer> received = new ArrayList<>();
    subscriber.poll(m -> received.add(m.get(ValueLayout.JAVA_INT, 0)), 10, timeout);
    return received;
  }

  private static Thread soon(Runnable action) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            TimeUnit.MILLISECONDS.sleep(20);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          action.run();
        });
  }

  @Test
  void subscribersGetWhatIsSent() throws InterruptedException {
    assertEquals(List.of(), receiveBlocking(MOMENT));
    Thread sender = soon(() -> send(publisher, 1));
    assertEquals(List.of(1), receiveBlocking(LONG));
    sender.join();
  }

  @Test
  void publishersGetTheRoomThatIsGivenBack() throws InterruptedException {
    assertTrue(publisher.offer(MemorySegment.ofArray(new byte[3900])));
    assertNull(publisher.tryClaim(500, MOMENT));
    Thread reader = soon(() -> assertEquals(1, subscriber.poll(m -> {}, 10)));
    assertNotNull(publisher.tryClaim(500, LONG));
    reader.join();
  }

  @Test
  void whoWaitsSleepsOnceThatOneGoesOn() throws Exception {
    assertEquals(List.of(), receiveBlocking(MOMENT));
    Thread goesOn =
        soon(() -> {
          try {
            registry.release();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    while (channel.members().getLast().waits() == 0) {
      assertEquals(List.of(), receiveBlocking(Duration.ofMillis(50)));
    }
    goesOn.join();
    Thread sender = soon(() -> send(publisher, 1));
    assertEquals(List.of(1), receiveBlocking(LONG));
    sender.join();
  }
}
