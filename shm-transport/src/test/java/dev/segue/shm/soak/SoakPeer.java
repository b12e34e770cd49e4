// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.soak;

import dev.segue.shm.Channel;
import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import dev.segue.shm.ShmException;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A process of the soak: it publishes, or subscribes, until it is killed. When it was stopped and
/// finds itself fenced, it joins again as another member.
final class SoakPeer {

  private static final long PAUSE_NANOS = 3_000_000;
  private static final int BATCH = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private SoakPeer() {}

  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    Path journals = Path.of(arguments[1]);
    boolean publishes = arguments[2].equals("publish");
    long id = Long.parseLong(arguments[3]);
    for (int life = 0; ; life++) {
      String name = (publishes ? "publisher-" : "subscriber-") + id + "-" + life;
      try (Channel channel = Channel.open(path);
          Journal journal = new Journal(journals.resolve(name))) {
        if (publishes) {
          publish(channel, journal, id * 1000 + life);
        } else {
          subscribe(channel, journal);
        }
      } catch (ShmException e) {
        if (e.kind() != ShmException.Kind.FENCED) {
          throw e;
        }
      }
    }
  }

  private static void publish(Channel channel, Journal journal, long id) {
    try (Publisher publisher = channel.publisher()) {
      for (long sequence = 0; ; ) {
        Claim claim = publisher.tryClaim(Parcel.length(sequence));
        if (claim == null) {
          LockSupport.parkNanos(PAUSE_NANOS);
          continue;
        }
        Parcel.write(claim.segment(), id, sequence);
        journal.add(Journal.COMMITTING, id, sequence);
        claim.commit(Parcel.length(sequence));
        journal.add(Journal.COMMITTED, id, sequence);
        sequence++;
        if (sequence % BATCH == 0) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private static void subscribe(Channel channel, Journal journal) {
    try (Subscriber subscriber = channel.subscriber()) {
      receive(subscriber, journal, Long.MAX_VALUE);
    }
  }

  /// Receives until nothing has come for some polls. That a message was released is known for sure
  /// when the next poll has begun without finding that this subscriber was fenced.
  static void receive(Subscriber subscriber, Journal journal, long emptyPolls) {
    List<long[]> unconfirmed = new ArrayList<>();
    List<long[]> batch = new ArrayList<>();
    long empty = 0;
    while (empty < emptyPolls) {
      batch.clear();
      int count =
          subscriber.pollBlocking(
              message -> {
                if (!Parcel.isWhole(message)) {
                  journal.add(Journal.CORRUPT, 0, message.byteSize());
                  return;
                }
                long publisher = Parcel.publisher(message);
                long sequence = Parcel.sequence(message);
                journal.add(Journal.RECEIVED, publisher, sequence);
                batch.add(new long[] {publisher, sequence});
              },
              BATCH,
              emptyPolls == Long.MAX_VALUE ? PATIENCE : Duration.ofMillis(50));
      for (long[] message : unconfirmed) {
        journal.add(Journal.RELEASED, message[0], message[1]);
      }
      unconfirmed.clear();
      unconfirmed.addAll(batch);
      empty = count == 0 ? empty + 1 : 0;
    }
  }
}
