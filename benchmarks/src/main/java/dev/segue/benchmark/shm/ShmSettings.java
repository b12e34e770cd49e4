// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;

/// What the benchmark of shared memory is asked to measure.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the usual ones
/// @param millis for each measurement, or 0 for the usual time
public record ShmSettings(List<String> transports, List<Integer> sizes, long millis) {

  private static final long MILLIS = 3000;
  private static final long QUICK_MILLIS = 500;

  /// With the usual values where none was asked for.
  ShmSettings orUsual(boolean quick) {
    return new ShmSettings(transports, sizes, millis > 0 ? millis : quick ? QUICK_MILLIS : MILLIS);
  }
}
