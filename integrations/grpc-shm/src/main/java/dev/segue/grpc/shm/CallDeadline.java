// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The deadline of a client's call: the earlier of the deadlines of its options and its context.
///
/// @param deadline the deadline, or null
/// @param ofContext whether the context's deadline is the earlier one, and ends the call
/// @param nanosAtStart the remaining time when the call started
record CallDeadline(@Nullable Deadline deadline, boolean ofContext, long nanosAtStart) {

  private static final double NANOS_PER_SECOND = 1e9;

  static CallDeadline of(CallOptions options, Context context) {
    Deadline ofOptions = options.getDeadline();
    Deadline ofContext = context.getDeadline();
    if (ofContext != null && (ofOptions == null || ofContext.isBefore(ofOptions))) {
      return new CallDeadline(ofContext, true, ofContext.timeRemaining(TimeUnit.NANOSECONDS));
    }
    return new CallDeadline(
        ofOptions, false, ofOptions == null ? 0 : ofOptions.timeRemaining(TimeUnit.NANOSECONDS));
  }

  /// The remaining time, or null without a deadline.
  @Nullable Long remainingNanos() {
    return deadline == null ? null : (Long) deadline.timeRemaining(TimeUnit.NANOSECONDS);
  }

  boolean isExpired() {
    return deadline != null && deadline.isExpired();
  }

  private String source() {
    return ofContext ? "Context" : "CallOptions";
  }

  /// The status of a call that is started too late.
  Status expiredBefore() {
    return Status.DEADLINE_EXCEEDED.withDescription(
        String.format(
            Locale.ROOT,
            "ClientCall started after %s deadline was exceeded %.9f seconds ago.",
            source(),
            -nanosAtStart / NANOS_PER_SECOND));
  }

  /// The status of a call that has taken too long.
  ///
  /// @param state what the call was waiting for
  Status exceeded(String state) {
    return Status.DEADLINE_EXCEEDED.withDescription(
        String.format(
            Locale.ROOT,
            "%s deadline exceeded after %.9fs. [%s]",
            source(),
            nanosAtStart / NANOS_PER_SECOND,
            state));
  }
}
