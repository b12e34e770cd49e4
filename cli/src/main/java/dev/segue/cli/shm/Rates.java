// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.LaneStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// How fast counters of lanes count, from one look to the next.
final class Rates {

  private Map<Long, LaneStatus> before = new HashMap<>();
  private Map<Long, LaneStatus> now = new HashMap<>();
  private long beforeNanos;
  private long nowNanos;

  /// Takes down what is counted now.
  void look(List<LaneStatus> lanes) {
    before = now;
    beforeNanos = nowNanos;
    now = new HashMap<>();
    lanes.forEach(lane -> now.put(lane.id(), lane));
    nowNanos = System.nanoTime();
  }

  /// How much a counter of a lane has grown in a second; 0 after the first look, or for a lane that
  /// was not there before.
  double perSecond(long lane, ToLongFunction<LaneStatus> counter) {
    LaneStatus earlier = before.get(lane);
    LaneStatus later = now.get(lane);
    return earlier == null || later == null
        ? 0
        : (counter.applyAsLong(later) - counter.applyAsLong(earlier))
            * 1e9
            / (nowNanos - beforeNanos);
  }

  /// The same for all lanes together. A lane that was read to its end takes its count with it.
  double perSecond(ToLongFunction<LaneStatus> counter) {
    return now.keySet().stream().mapToDouble(lane -> perSecond(lane, counter)).sum();
  }
}
