// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.Locale;

/// The distance between the processors of two processes, judged by the round trip of a bare flag.
///
/// An operating system or hypervisor moves processes at will, and a move changes the speed of every
/// transport by a factor of several: results are comparable only at the same placement.
enum Placement {
  /// The processors share a cache.
  NEAR,
  /// The processors share no cache.
  FAR;

  /// The threshold between the two placements. A round trip takes about 100 ns if the processors
  /// share a cache, and at least 400 ns if they do not.
  static final double NEAR_NANOS = 250;

  /// The factor by which the flag's round trip may change during a measurement without counting as
  /// a move.
  private static final double STEADY = 1.5;

  /// The longest round trip between two processors. Processes that take turns on one processor need
  /// at least a context switch, which takes longer.
  private static final double LONGEST_NANOS = 3000;

  /// Returns the placement for the time of a flag's round trip.
  static Placement of(double nanos) {
    return nanos < NEAR_NANOS ? NEAR : FAR;
  }

  /// Returns whether the processes were moved between two measurements of the flag, or shared a
  /// processor (see [#shared]).
  static boolean moved(double before, double after) {
    return of(before) != of(after)
        || Math.max(before, after) > STEADY * Math.min(before, after)
        || shared(before, after);
  }

  /// Returns whether the processes shared a single processor.
  static boolean shared(double before, double after) {
    return Math.max(before, after) > LONGEST_NANOS;
  }

  /// Returns the value of the results' parameter.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
