// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.receiveAll;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class UnlinkedChannelTest extends UnlinkedChannelContract {

  @Override
  Path at() {
    return path;
  }

  @Nested
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files in use are deleted later there")
  class ItsFiles {

    @Test
    void filesAreDeletedAtOnceWithoutMembers() throws IOException {
      create(QUEUE);
      Channel.unlink(at());
      assertGone();
    }

    @Test
    void filesAreDeletedSoonIfAllLanesAreOpen() throws IOException {
      for (ChannelConfig config : List.of(PAIR, QUEUE, BROADCAST)) {
        Channel channel = create(config);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = open().addSubscriber();
        send(publisher, 1);
        assertReceives(List.of(1), subscriber);
        Channel.unlink(at());
        awaitGone();
        send(publisher, 2);
        assertReceives(List.of(2), subscriber);
      }
    }

    /// A woken member reads the tables at the same moment.
    @Test
    void areDeletedEvenIfTheRegistryIsBrieflyBusy() throws IOException {
      Channel channel = create(PAIR);
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      send(publisher, 1);
      assertReceives(List.of(1), subscriber);
      try (LockFile locks = LockFile.open(at().resolve("locks"), Access.OWNER)) {
        releaseWhenAwaited(lockRegistry(locks));
        Channel.unlink(at());
      }
      awaitGone(); // at once, or by a keeper if the registry stays busy for a second
    }

    @Test
    void filesAreDeletedOnceAllLanesAreOpen() throws IOException {
      Channel channel = create(QUEUE);
      Publisher publisher = channel.addPublisher();
      send(publisher, 1);
      Subscriber subscriber = open().addSubscriber();
      Publisher second = channel.addPublisher();
      Channel.unlink(at());
      assertNotEquals(Set.of(), files());
      assertReceives(List.of(1), subscriber);
      awaitGone();
      send(second, 2);
      assertReceives(List.of(2), subscriber);
    }

    @Test
    void filesAreDeletedWithTheLastMember() throws IOException {
      Channel channel = create(QUEUE);
      Publisher publisher = channel.addPublisher();
      Subscriber first = channel.addSubscriber();
      Subscriber second = open().addSubscriber();
      Channel.unlink(at());
      publisher.close();
      assertNotEquals(Set.of(), files());
      first.close();
      second.close();
      assertGone();
    }

    @Test
    void nextChannelDeletesFilesOfDeadMembers() throws IOException {
      Channel channel = Channel.create(at(), QUEUE);
      channel.addSubscriber();
      channel.addSubscriber();
      channel.addPublisher();
      Channel.unlink(at());
      channel.abandon();
      assertNotEquals(Set.of(), files());
      create(PAIR);
      Channel.unlink(at());
      assertGone();
    }

    @Test
    void filesStayWhileOthersCreateChannels() {
      Channel channel = create(QUEUE);
      Publisher publisher = channel.addPublisher();
      channel.addSubscriber();
      Subscriber second = channel.addSubscriber();
      Channel.unlink(at());
      for (int i = 0; i < 3; i++) {
        create(PAIR);
        Channel.unlink(at());
      }
      send(publisher, 1);
      send(publisher, 2);
      assertEquals(1, receiveAll(second, 1).size());
    }

    private void awaitGone() throws IOException {
      while (!files().isEmpty()) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    private void assertGone() throws IOException {
      assertEquals(Set.of(), files());
    }
  }
}
