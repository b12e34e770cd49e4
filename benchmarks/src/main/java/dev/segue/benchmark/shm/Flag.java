// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/// A word for each direction, in separate cache lines: the fastest signal between two processes.
final class Flag {
  /// The word that ends a series of echoes.
  static final long PROCEED = -1;

  /// The word that ends the last series.
  static final long END = -2;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final long DISTANCE = 256;
  private static final int LEAST_ROUND_TRIPS = 1000;
  private static final long MOST_NANOS = 1_000_000_000;

  private final MemorySegment memory;
  private final long out;
  private final long in;
  private long turn;
  private long seen;

  Flag(boolean client, Path file) throws IOException {
    memory = SharedFiles.map(client, file, 4096);
    out = client ? 0 : DISTANCE;
    in = client ? DISTANCE : 0;
  }

  void raise(long word) {
    WORD.setRelease(memory, out, word); // pairs with look() at the other end
  }

  /// Returns the word that the other process raised last.
  long look() {
    return (long) WORD.getAcquire(memory, in); // pairs with raise() at the other end
  }

  /// Raises a word and waits for its echo.
  void roundTrip(long word) {
    raise(word);
    while (look() != word) {
      Thread.onSpinWait();
    }
  }

  /// Returns the median time of round trips, each measured with the clock, like round trips of
  /// messages.
  ///
  /// On a busy machine the processes may share a processor for a while. Round trips then take
  /// milliseconds and are few, so this method waits for more, but at most a second.
  double medianNanos(long nanos) {
    var times = new Histogram(Client.LONGEST, Client.DIGITS);
    long start = System.nanoTime();
    long before = start;
    while (before - start < nanos
        || (times.getTotalCount() < LEAST_ROUND_TRIPS && before - start < MOST_NANOS)) {
      roundTrip(++turn);
      long after = System.nanoTime();
      times.recordValue(Math.min(Client.LONGEST, after - before));
      before = after;
    }
    return (double) times.getValueAtPercentile(50);
  }

  /// Echoes each word once.
  ///
  /// @return the word that ended the series: [#PROCEED] or [#END]
  long echo() {
    for (; ; ) {
      long word = look();
      if (word == seen) {
        Thread.onSpinWait();
      } else {
        seen = word;
        raise(word);
        if (word < 0) {
          return word;
        }
      }
    }
  }
}
