// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;

/// The settings of the shared-memory benchmark.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the default
/// @param millis for each measurement, or 0 for the default
public record ShmSettings(List<String> transports, List<Integer> sizes, long millis) {

  private static final long MILLIS = 3000;
  private static final long QUICK_MILLIS = 500;

  /// Returns these settings with defaults filled in.
  ShmSettings orUsual(boolean quick) {
    return new ShmSettings(transports, sizes, millis > 0 ? millis : quick ? QUICK_MILLIS : MILLIS);
  }
}
