// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;

/// What the benchmark of shared memory is asked to measure.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the usual ones
/// @param millis for each measurement, or 0 for the usual time
/// @param rounds how often everything is measured, or 0 for the usual number
public record ShmSettings(List<String> transports, List<Integer> sizes, long millis, int rounds) {

  private static final long MILLIS = 3000;
  private static final long QUICK_MILLIS = 500;
  private static final int ROUNDS = 5;
  private static final int QUICK_ROUNDS = 3;

  /// With the usual values where none was asked for.
  ShmSettings orUsual(boolean quick) {
    return new ShmSettings(
        transports,
        sizes,
        millis > 0 ? millis : quick ? QUICK_MILLIS : MILLIS,
        rounds > 0 ? rounds : quick ? QUICK_ROUNDS : ROUNDS);
  }
}
