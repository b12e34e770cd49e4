// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How much is sent: a number of messages, or as many as possible in a time, or whichever ends
/// first.
///
/// @param messages number of messages to send one way, or null
/// @param duration of all phases together, or null
record Volume(@Nullable Long messages, @Nullable Duration duration) {

  static final int DEFAULT_SECONDS = 10;

  /// When a phase is over.
  ///
  /// @param messages after so many of them
  /// @param nanos or after so long
  record Phase(long messages, long nanos) {}

  /// Not measured, one way.
  Phase warmUpOneWay() {
    return new Phase(messages == null ? Long.MAX_VALUE : messages / 4, nanos(2));
  }

  /// Not measured, there and back.
  Phase warmUpRoundTrips() {
    return new Phase(messages == null ? Long.MAX_VALUE : messages / 4, nanos(1));
  }

  /// Measured, and the only phase that goes on without limit where a number was asked for and no
  /// time.
  Phase oneWay() {
    if (messages == null) {
      return new Phase(Long.MAX_VALUE, nanos(4));
    }
    return new Phase(messages, duration == null ? Long.MAX_VALUE : nanos(4));
  }

  /// Measured.
  Phase roundTrips() {
    return new Phase(messages == null ? Long.MAX_VALUE : Math.max(messages / 4, 1), nanos(3));
  }

  private long nanos(int tenths) {
    Duration all = duration == null ? Duration.ofSeconds(DEFAULT_SECONDS) : duration;
    return all.multipliedBy(tenths).dividedBy(10).toNanos();
  }
}
