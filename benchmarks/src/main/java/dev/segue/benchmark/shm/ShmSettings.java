// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;

/// The settings of measurements between two processes.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the default
/// @param millis duration of each measurement, or 0 for the default
public record ShmSettings(List<String> transports, List<Integer> sizes, long millis) {
  private static final long MILLIS = 300;

  /// Fills in the default duration.
  public ShmSettings {
    millis = millis > 0 ? millis : MILLIS;
  }
}
