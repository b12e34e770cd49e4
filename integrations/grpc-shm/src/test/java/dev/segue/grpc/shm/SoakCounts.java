// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.util.concurrent.atomic.AtomicLong;

/// Counts how the calls of a client ended.
final class SoakCounts {

  final AtomicLong all = new AtomicLong();
  final AtomicLong ok = new AtomicLong();
  final AtomicLong rejected = new AtomicLong();
  final AtomicLong unavailable = new AtomicLong();

  /// Adds counts that {@link #toString} has written.
  void add(String line) {
    String[] words = line.split(" ", -1);
    all.addAndGet(Long.parseLong(words[0]));
    ok.addAndGet(Long.parseLong(words[2]));
    rejected.addAndGet(Long.parseLong(words[4]));
    unavailable.addAndGet(Long.parseLong(words[6]));
  }

  @Override
  public String toString() {
    return "%s calls: %s ok, %s rejected, %s unavailable".formatted(all, ok, rejected, unavailable);
  }
}
