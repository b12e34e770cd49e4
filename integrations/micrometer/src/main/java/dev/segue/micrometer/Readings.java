// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import dev.segue.shm.Channel;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberRole;
import dev.segue.shm.MemberStatus;
import dev.segue.shm.TransportException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// The readings behind a channel's meters: its lanes and members at the last reading, and the
/// counters of deleted lanes.
///
/// A reading locks the table of members and maps every lane, so all meters that are read within a
/// short time share one reading. Thread-safe.
final class Readings {

  /// Longer than reading all meters once takes, and shorter than the interval between two scrapes.
  static final long LIFETIME_NANOS = 100_000_000;

  private static final Logger LOGGER = System.getLogger("dev.segue.micrometer");

  private final Channel channel;
  private final LongSupplier nanoTime;
  private final Map<Long, LaneStatus> lanes = new TreeMap<>();
  private final Map<LaneCounter, Long> gone = new EnumMap<>(LaneCounter.class);
  private List<MemberStatus> members = List.of();
  private boolean isFirst = true;
  private boolean isFailed;
  private long time;

  Readings(Channel channel, LongSupplier nanoTime) {
    this.channel = channel;
    this.nanoTime = nanoTime;
  }

  /// Reads the channel, unless the last reading is recent.
  ///
  /// @return whether the channel's lanes have changed
  synchronized boolean refresh() {
    long now = nanoTime.getAsLong();
    if (!isFirst && now - time < LIFETIME_NANOS) {
      return false;
    }
    isFirst = false;
    time = now;
    try {
      List<LaneStatus> found = channel.lanes();
      members = channel.members();
      isFailed = false;
      return replace(found);
    } catch (TransportException | IllegalStateException e) {
      if (!isFailed) {
        isFailed = true;
        LOGGER.log(Level.WARNING, "the meters of {0} are not updated: {1}", channel.path(), e);
      }
      return false;
    }
  }

  private boolean replace(List<LaneStatus> found) {
    Set<Long> before = Set.copyOf(lanes.keySet());
    Map<Long, LaneStatus> last = new TreeMap<>(lanes);
    lanes.clear();
    for (LaneStatus lane : found) {
      lanes.put(lane.id(), lane);
      last.remove(lane.id());
    }
    for (LaneStatus lane : last.values()) {
      for (LaneCounter counter : LaneCounter.values()) {
        gone.merge(counter, counter.of(lane), Long::sum);
      }
    }
    return !before.equals(lanes.keySet());
  }

  synchronized double total(LaneCounter counter) {
    long total = gone.getOrDefault(counter, 0L);
    for (LaneStatus lane : lanes.values()) {
      total += counter.of(lane);
    }
    return total;
  }

  synchronized double members(MemberRole role) {
    return isFailed ? Double.NaN : members.stream().filter(member -> member.role() == role).count();
  }

  synchronized double lanes() {
    return isFailed ? Double.NaN : lanes.size();
  }

  synchronized List<Long> laneIds() {
    return List.copyOf(lanes.keySet());
  }

  /// The messages in a lane that no subscriber has released.
  synchronized double backlog(long id) {
    LaneStatus lane = lanes.get(id);
    // The two counters may be a few messages apart.
    return lane == null || isFailed ? Double.NaN : Math.max(0, lane.messages() - lane.delivered());
  }
}
