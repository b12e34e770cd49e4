// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.Locale;

/// The distance between the processors of two processes, judged by the round trip of a bare flag.
///
/// An operating system or hypervisor moves processes at will, and a move changes the speed of every
/// transport several times over: results are comparable at the same placement only.
enum Placement {
  /// The processors share a cache.
  NEAR,
  /// The processors share no cache.
  FAR;

  /// The threshold between the two. A round trip takes about 100 ns where processors share a cache,
  /// and from 400 ns where they do not.
  static final double NEAR_NANOS = 250;

  /// The factor by which the flag may change during a measurement without a move.
  private static final double STEADY = 1.5;

  /// The longest round trip between two processors. Processes that take turns on one processor need
  /// at least a context switch, which takes longer.
  private static final double LONGEST_NANOS = 3000;

  /// Returns the placement in which a flag's round trip takes that time.
  static Placement of(double nanos) {
    return nanos < NEAR_NANOS ? NEAR : FAR;
  }

  /// Returns whether the processes were moved between two measurements of the flag, or [#shared] a
  /// processor.
  static boolean moved(double before, double after) {
    return of(before) != of(after)
        || Math.max(before, after) > STEADY * Math.min(before, after)
        || shared(before, after);
  }

  /// Returns whether the processes had no two processors.
  static boolean shared(double before, double after) {
    return Math.max(before, after) > LONGEST_NANOS;
  }

  /// Returns the value of the results' parameter.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
