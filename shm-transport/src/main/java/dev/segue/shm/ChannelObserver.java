// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.lane.LaneObserver;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A diagnostic view of the messages in a channel. It consumes nothing, exerts no back-pressure and
/// does not count as a member.
///
/// It starts with the messages that have not been read yet. If it is too slow, it misses messages
/// and counts how many times that happened. A message that it shows is exactly as it was sent.
///
/// Any thread may use it; concurrent calls wait for each other.
///
/// @see Channel#observer(int)
public final class ChannelObserver implements AutoCloseable {

  /// Receives the messages that an observer shows.
  @FunctionalInterface
  public interface Viewer {

    /// Called with each message.
    ///
    /// @param lane the id of the lane that the message is in; see {@link LaneStatus#id()}
    /// @param length the length of the message, in bytes
    /// @param start a copy of the beginning of the message; valid until this method returns
    void onMessage(long lane, long length, MemorySegment start);
  }

  private record ObservedLane(Mapping mapping, LaneObserver observer) {}

  private final Path path;
  private final Registry registry;
  private final long maxMessageLength;
  private final int shownBytes;
  private final SortedMap<Long, ObservedLane> observedLanes = new TreeMap<>();
  private boolean closed;

  ChannelObserver(Path path, Registry registry, long maxMessageLength, int shownBytes) {
    this.path = path;
    this.registry = registry;
    this.maxMessageLength = maxMessageLength;
    this.shownBytes = shownBytes;
  }

  /// Shows the messages that have been published since the last poll.
  ///
  /// @param viewer receives the messages, on this thread; its exceptions pass through
  /// @param limit the largest number of messages to show from each lane
  /// @return the number of messages that were shown
  /// @throws TransportException `CORRUPT`, `NOT_FOUND` (unlinked), `BUSY` or `IO_ERROR`
  /// @throws IllegalStateException if the observer is closed
  public synchronized int poll(Viewer viewer, int limit) {
    if (closed) {
      throw new IllegalStateException("the observer is closed");
    }
    try {
      refresh();
      int count = 0;
      for (var observed : List.copyOf(observedLanes.entrySet())) {
        count += show(observed.getKey(), observed.getValue().observer(), viewer, limit);
      }
      PageFaults.settle();
      return count;
    } catch (IOException | LaneFault | InternalError e) {
      throw TransportException.of(path, e);
    }
  }

  private int show(long lane, LaneObserver observer, Viewer viewer, int limit) {
    int count = 0;
    for (; count < limit && !closed; count++) { // The viewer may close this observer.
      @Nullable MemorySegment start = observer.next();
      if (start == null) {
        break;
      }
      viewer.onMessage(lane, observer.length(), start);
    }
    return count;
  }

  /// The number of times that messages were missed because the observer was too slow.
  ///
  /// @return times since it was opened, counting only lanes that still exist
  public synchronized long missed() {
    return observedLanes.values().stream()
        .mapToLong(observed -> observed.observer().missed())
        .sum();
  }

  private void refresh() throws IOException {
    registry.lockedAsIs(() -> {
      registry.requireLinked();
      List<LaneRef> lanes = registry.lanes();
      Set<Long> gone = new HashSet<>(observedLanes.keySet());
      for (LaneRef lane : lanes) {
        if (!gone.remove(lane.id())) {
          observedLanes.put(lane.id(), open(lane));
        }
      }
      closeLanes(gone);
      return true;
    });
  }

  private ObservedLane open(LaneRef lane) throws IOException {
    Mapping mapping = registry.map(lane);
    try {
      return new ObservedLane(
          mapping, new LaneObserver(mapping.segment(), maxMessageLength, shownBytes));
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, mapping::close);
      throw e;
    }
  }

  private void closeLanes(Set<Long> gone) {
    List<Mapping> mappings = new ArrayList<>();
    for (long lane : gone) {
      ObservedLane observed = observedLanes.remove(lane);
      if (observed != null) {
        mappings.add(observed.mapping());
      }
    }
    Mapping.closeAll(mappings);
  }

  /// Closes the observer. Closing it again does nothing.
  @Override
  public synchronized void close() {
    closed = true;
    closeLanes(Set.copyOf(observedLanes.keySet()));
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "observer of " + path;
  }
}
