// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The same channel from two JVMs.
@Timeout(600)
class TwoProcessTest {

  private static final int COUNT = 20_000;

  private static int length(int i) {
    return i % 1000;
  }

  /// The other process: sends messages, or keeps running until it is killed.
  static final class Sender {
    public static void main(String[] arguments) {
      Path path = Path.of(arguments[0]);
      int count = Integer.parseInt(arguments[1]);
      IdleAction idle = new YieldingIdleStrategy()::idle;
      try (Channel channel = Channel.open(path);
          Publisher publisher = channel.addPublisher()) {
        for (int i = 0; i < count; i++) {
          Claim claim = publisher.claim(length(i), idle);
          Messages.fill(claim.segment(), i);
          claim.commit(length(i));
        }
        if (arguments.length > 2) {
          publisher.claim(500, idle).segment().fill((byte) 0x77);
          System.out.println("holding");
          while (true) {
            LockSupport.park();
          }
        }
      }
    }
  }

  private static Process start(Path path, int count, String... more) throws IOException {
    return ChildJvm.start(
        Sender.class, List.of(path.toString(), Integer.toString(count)), List.of(more));
  }

  @Test
  void deliversEveryMessageInOrder() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), ChannelConfig.defaults());
        Subscriber subscriber = channel.addSubscriber()) {
      Process sender = start(channel.path(), COUNT);
      try {
        int[] next = {0};
        IdleAction idle = new YieldingIdleStrategy()::idle;
        while (next[0] < COUNT) {
          idle.idle(
              subscriber.poll(
                  m -> {
                    assertTrue(
                        Messages.matches(m, next[0], length(next[0])), () -> "at " + next[0]);
                    next[0]++;
                  },
                  100));
        }
        assertTrue(sender.waitFor(5, TimeUnit.MINUTES));
        assertEquals(0, sender.exitValue());
      } finally {
        sender.destroyForcibly();
      }
    }
  }

  @Test
  void channelOutlivesAKilledPublisher() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), ChannelConfig.defaults());
        Subscriber subscriber = channel.addSubscriber()) {
      Process sender = start(channel.path(), 500, "hold");
      try {
        assertEquals("holding", sender.inputReader().readLine());
        TransportException e = assertThrows(TransportException.class, channel::addPublisher);
        assertEquals(TransportException.Kind.IN_USE, e.kind());
      } finally {
        sender.destroyForcibly().waitFor();
      }
      try (Publisher next = channel.addPublisher()) {
        assertTrue(next.offer(Messages.message(500, length(500))));
      }
      int[] seen = {0};
      subscriber.poll(
          m -> assertTrue(Messages.matches(m, seen[0], length(seen[0]++))), Integer.MAX_VALUE);
      assertEquals(501, seen[0]);
    }
  }

  @Test
  void publisherIsNotSlowedByAnotherProcess() throws Exception {
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), ChannelConfig.defaults())) {
      Process sender = start(channel.path(), 10);
      try {
        assertTrue(sender.waitFor(Duration.ofMinutes(5)));
        assertEquals(0, sender.exitValue());
      } finally {
        sender.destroyForcibly();
      }
      try (Subscriber subscriber = channel.addSubscriber()) {
        assertEquals(10, subscriber.poll(m -> {}, 100));
      }
    }
  }
}
