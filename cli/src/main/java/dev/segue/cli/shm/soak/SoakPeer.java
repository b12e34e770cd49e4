// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import dev.segue.shm.Channel;
import dev.segue.shm.Claim;
import dev.segue.shm.HeldMessage;
import dev.segue.shm.MemberRole;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A process of the soak test: publishes or subscribes until it is killed. If it is fenced after a
/// pause, it joins again as a new member.
final class SoakPeer {

  static final String PUBLISH = "publish";
  static final String SUBSCRIBE = "subscribe";
  static final long FOR_EVER = Long.MAX_VALUE;

  private static final long PAUSE_NANOS = 3_000_000;
  private static final int BATCH = 20;
  private static final long LIVES_PER_PEER = 100_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration LAST_PATIENCE = Duration.ofMillis(50);

  private SoakPeer() {}

  public static void main(String[] arguments) throws IOException {
    Thread.ofPlatform().daemon().start(SoakPeer::endWithTheParent);
    Path path = Path.of(arguments[0]);
    Path journals = Path.of(arguments[1]);
    boolean publishes = arguments[2].equals(PUBLISH);
    long peer = Long.parseLong(arguments[3]);
    for (int life = 0; ; life++) {
      try (Channel channel = Channel.open(path);
          Journal journal = new Journal(journals.resolve(peer + "-" + life))) {
        if (publishes) {
          publish(channel, journal, peer * LIVES_PER_PEER + life);
        } else {
          subscribe(channel, journal);
        }
      } catch (TransportException e) {
        if (e.kind() != TransportException.Kind.FENCED) {
          throw e;
        }
      }
    }
  }

  /// Ends this process when the parent is killed; nothing else would.
  private static void endWithTheParent() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever written
      }
    } catch (IOException e) {
      // Treated like the end of input.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void publish(Channel channel, Journal journal, long id) {
    try (Publisher publisher = channel.addPublisher()) {
      for (long sequence = 0; ; ) {
        long length = SoakMessage.length(sequence);
        @Nullable Claim claim = publisher.tryClaim(length, PATIENCE);
        if (claim == null) {
          continue;
        }
        SoakMessage.write(claim.segment(), id, sequence);
        if (sequence % 17 == 3 && claim.segment().byteSize() > 0) {
          claim.abort();
          claim = publisher.tryClaim(length, PATIENCE);
          if (claim == null) {
            continue;
          }
          SoakMessage.write(claim.segment(), id, sequence);
        }
        journal.add(Journal.COMMITTING, id, sequence);
        claim.commit(length);
        journal.add(Journal.COMMITTED, id, sequence);
        sequence++;
        if (sequence % BATCH == 0) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private static void subscribe(Channel channel, Journal journal) {
    try (Subscriber subscriber = channel.addSubscriber()) {
      receive(channel, subscriber, journal, FOR_EVER);
    }
  }

  /// The messages of one poll, and the number of later polls that must start before the messages
  /// are known to be released. The next poll proves that this subscriber was not fenced. It also
  /// releases held messages, which therefore need one more poll.
  private static final class Batch {
    final List<Journal.Entry> released = new ArrayList<>();
    final List<HeldMessage> held = new ArrayList<>();
    int pollsToCome = 1;
  }

  /// Receives until the given number of consecutive polls were empty.
  static void receive(Channel channel, Subscriber subscriber, Journal journal, long emptyPolls) {
    List<Batch> unconfirmed = new ArrayList<>();
    Duration patience = emptyPolls == FOR_EVER ? PATIENCE : LAST_PATIENCE;
    for (long empty = 0; empty < emptyPolls; ) {
      Batch batch = new Batch();
      int count =
          subscriber.poll(
              message -> {
                if (!SoakMessage.isWhole(message)) {
                  notWhole(channel, journal, message.byteSize());
                  return;
                }
                long publisher = SoakMessage.publisher(message);
                long sequence = SoakMessage.sequence(message);
                journal.add(Journal.RECEIVED, publisher, sequence);
                batch.released.add(new Journal.Entry(Journal.RELEASED, publisher, sequence));
                if (sequence % 7 == 5) {
                  batch.held.add(subscriber.hold());
                  batch.pollsToCome = 2;
                }
              },
              BATCH,
              patience);
      for (Batch earlier : unconfirmed) {
        if (--earlier.pollsToCome == 0) {
          earlier.released.forEach(e -> journal.add(e.what(), e.publisher(), e.sequence()));
        }
      }
      unconfirmed.removeIf(earlier -> earlier.pollsToCome == 0);
      unconfirmed.add(batch);
      giveBack(channel, batch, journal);
      empty = count == 0 ? empty + 1 : 0;
    }
  }

  /// Closes held messages in random order and checks that they are still intact.
  private static void giveBack(Channel channel, Batch batch, Journal journal) {
    Collections.shuffle(batch.held);
    for (HeldMessage message : batch.held) {
      if (!SoakMessage.isWhole(message.segment())) {
        notWhole(channel, journal, message.segment().byteSize());
      }
      message.close();
    }
  }

  /// Records a damaged message. If a subscriber is paused and fenced, the message that it is
  /// reading may be overwritten; the next subscriber gets that message intact.
  private static void notWhole(Channel channel, Journal journal, long bytes) {
    journal.add(isSubscriber(channel) ? Journal.CORRUPT : Journal.TORN, 0, bytes);
  }

  /// Returns whether a subscriber of this process is still a member of the channel.
  static boolean isSubscriber(Channel channel) {
    long self = ProcessHandle.current().pid();
    return channel.members().stream()
        .anyMatch(member -> member.role() == MemberRole.SUBSCRIBER && member.processId() == self);
  }
}
