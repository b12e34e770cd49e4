// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.lane.LaneObserver;
import dev.segue.shm.membership.LaneRef;
import dev.segue.shm.membership.Registry;
import dev.segue.shm.os.Mapping;
import dev.segue.shm.os.PageFaults;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Looks on while messages pass, for people: it takes none away, nobody waits for it, and it is no
/// member. One thread at a time: others wait for it.
///
/// It begins with what has not been read yet. If it is too slow, it misses messages, and reports
/// how often that was. Each message that it shows was sent exactly so.
public final class ChannelObserver implements AutoCloseable {

  /// What is shown of a message.
  @FunctionalInterface
  public interface Viewer {

    /// Looks at a message.
    ///
    /// @param lane the lane that it is in
    /// @param length how long it is, in bytes
    /// @param start a copy of its beginning; valid until this returns
    void onMessage(long lane, long length, MemorySegment start);
  }

  private record Sight(Mapping mapping, LaneObserver observer) {}

  private final Path file;
  private final Registry registry;
  private final long maxMessageLength;
  private final int shownBytes;
  private final SortedMap<Long, Sight> sights = new TreeMap<>();
  private boolean closed;

  ChannelObserver(Path file, Registry registry, long maxMessageLength, int shownBytes) {
    this.file = file;
    this.registry = registry;
    this.maxMessageLength = maxMessageLength;
    this.shownBytes = shownBytes;
  }

  /// Shows the messages that have come since the last time.
  ///
  /// @param viewer what looks at them
  /// @param limit how many at most, of each lane
  /// @return how many there were
  /// @throws ShmException `CORRUPT`, `NOT_FOUND` (unlinked), `BUSY` or `SYSTEM`
  /// @throws IllegalStateException when the observer is closed
  public synchronized int poll(Viewer viewer, int limit) {
    if (closed) {
      throw new IllegalStateException("the observer is closed");
    }
    try {
      refresh();
      int count = 0;
      for (var sight : List.copyOf(sights.entrySet())) {
        count += show(sight.getKey(), sight.getValue().observer(), viewer, limit);
      }
      PageFaults.settle();
      return count;
    } catch (IOException | LaneFault | InternalError e) {
      throw ShmException.of(file, e);
    }
  }

  private int show(long lane, LaneObserver observer, Viewer viewer, int limit) {
    int count = 0;
    for (; count < limit && !closed; count++) { // The viewer may close it.
      @Nullable MemorySegment start = observer.next();
      if (start == null) {
        break;
      }
      viewer.onMessage(lane, observer.length(), start);
    }
    return count;
  }

  /// How often messages were missed.
  ///
  /// @return since it was opened, in lanes that there are still
  public synchronized long missed() {
    return sights.values().stream().mapToLong(sight -> sight.observer().missed()).sum();
  }

  private void refresh() throws IOException {
    registry.lockedAsIs(() -> {
      List<LaneRef> lanes = registry.lanes();
      Set<Long> gone = new HashSet<>(sights.keySet());
      for (LaneRef lane : lanes) {
        if (!gone.remove(lane.id())) {
          sights.put(lane.id(), open(lane));
        }
      }
      gone.forEach(this::close);
      return true;
    });
  }

  private Sight open(LaneRef lane) throws IOException {
    Mapping mapping = registry.map(lane);
    try {
      return new Sight(mapping, new LaneObserver(mapping.segment(), maxMessageLength, shownBytes));
    } catch (RuntimeException e) {
      mapping.close();
      throw e;
    }
  }

  private void close(long lane) {
    Sight sight = sights.remove(lane);
    if (sight != null) {
      sight.mapping().close();
    }
  }

  /// Ends looking on.
  @Override
  public synchronized void close() {
    closed = true;
    Set.copyOf(sights.keySet()).forEach(this::close);
  }
}
