// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneCounters;
import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.membership.ChannelDirectory;
import dev.segue.shm.membership.ChannelSettings;
import dev.segue.shm.membership.Delivery;
import dev.segue.shm.membership.FencedException;
import dev.segue.shm.membership.Keeper;
import dev.segue.shm.membership.LaneRef;
import dev.segue.shm.membership.Registry;
import dev.segue.shm.membership.Role;
import dev.segue.shm.membership.Seat;
import dev.segue.shm.os.Mapping;
import dev.segue.shm.routing.BroadcastOutbound;
import dev.segue.shm.routing.BroadcastOutbound.WhenFull;
import dev.segue.shm.routing.Inbound;
import dev.segue.shm.routing.Outbound;
import dev.segue.shm.routing.QueueOutbound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A named place in shared memory where messages go from one process to another, or between
/// threads.
///
/// It is a directory, by convention under `/dev/shm`, that its creator's user alone can reach, and
/// that outlives the processes that use it until it is unlinked. It carries messages from one
/// publisher to one subscriber, in order, each as it was committed.
///
/// A channel may be used from any thread; its publisher and its subscriber from one thread at a
/// time each. Closing may happen on any thread and at any time: it ends every later use with an
/// `IllegalStateException`, also one that is under way, and never pulls memory from under it.
public final class Channel implements AutoCloseable {

  private static final int OPEN_OR_CREATE_ATTEMPTS = 10;

  private final ChannelDirectory directory;
  private final ChannelSettings settings;
  private final Registry registry;
  private final Keeper keeper;
  private final Set<Membership> memberships = new LinkedHashSet<>();
  private boolean closed;

  private Channel(ChannelDirectory directory) {
    this.directory = directory;
    this.settings = directory.settings();
    this.registry = directory.registry();
    this.keeper = new Keeper(directory);
  }

  /// Makes a channel and opens it.
  ///
  /// @param file where it shall be; its parent must exist, and there must be nothing there
  /// @param config what it shall be like
  /// @return the open channel
  /// @throws ShmException `ALREADY_EXISTS`, `NO_SPACE`, `NOT_FOUND` (the parent), `ACCESS` or
  ///   `SYSTEM`; nothing is left behind then
  public static Channel create(Path file, ChannelConfig config) {
    try {
      return new Channel(ChannelDirectory.create(file, config.settings()));
    } catch (IOException | InternalError e) {
      throw ShmException.of(file, e);
    }
  }

  /// Opens a channel that exists.
  ///
  /// @param file where it is
  /// @return the open channel
  /// @throws ShmException `NOT_FOUND`, `INCOMPATIBLE`, `ACCESS` or `SYSTEM`
  public static Channel open(Path file) {
    try {
      return new Channel(ChannelDirectory.open(file));
    } catch (IOException e) {
      throw ShmException.of(file, e);
    }
  }

  /// Opens a channel, or makes it when it is not there. Of several that do so at once, all get the
  /// same channel.
  ///
  /// @param file where it is, or shall be
  /// @param config what it shall be like if it has to be made; of one that exists, only the
  ///   topology and the capacity are compared
  /// @return the open channel
  /// @throws ShmException as {@link #create} and {@link #open}; `INCOMPATIBLE` also when the
  ///   channel has another topology, or less capacity
  public static Channel openOrCreate(Path file, ChannelConfig config) {
    for (int attempt = 1; ; attempt++) {
      try {
        return openAs(file, config);
      } catch (ShmException e) {
        if (e.kind() != ShmException.Kind.NOT_FOUND || attempt == OPEN_OR_CREATE_ATTEMPTS) {
          throw e;
        }
      }
      try {
        return create(file, config);
      } catch (ShmException e) {
        if (e.kind() != ShmException.Kind.ALREADY_EXISTS) {
          throw e;
        }
      }
    }
  }

  private static Channel openAs(Path file, ChannelConfig config) {
    Channel channel = open(file);
    ChannelSettings asked = config.settings();
    if (channel.settings.delivery() != asked.delivery()
        || channel.settings.maxMessageLength() < asked.maxMessageLength()) {
      channel.close();
      throw new ShmException(
          ShmException.Kind.INCOMPATIBLE,
          "%s is there, for %s with %d bytes: open it as it is, or unlink it"
              .formatted(file, channel.settings.delivery(), channel.settings.maxMessageLength()));
    }
    return channel;
  }

  /// Deletes a channel that nobody need have open.
  ///
  /// @param file where it is
  /// @throws ShmException `NOT_FOUND`, `INCOMPATIBLE` (it is not a channel; nothing is deleted),
  ///   `ACCESS` or `SYSTEM`
  public static void unlink(Path file) {
    try {
      ChannelDirectory.unlink(file);
    } catch (IOException e) {
      throw ShmException.of(file, e);
    }
  }

  /// Deletes the channel's files, so that nobody can open it any more. Whoever has a publisher or
  /// subscriber keeps it and goes on undisturbed.
  ///
  /// @throws ShmException as {@link #unlink(Path)}; `NOT_FOUND` also when another channel has taken
  ///   its place, which stays
  public void unlink() {
    try {
      directory.unlink();
    } catch (IOException e) {
      throw ShmException.of(file(), e);
    }
  }

  /// Where the channel is.
  ///
  /// @return the path that it was created or opened with
  public Path file() {
    return directory.path();
  }

  /// The length of the longest message that the channel takes.
  ///
  /// @return bytes
  public long maxMessageLength() {
    return settings.maxMessageLength();
  }

  /// What the channel is like.
  ///
  /// @return what it was created with
  public ChannelConfig config() {
    return ChannelConfig.of(settings);
  }

  /// The lanes that there are, with their counters. Whoever is at work is not disturbed.
  ///
  /// @return one for each lane, oldest first
  /// @throws ShmException `NOT_FOUND` (unlinked), `CORRUPT`, `BUSY`, `ACCESS` or `SYSTEM`
  public synchronized List<LaneStatus> lanes() {
    requireOpen();
    try {
      return registry.lockedAsIs(() -> {
        List<LaneStatus> lanes = new ArrayList<>();
        for (LaneRef lane : registry.lanes()) {
          lanes.add(status(lane));
        }
        return lanes;
      });
    } catch (IOException e) {
      throw ShmException.of(file(), e);
    }
  }

  private LaneStatus status(LaneRef lane) throws IOException {
    try (Mapping mapping = registry.map(lane)) {
      LaneCounters counters = LaneCounters.of(mapping.segment());
      return new LaneStatus(
          lane.id(),
          lane.producer(),
          lane.consumer(),
          counters.messages(),
          counters.bytes(),
          counters.delivered(),
          counters.refused(),
          counters.dropped());
    }
  }

  /// Who takes part. Those whose process has died are taken out before.
  ///
  /// @return publishers and subscribers, oldest first
  /// @throws ShmException `NOT_FOUND` (unlinked), `BUSY` or `SYSTEM`
  public synchronized List<MemberStatus> members() {
    requireOpen();
    try {
      return registry.members().stream()
          .map(member ->
              new MemberStatus(
                  member.id(), member.role() == Role.PUBLISHER, member.processId(), member.waits()))
          .toList();
    } catch (IOException e) {
      throw ShmException.of(file(), e);
    }
  }

  /// Looks on while messages pass.
  ///
  /// @param shownBytes how much of a message is to be seen at most
  /// @return the observer, to be closed, before the channel is
  /// @throws ShmException as {@link ChannelObserver#poll}
  /// @throws IllegalStateException when the channel is closed
  public synchronized ChannelObserver observer(int shownBytes) {
    requireOpen();
    ChannelObserver observer =
        new ChannelObserver(file(), registry, settings.maxMessageLength(), shownBytes);
    observer.poll((_, _, _) -> {}, 0);
    return observer;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the channel is closed: " + file());
    }
  }

  /// Becomes a publisher of the channel. Where an earlier one has left off, or died, this one goes
  /// on.
  ///
  /// @return the publisher, to be closed
  /// @throws ShmException `IN_USE` while a pair has one that lives, here or elsewhere; `LIMIT`,
  ///   `NO_SPACE` for its lanes, `BUSY`, `FENCED`, `CORRUPT`, `NOT_FOUND` (unlinked), `ACCESS` or
  ///   `SYSTEM`
  /// @throws IllegalStateException when the channel is closed
  public Publisher publisher() {
    return join(
        Role.PUBLISHER,
        membership -> {
          Outbound lanes = outbound(membership.seat());
          membership.unmapBy(lanes::close);
          membership.notesTruncationBy(lanes::isTruncated);
          lanes.begin();
          return new Publisher(this, lanes, membership);
        });
  }

  private Outbound outbound(Seat seat) {
    long max = settings.maxMessageLength();
    if (settings.delivery() != Delivery.BROADCAST) {
      return new QueueOutbound(registry, seat, max);
    }
    WhenFull whenFull =
        switch (settings.slowPolicy()) {
          case 1 -> WhenFull.DROP;
          case 2 -> WhenFull.DISCONNECT;
          default -> WhenFull.BLOCK;
        };
    return new BroadcastOutbound(registry, seat, max, whenFull);
  }

  /// Becomes a subscriber of the channel. In a pair and in a queue it takes over what those before
  /// it did not release.
  ///
  /// @return the subscriber, to be closed
  /// @throws ShmException `IN_USE` while a pair has one that lives, here or elsewhere; `LIMIT`,
  ///   `NO_SPACE` for its lanes, `BUSY`, `FENCED`, `CORRUPT`, `NOT_FOUND` (unlinked), `ACCESS` or
  ///   `SYSTEM`
  /// @throws IllegalStateException when the channel is closed
  public Subscriber subscriber() {
    return join(
        Role.SUBSCRIBER,
        membership -> {
          boolean inOrder = settings.delivery() == Delivery.PAIR;
          Inbound lanes =
              new Inbound(registry, membership.seat(), settings.maxMessageLength(), inOrder);
          membership.unmapBy(lanes::close);
          membership.notesTruncationBy(lanes::isTruncated);
          lanes.begin();
          return new Subscriber(this, lanes, membership);
        });
  }

  /// Leaves the channel: closes the publishers and subscribers that were made through this object.
  ///
  /// @throws ShmException when the others could not be told, `CORRUPT` where the channel's files
  ///   were truncated; all is closed nevertheless
  /// @throws IllegalStateException when native code went on using the memory of a claim or of a
  ///   message for some seconds: that lane stays mapped, and no other publisher gets it; all else
  ///   is closed
  @Override
  public void close() {
    List<Membership> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(memberships);
    }
    // Closed last to first: members, then the thread that looks after them, then the files.
    try (directory;
        keeper) {
      Membership.leaveAll(open);
    } catch (IOException | InternalError e) {
      throw ShmException.of(file(), e);
    }
  }

  private interface EndpointFactory<T> {
    T create(Membership membership) throws IOException;
  }

  private synchronized <T> T join(Role role, EndpointFactory<T> factory) {
    requireOpen();
    try {
      Membership membership = Membership.join(file(), registry, keeper, role);
      try {
        T endpoint = factory.create(membership);
        memberships.add(membership);
        return endpoint;
      } catch (IOException | RuntimeException | Error e) {
        membership.leave();
        throw e;
      }
    } catch (IOException | LaneFault | FencedException | InternalError e) {
      // Stopped for too long right after joining.
      throw ShmException.of(file(), e);
    }
  }

  /// Leaves as a process does that is killed: without a word. For tests.
  void abandon() throws IOException {
    keeper.close();
    directory.close();
    List.copyOf(memberships).forEach(Membership::abandon);
  }

  /// Takes a publisher or subscriber out, if it has not left. Until it has, closing the channel
  /// waits for it: its lock goes with the channel's files.
  void leave(Membership membership) {
    try {
      membership.leave();
    } catch (IOException | InternalError e) {
      throw ShmException.of(file(), e);
    } finally {
      synchronized (this) {
        memberships.remove(membership);
      }
    }
  }
}
