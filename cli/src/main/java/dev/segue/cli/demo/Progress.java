// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// The progress of the demo, updated by one thread and formatted by another.
final class Progress {

  private record Phase(String name, long startNanos) {}

  private final AtomicLong done = new AtomicLong();
  private volatile Phase phase = new Phase("starting the second JVM", System.nanoTime());

  void begin(String name) {
    done.set(0);
    phase = new Phase(name, System.nanoTime());
  }

  /// Records the number of messages, at the cost of one store.
  void done(long messages) {
    done.setRelease(messages);
  }

  String text() {
    Phase now = phase;
    long messages = done.getAcquire();
    double seconds = (System.nanoTime() - now.startNanos()) / 1e9;
    return messages == 0
        ? now.name()
        : String.format(
            Locale.ROOT,
            "%-27s %,12d messages %,12.0f /s",
            now.name(),
            messages,
            messages / seconds);
  }
}
