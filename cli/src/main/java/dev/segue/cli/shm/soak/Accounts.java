// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// Sums up the journals of all peers, in about one byte per message.
final class Accounts {

  private static final int MOST_COUNTED = Byte.MAX_VALUE;

  /// The messages of one publisher, which are numbered from 0.
  private static final class Ledger {
    private int begun;
    private int committed;
    private byte[] received = new byte[64];
    private final BitSet released = new BitSet();
    private int receivedUpTo;

    void receive(int sequence) {
      if (sequence >= received.length) {
        received = Arrays.copyOf(received, Math.max(sequence + 1, 2 * received.length));
      }
      if (received[sequence] < MOST_COUNTED) {
        received[sequence]++;
      }
      receivedUpTo = Math.max(receivedUpTo, sequence + 1);
    }
  }

  private final Map<Long, Ledger> ledgers = new HashMap<>();
  private long corrupt;
  private long torn;
  private long releasedTwice;
  private long outOfSequence;

  /// Adds the journal of one member.
  void add(Iterable<Journal.Entry> journal) {
    for (Journal.Entry entry : journal) {
      if (entry.what() == Journal.TORN) {
        torn++;
        continue;
      }
      if (entry.what() == Journal.CORRUPT || entry.sequence() != (int) entry.sequence()) {
        corrupt++;
        continue;
      }
      Ledger ledger = ledgers.computeIfAbsent(entry.publisher(), _ -> new Ledger());
      int sequence = (int) entry.sequence();
      if (entry.what() == Journal.COMMITTING) {
        outOfSequence += sequence == ledger.begun ? 0 : 1;
        ledger.begun = sequence + 1;
      } else if (entry.what() == Journal.COMMITTED) {
        outOfSequence += sequence == ledger.committed ? 0 : 1;
        ledger.committed = sequence + 1;
      } else if (entry.what() == Journal.RECEIVED) {
        ledger.receive(sequence);
      } else if (entry.what() == Journal.RELEASED) {
        releasedTwice += ledger.released.get(sequence) ? 1 : 0;
        ledger.released.set(sequence);
      } else {
        corrupt++;
      }
    }
  }

  /// Returns the totals, after all journals were added.
  Totals totals() {
    long begun = 0;
    long committed = 0;
    long received = 0;
    long released = 0;
    long again = 0;
    long lost = 0;
    long phantom = 0;
    for (Ledger ledger : ledgers.values()) {
      begun += ledger.begun;
      committed += ledger.committed;
      released += ledger.released.cardinality();
      for (int i = 0; i < Math.max(ledger.receivedUpTo, ledger.committed); i++) {
        int times = i < ledger.received.length ? ledger.received[i] : 0;
        received += times > 0 ? 1 : 0;
        again += Math.max(0, times - 1);
        lost += times == 0 && i < ledger.committed ? 1 : 0;
        phantom += times > 0 && i >= ledger.begun ? 1 : 0;
      }
    }
    return new Totals(
        committed,
        begun - committed,
        received,
        released,
        again,
        torn,
        corrupt + outOfSequence,
        lost,
        phantom,
        releasedTwice);
  }

  /// The totals over all messages.
  ///
  /// @param committed messages whose commit had returned
  /// @param inDoubt messages that a publisher was about to commit when it died or was fenced
  /// @param received messages that were received
  /// @param released messages known to have been released
  /// @param again repeated deliveries after a subscriber died or was fenced before releasing
  /// @param torn messages that were overwritten while a fenced subscriber read them
  /// @param corrupt messages whose content differed from the content sent
  /// @param lost messages that were committed but never received
  /// @param phantom messages that were received although no commit had begun
  /// @param releasedTwice messages known to have been released by more than one subscriber
  record Totals(
      long committed,
      long inDoubt,
      long received,
      long released,
      long again,
      long torn,
      long corrupt,
      long lost,
      long phantom,
      long releasedTwice) {

    boolean hold() {
      return corrupt == 0 && lost == 0 && phantom == 0 && releasedTwice == 0;
    }

    @Override
    public String toString() {
      return """
      messages  %,d committed, %,d received, %,d known to be released
      in doubt  %,d: their publisher died or was fenced during the commit
      repeated  %,d: their subscriber died or was fenced before releasing them
      torn      %,d: their subscriber was fenced while it read them
      broken    %,d corrupt, %,d lost, %,d never sent, %,d released twice\
      """
          .formatted(
              committed,
              received,
              released,
              inDoubt,
              again,
              torn,
              corrupt,
              lost,
              phantom,
              releasedTwice);
    }
  }
}
