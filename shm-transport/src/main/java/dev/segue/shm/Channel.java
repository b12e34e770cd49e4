// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneConsumer;
import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.lane.LaneProducer;
import dev.segue.shm.membership.ChannelDirectory;
import dev.segue.shm.membership.ChannelDirectory.Role;
import dev.segue.shm.os.Mapping;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
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

  private final ChannelDirectory directory;
  private final Set<AutoCloseable> endpoints = new LinkedHashSet<>();
  private boolean closed;

  private Channel(ChannelDirectory directory) {
    this.directory = directory;
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
      return new Channel(ChannelDirectory.create(file, config.capacityBytes()));
    } catch (IOException e) {
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
  /// @throws ShmException as {@link #unlink(Path)}
  public void unlink() {
    unlink(directory.path());
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
    return directory.maxMessageLength();
  }

  /// Becomes the channel's publisher. Where an earlier one has left off, or died, this one goes on.
  ///
  /// @return the publisher, to be closed
  /// @throws ShmException `IN_USE` while there is one that lives, here or elsewhere; `CORRUPT`,
  ///   `NOT_FOUND` (unlinked), `ACCESS` or `SYSTEM`
  /// @throws IllegalStateException when the channel is closed
  public Publisher publisher() {
    return join(
        Role.PUBLISHER,
        (mapping, membership) ->
            new Publisher(
                file(),
                maxMessageLength(),
                new LaneProducer(mapping.segment(), maxMessageLength()),
                membership));
  }

  /// Becomes the channel's subscriber. It begins with the first message that the one before did not
  /// release, or with the first of all.
  ///
  /// @return the subscriber, to be closed
  /// @throws ShmException `IN_USE` while there is one that lives, here or elsewhere; `CORRUPT`,
  ///   `NOT_FOUND` (unlinked), `ACCESS` or `SYSTEM`
  /// @throws IllegalStateException when the channel is closed
  public Subscriber subscriber() {
    return join(
        Role.SUBSCRIBER,
        (mapping, membership) ->
            new Subscriber(
                file(), new LaneConsumer(mapping.segment(), maxMessageLength()), membership));
  }

  /// Leaves the channel: closes its publishers and subscribers that were made through this object.
  @Override
  public void close() {
    List<AutoCloseable> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(endpoints);
    }
    try (directory) {
      for (AutoCloseable endpoint : open) {
        endpoint.close();
      }
    } catch (IOException e) {
      throw ShmException.of(file(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("an endpoint threw a checked exception", e);
    }
  }

  private interface EndpointFactory<T extends AutoCloseable> {
    T create(Mapping mapping, Membership membership);
  }

  private synchronized <T extends AutoCloseable> T join(Role role, EndpointFactory<T> factory) {
    if (closed) {
      throw new IllegalStateException("the channel is closed: " + file());
    }
    try {
      FileLock lock = directory.tryAssume(role);
      if (lock == null) {
        throw new ShmException(
            ShmException.Kind.IN_USE,
            file() + " has a " + role + " that is alive, and can have one only");
      }
      try {
        return attach(lock, factory);
      } catch (IOException | RuntimeException | Error e) {
        lock.release();
        throw e;
      }
    } catch (IOException e) {
      throw ShmException.of(file(), e);
    }
  }

  private <T extends AutoCloseable> T attach(FileLock lock, EndpointFactory<T> factory)
      throws IOException {
    Mapping mapping = directory.mapLane();
    try {
      Membership membership = new Membership(mapping, lock, this::forget);
      T endpoint = factory.create(mapping, membership);
      membership.belongsTo(endpoint);
      endpoints.add(endpoint);
      return endpoint;
    } catch (LaneFault e) {
      mapping.close();
      throw ShmException.of(file(), e);
    } catch (RuntimeException | Error e) {
      mapping.close();
      throw e;
    }
  }

  private synchronized void forget(AutoCloseable endpoint) {
    endpoints.remove(endpoint);
  }
}
