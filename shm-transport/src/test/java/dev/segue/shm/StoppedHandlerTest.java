// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A subscriber that is fenced in its handler, and resumes after many other subscribers have taken
/// over its lane.
@Timeout(600)
class StoppedHandlerTest {

  private static final int SUCCESSORS = 16;

  @Test
  void fencedSubscriberReleasesNoUnreadMessages() throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path path = scratch.path("channel");
      ChannelConfig config = ChannelConfig.defaults().withLaneCapacity(4000);
      try (Channel channel = Channel.create(path, config);
          Channel others = Channel.open(path);
          ChannelDirectory registry = ChannelDirectory.open(path, Access.OWNER)) {
        Publisher publisher = others.addPublisher();
        int sent = 0;
        while (publisher.offer(message(sent))) {
          sent++;
        }
        Subscriber stopped = channel.addSubscriber();
        long id = channel.members().getLast().id();
        List<Integer> handled = new ArrayList<>();
        TransportException e =
            assertThrows(
                TransportException.class,
                () ->
                    stopped.poll(
                        m -> {
                          fence(registry, id);
                          for (int i = 0; i < SUCCESSORS; i++) {
                            others.addSubscriber().close();
                          }
                          handled.add(number(m));
                        },
                        10));
        assertEquals(TransportException.Kind.FENCED, e.kind());
        assertEquals(numbers(0, 1), handled);
        assertFalse(publisher.offer(message(sent)), "room that nobody gave who counts");
        assertReceives(numbers(0, sent), others.addSubscriber());
        assertTrue(publisher.offer(message(sent)));
      }
    }
  }

  private static int number(MemorySegment message) {
    return message.get(ValueLayout.JAVA_INT, 0);
  }

  private static void fence(ChannelDirectory channel, long id) {
    try {
      channel.registry().fence(id);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
