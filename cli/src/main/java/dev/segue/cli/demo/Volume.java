// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How much to send: a number of messages, as many as possible in a given time, or whichever limit
/// is reached first.
///
/// @param messages number of messages to send one way, or null
/// @param duration total time of all phases, or null
record Volume(@Nullable Long messages, @Nullable Duration duration) {

  static final int DEFAULT_SECONDS = 10;

  /// The limits of a phase.
  ///
  /// @param messages number of messages after which it ends
  /// @param nanos time after which it ends
  record Phase(long messages, long nanos) {}

  /// The one-way warm-up, not measured.
  Phase warmUpOneWay() {
    return new Phase(messages == null ? Long.MAX_VALUE : messages / 4, nanos(2));
  }

  /// The round-trip warm-up, not measured.
  Phase warmUpRoundTrips() {
    return new Phase(messages == null ? Long.MAX_VALUE : messages / 4, nanos(1));
  }

  /// The measured one-way phase. It is the only one without a time limit if only a number of
  /// messages was given.
  Phase oneWay() {
    if (messages == null) {
      return new Phase(Long.MAX_VALUE, nanos(4));
    }
    return new Phase(messages, duration == null ? Long.MAX_VALUE : nanos(4));
  }

  /// The measured round trips.
  Phase roundTrips() {
    return new Phase(messages == null ? Long.MAX_VALUE : Math.max(messages / 4, 1), nanos(3));
  }

  private long nanos(int tenths) {
    Duration all = duration == null ? Duration.ofSeconds(DEFAULT_SECONDS) : duration;
    return all.multipliedBy(tenths).dividedBy(10).toNanos();
  }
}
