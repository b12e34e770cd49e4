// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.LaneStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Computes the rates of lane counters between two readings.
final class Rates {

  private Map<Long, LaneStatus> before = new HashMap<>();
  private Map<Long, LaneStatus> now = new HashMap<>();
  private long beforeNanos;
  private long nowNanos;

  /// Records the current counters.
  void look(List<LaneStatus> lanes) {
    before = now;
    beforeNanos = nowNanos;
    now = new HashMap<>();
    lanes.forEach(lane -> now.put(lane.id(), lane));
    nowNanos = System.nanoTime();
  }

  /// Returns the growth per second of one counter of a lane; 0 after the first reading, or for a
  /// lane that did not exist at the previous one.
  double perSecond(long lane, ToLongFunction<LaneStatus> counter) {
    LaneStatus earlier = before.get(lane);
    LaneStatus later = now.get(lane);
    return earlier == null || later == null
        ? 0
        : (counter.applyAsLong(later) - counter.applyAsLong(earlier))
            * 1e9
            / (nowNanos - beforeNanos);
  }

  /// Returns the growth per second over all lanes. The counts of removed lanes are missing from the
  /// total.
  double perSecond(ToLongFunction<LaneStatus> counter) {
    return now.keySet().stream().mapToDouble(lane -> perSecond(lane, counter)).sum();
  }
}
