// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The journals of all, added up.
final class Accounts {

  /// A message, by its publisher and its number.
  private record Key(long publisher, long sequence) {}

  private final Set<Key> committing = new HashSet<>();
  private final Set<Key> committed = new HashSet<>();
  private final Map<Key, Integer> received = new HashMap<>();
  private final Set<Key> released = new HashSet<>();
  private long corrupt;
  private long redelivered;
  private long releasedTwice;

  static Accounts of(Path journals) throws IOException {
    Accounts accounts = new Accounts();
    try (Stream<Path> files = Files.list(journals)) {
      for (Path file : files.toList()) {
        accounts.add(Journal.read(file));
      }
    }
    accounts.redelivered = accounts.received.values().stream().mapToLong(times -> times - 1).sum();
    return accounts;
  }

  private void add(List<Journal.Entry> journal) {
    for (Journal.Entry entry : journal) {
      Key key = new Key(entry.publisher(), entry.sequence());
      long what = entry.what();
      if (what == Journal.COMMITTING) {
        committing.add(key);
      } else if (what == Journal.COMMITTED) {
        committed.add(key);
      } else if (what == Journal.RECEIVED) {
        received.merge(key, 1, Integer::sum);
      } else if (what == Journal.RELEASED) {
        if (!released.add(key)) {
          releasedTwice++;
        }
      } else {
        corrupt++;
      }
    }
  }

  long committed() {
    return committed.size();
  }

  /// Messages whose content was not what had been sent.
  long corrupt() {
    return corrupt;
  }

  /// Committed, and received by nobody.
  long lost() {
    return committed.stream().filter(key -> !received.containsKey(key)).count();
  }

  /// Received, and never even begun to be committed.
  long phantom() {
    return received.keySet().stream().filter(key -> !committing.contains(key)).count();
  }

  /// Received more than once, because a subscriber died, or was fenced, before it released.
  long redelivered() {
    return redelivered;
  }

  /// Released for sure by more than one subscriber: the contract allows none.
  long releasedTwice() {
    return releasedTwice;
  }

  @Override
  public String toString() {
    return "committed %,d, received %,d, released for sure %,d, in doubt %,d, given again %,d"
        .formatted(
            committed.size(),
            received.size(),
            released.size(),
            committing.size() - committed.size(),
            redelivered);
  }
}
