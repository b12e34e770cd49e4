// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneCounters;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.membership.ChannelSettings;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.Keeper;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Role;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A shared-memory message channel between processes on one host, or between threads of one
/// process.
///
/// Publishers send messages, subscribers receive them. The {@link Topology} determines how many of
/// each a channel can have, and which subscribers get a message. Each message arrives exactly as it
/// was committed.
///
/// ```java
/// try (Channel channel = Channel.openOrCreate(Channel.defaultPath("quotes"));
///     Publisher publisher = channel.addPublisher()) {
///   // ...
/// }
/// ```
///
/// A channel is a directory, on Linux usually in `/dev/shm`, that only the user who created it can
/// access, or the members of a {@linkplain ChannelConfig#withGroup group}. It outlives the
/// processes that use it, and keeps their messages until it is unlinked.
///
/// Any thread may use a channel; each of its publishers and subscribers is for one thread at a
/// time. Any thread may close a channel at any time. Ongoing and later calls of its publishers and
/// subscribers then throw `IllegalStateException`. No memory is unmapped while it is being
/// accessed.
public final class Channel implements AutoCloseable {

  private final ChannelDirectory directory;
  private final ChannelSettings settings;
  private final Registry registry;
  private final Keeper keeper;
  private final Endpoints endpoints;
  private final Set<Membership> memberships = new LinkedHashSet<>();
  private boolean closed;

  private Channel(ChannelDirectory directory) {
    this.directory = directory;
    this.settings = directory.settings();
    this.registry = directory.registry();
    this.keeper = new Keeper(directory);
    this.endpoints = new Endpoints(this, settings, registry);
  }

  /// Returns the default path for a channel name, so that processes only need to agree on the name.
  ///
  /// On Linux this is `/dev/shm/NAME`, and on Windows `%LOCALAPPDATA%\Segue\NAME`. On other
  /// systems, or if that directory does not exist, it is in a private directory of the user below
  /// `java.io.tmpdir`. Processes that share a channel must then have the same temporary directory.
  /// This method creates the private directory if needed.
  ///
  /// @param name 1 to 127 ASCII letters, digits, `_`, `-` and `.`, starting with a letter, a digit
  ///   or `_`; on Windows, not a device name such as `nul`, and no `.` at the end
  /// @return the path, whether or not the channel exists
  /// @throws IllegalArgumentException if the name is not of this form
  /// @throws TransportException `ACCESS_DENIED` if the directory belongs to another user or is open
  ///   to others; `IO_ERROR` if it cannot be created
  public static Path defaultPath(String name) {
    return DefaultPath.of(name);
  }

  /// Creates a channel with {@linkplain ChannelConfig#defaults() default settings} and opens it.
  ///
  /// @param path path of the new channel directory; its parent must exist and the path itself must
  ///   not
  /// @return the open channel
  /// @throws TransportException as {@link #create(Path, ChannelConfig)}
  public static Channel create(Path path) {
    return create(path, ChannelConfig.defaults());
  }

  /// Creates a channel and opens it.
  ///
  /// @param path path of the new channel directory; its parent must exist and the path itself must
  ///   not
  /// @param config the settings of the channel
  /// @return the open channel
  /// @throws TransportException `ALREADY_EXISTS`, `NO_SPACE`, `NOT_FOUND` (the parent directory),
  ///   `BUSY` (a paused process is unlinking a channel there), `ACCESS_DENIED` or `IO_ERROR`.
  ///   Nothing is left at the path, unless the channel was created and only opening it failed, for
  ///   example for lack of file descriptors
  public static Channel create(Path path, ChannelConfig config) {
    try {
      Access access = Access.of(path, config.group().orElse(null));
      return new Channel(ChannelDirectory.create(path, config.settings(), access));
    } catch (IOException | InternalError e) {
      throw TransportException.of(path, e);
    }
  }

  /// Opens an existing channel.
  ///
  /// @param path path of the channel
  /// @return the open channel
  /// @throws TransportException `NOT_FOUND`, `INCOMPATIBLE`, `ACCESS_DENIED` or `IO_ERROR`
  public static Channel open(Path path) {
    return openAs(path, null);
  }

  /// Opens an existing channel that the members of a group share. It may belong to any user.
  ///
  /// @param path path of the channel
  /// @param group name or number of the group that the channel was created with; see {@link
  ///   ChannelConfig#withGroup}
  /// @return the open channel
  /// @throws TransportException as {@link #open(Path)}; `ACCESS_DENIED` also if the channel is not
  ///   shared with this group and no other users, if this process is not a member, or if users
  ///   outside the group could replace the channel
  public static Channel open(Path path, String group) {
    return openAs(path, Objects.requireNonNull(group, "group"));
  }

  /// Opens a channel of a group, or of this user alone if the group is null.
  static Channel openAs(Path path, @Nullable String group) {
    try {
      return new Channel(ChannelDirectory.open(path, Access.of(path, group)));
    } catch (IOException e) {
      throw TransportException.of(path, e);
    }
  }

  /// Opens a channel, and waits for another process to create it if it does not exist.
  ///
  /// @param path path of the channel
  /// @param timeout how long to wait; zero or less: do not wait
  /// @return the open channel
  /// @throws TransportException `TIMEOUT` if the channel does not exist when the timeout elapses;
  ///   `INTERRUPTED` if the thread is interrupted while it waits (it stays interrupted);
  ///   `INCOMPATIBLE`, `ACCESS_DENIED` or `IO_ERROR` without waiting
  public static Channel awaitOpen(Path path, Duration timeout) {
    return ChannelOpening.awaitOpen(path, timeout, null);
  }

  /// Opens a channel that the members of a group share, and waits for another process to create it
  /// if it does not exist.
  ///
  /// @param path path of the channel
  /// @param timeout how long to wait; zero or less: do not wait
  /// @param group name or number of the group that the channel is created with
  /// @return the open channel
  /// @throws TransportException as {@link #awaitOpen(Path, Duration)} and {@link #open(Path,
  ///   String)}
  public static Channel awaitOpen(Path path, Duration timeout, String group) {
    return ChannelOpening.awaitOpen(path, timeout, Objects.requireNonNull(group, "group"));
  }

  /// Opens a channel, or creates it with {@linkplain ChannelConfig#defaults() default settings} if
  /// it does not exist. When several processes call this at the same time, they all open the same
  /// channel.
  ///
  /// @param path path of the channel; its parent must exist
  /// @return the open channel
  /// @throws TransportException as {@link #openOrCreate(Path, ChannelConfig)}
  public static Channel openOrCreate(Path path) {
    return openOrCreate(path, ChannelConfig.defaults());
  }

  /// Opens a channel, or creates it if it does not exist. When several processes call this at the
  /// same time, they all open the same channel.
  ///
  /// @param path path of the channel; its parent must exist
  /// @param config the settings of the channel if it has to be created. An existing channel must
  ///   have the same topology and group, and at least this lane capacity; other settings are not
  ///   compared
  /// @return the open channel
  /// @throws TransportException as {@link #create(Path, ChannelConfig)} and {@link #open(Path)};
  ///   `INCOMPATIBLE` also if the existing channel has another topology, or a smaller lane capacity
  public static Channel openOrCreate(Path path, ChannelConfig config) {
    return ChannelOpening.openOrCreate(path, config);
  }

  /// Deletes the channel at a path; it need not be open.
  ///
  /// Current publishers and subscribers, in all processes, continue to exchange messages
  /// undisturbed. No others can join: every other use of the channel fails with `NOT_FOUND`, even
  /// through an object that was opened before. Its files are deleted once none of these members has
  /// another lane to open.
  ///
  /// @param path path of the channel
  /// @throws TransportException `NOT_FOUND`, `INCOMPATIBLE` (not a channel; nothing is deleted),
  ///   `BUSY` (a paused process is unlinking it), `ACCESS_DENIED` or `IO_ERROR`
  public static void unlink(Path path) {
    ChannelUnlinking.unlink(path, null);
  }

  /// Deletes the channel at a path that the members of a group share; it need not be open. In a
  /// directory with the sticky bit, such as `/dev/shm`, only the user that created the channel can
  /// delete it.
  ///
  /// @param path path of the channel
  /// @param group name or number of the group that the channel was created with
  /// @throws TransportException as {@link #unlink(Path)} and {@link #open(Path, String)}
  public static void unlink(Path path, String group) {
    ChannelUnlinking.unlink(path, Objects.requireNonNull(group, "group"));
  }

  /// Deletes the channel at a path if there is one, as {@link #unlink(Path)} does.
  ///
  /// @param path path of the channel
  /// @return whether the channel existed
  /// @throws TransportException `INCOMPATIBLE` (not a channel; nothing is deleted), `BUSY`,
  ///   `ACCESS_DENIED` or `IO_ERROR`
  public static boolean unlinkIfExists(Path path) {
    return ChannelUnlinking.unlinkIfExists(path, null);
  }

  /// Deletes the channel at a path that the members of a group share, if there is one, as {@link
  /// #unlink(Path, String)} does.
  ///
  /// @param path path of the channel
  /// @param group name or number of the group that the channel was created with
  /// @return whether the channel existed
  /// @throws TransportException as {@link #unlinkIfExists(Path)} and {@link #open(Path, String)}
  public static boolean unlinkIfExists(Path path, String group) {
    return ChannelUnlinking.unlinkIfExists(path, Objects.requireNonNull(group, "group"));
  }

  /// Deletes this channel, as {@link #unlink(Path)} does. Never deletes a newer channel at the same
  /// path.
  ///
  /// @throws TransportException as {@link #unlink(Path)}; `NOT_FOUND` also if another channel has
  ///   its path
  public void unlink() {
    try {
      directory.unlink();
    } catch (IOException e) {
      throw TransportException.of(path(), e);
    }
  }

  /// Deletes this channel if it has no live publishers or subscribers, as {@link #unlink()} does.
  /// No member can join between the check and the deletion.
  ///
  /// @return whether it was deleted
  /// @throws TransportException as {@link #unlink()} and {@link #members()}
  /// @throws IllegalStateException if the channel is closed
  public boolean unlinkIfUnused() {
    return unlinkIfNone(Role.values());
  }

  /// Deletes this channel if it has no live subscribers, as {@link #unlink()} does. No member can
  /// join between the check and the deletion. Unread messages are lost.
  ///
  /// @return whether it was deleted
  /// @throws TransportException as {@link #unlink()} and {@link #members()}
  /// @throws IllegalStateException if the channel is closed
  public boolean unlinkIfUnread() {
    return unlinkIfNone(Role.SUBSCRIBER);
  }

  private synchronized boolean unlinkIfNone(Role... roles) {
    requireOpen();
    try {
      return directory.unlinkIfNone(roles);
    } catch (IOException e) {
      throw TransportException.of(path(), e);
    }
  }

  /// The path of the channel directory.
  ///
  /// @return the path that the channel was created or opened with
  public Path path() {
    return directory.path();
  }

  /// The length of the longest message that the channel accepts.
  ///
  /// @return bytes
  public long maxMessageLength() {
    return settings.maxMessageLength();
  }

  /// The settings that the channel was created with, and the group with which it was opened.
  ///
  /// @return the configuration
  public ChannelConfig config() {
    return ChannelConfig.of(settings, access().group());
  }

  /// Who may use the channel.
  Access access() {
    return directory.access();
  }

  /// Returns the status of each lane: its members and its counters. Does not disturb publishers and
  /// subscribers.
  ///
  /// @return a snapshot of each lane, oldest first
  /// @throws TransportException `NOT_FOUND` (unlinked), `CORRUPT`, `BUSY`, `ACCESS_DENIED` or
  ///   `IO_ERROR`
  /// @throws IllegalStateException if the channel is closed
  public synchronized List<LaneStatus> lanes() {
    requireOpen();
    try {
      return registry.lockedAsIs(() -> {
        registry.requireLinked();
        List<LaneStatus> lanes = new ArrayList<>();
        for (LaneRef lane : registry.lanes()) {
          try (Mapping mapping = registry.map(lane)) {
            lanes.add(LaneStatus.of(lane, LaneCounters.of(mapping.segment())));
          }
        }
        return lanes;
      });
    } catch (IOException e) {
      throw TransportException.of(path(), e);
    }
  }

  /// Returns the status of each member, in all processes. Members whose process has died are
  /// removed from the channel first.
  ///
  /// @return a snapshot of each publisher and subscriber, oldest first
  /// @throws TransportException `NOT_FOUND` (unlinked), `BUSY` or `IO_ERROR`
  /// @throws IllegalStateException if the channel is closed
  public synchronized List<MemberStatus> members() {
    requireOpen();
    try {
      return registry.members().stream().map(MemberStatus::of).toList();
    } catch (IOException e) {
      throw TransportException.of(path(), e);
    }
  }

  /// Adds an observer, a diagnostic view of the messages that does not consume them.
  ///
  /// @param shownBytes the maximum number of bytes that the observer copies of each message
  /// @return the observer, to be closed before the channel
  /// @throws TransportException as {@link ChannelObserver#poll}
  /// @throws IllegalArgumentException if `shownBytes` is negative
  /// @throws IllegalStateException if the channel is closed
  public synchronized ChannelObserver observer(int shownBytes) {
    if (shownBytes < 0) {
      throw new IllegalArgumentException("shownBytes=" + shownBytes + ": it must not be negative");
    }
    requireOpen();
    ChannelObserver observer =
        new ChannelObserver(path(), registry, settings.maxMessageLength(), shownBytes);
    try {
      observer.poll((_, _, _) -> {}, 0);
      return observer;
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, observer::close);
      throw e;
    }
  }

  /// Whether the channel has a live subscriber, even if it was unlinked.
  boolean hasSubscriber() throws IOException {
    return registry.locked(() -> {
      registry.removeDead();
      return registry.hasAny(Role.SUBSCRIBER);
    });
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the channel is closed: " + path());
    }
  }

  /// Joins the channel as a publisher. A publisher continues after the messages of an earlier one,
  /// even if the earlier one crashed.
  ///
  /// @return the publisher, to be closed
  /// @throws TransportException `IN_USE` when the channel is a pair and has a live publisher;
  ///   `LIMIT_EXCEEDED`; `NO_SPACE` when its lanes cannot be created; `BUSY`; `FENCED`; `CORRUPT`;
  ///   `NOT_FOUND` when the channel was unlinked; `ACCESS_DENIED` or `IO_ERROR`
  /// @throws IllegalStateException when the channel is closed
  public Publisher addPublisher() {
    return join(Role.PUBLISHER, endpoints::publisher);
  }

  /// Joins the channel as a publisher of values of one type.
  ///
  /// @param <T> the values' type
  /// @param codec converts values to messages
  /// @return the publisher, to be closed
  /// @throws TransportException as {@link #addPublisher()}; `MESSAGE_TOO_LONG` when the codec has
  ///   no encoding and its {@link MessageCodec#maxLength()} exceeds {@link #maxMessageLength()}, so
  ///   that no value could be sent
  /// @throws IllegalStateException when the channel is closed
  public <T extends @Nullable Object> TypedPublisher<T> addPublisher(MessageCodec<T> codec) {
    if (codec.encoding() == null && codec.maxLength() > maxMessageLength()) {
      throw new TransportException(
          TransportException.Kind.MESSAGE_TOO_LONG,
          ("the codec's maxLength is %d bytes, but %s takes messages of at most %d: create the"
                  + " channel with more capacity, or create the codec with a lower maxLength")
              .formatted(codec.maxLength(), path(), maxMessageLength()));
    }
    return new TypedPublisher<>(addPublisher(), codec);
  }

  /// Joins the channel as a subscriber. In a pair and in a queue, it first receives the messages
  /// that an earlier subscriber did not finish.
  ///
  /// @return the subscriber, to be closed
  /// @throws TransportException `IN_USE` when the channel is a pair and has a live subscriber;
  ///   `LIMIT_EXCEEDED`; `NO_SPACE` when its lanes cannot be created; `BUSY`; `FENCED`; `CORRUPT`;
  ///   `NOT_FOUND` when the channel was unlinked; `ACCESS_DENIED` or `IO_ERROR`
  /// @throws IllegalStateException when the channel is closed
  public Subscriber addSubscriber() {
    return join(Role.SUBSCRIBER, endpoints::subscriber);
  }

  /// Joins the channel as a subscriber to values of one type.
  ///
  /// @param <T> the values' type
  /// @param codec converts messages to values
  /// @return the subscriber, to be closed
  /// @throws TransportException as {@link #addSubscriber()}
  /// @throws IllegalStateException when the channel is closed
  public <T extends @Nullable Object> TypedSubscriber<T> addSubscriber(MessageCodec<T> codec) {
    Objects.requireNonNull(codec, "codec");
    return new TypedSubscriber<>(addSubscriber(), codec);
  }

  /// Closes this channel object, and the publishers and subscribers that were added through it. The
  /// channel itself and its messages stay until it is unlinked. Closing a second time has no
  /// effect.
  ///
  /// @throws TransportException if the other members could not be notified; `CORRUPT` if the files
  ///   of the channel were truncated; everything is closed nevertheless
  /// @throws IllegalStateException if native code kept using the memory of a claim or a message for
  ///   several seconds: that lane stays mapped and is not reused, and everything else is closed
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
    // Closed in this order: the members, then their keeper, then the files.
    try (directory;
        keeper) {
      Membership.leaveAll(open);
    } catch (IOException | InternalError e) {
      throw TransportException.of(path(), e);
    }
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "channel %s (%s, lanes of %d bytes)"
        .formatted(path(), settings.delivery(), settings.maxMessageLength());
  }

  private interface EndpointFactory<T> {
    T create(Membership membership) throws IOException;
  }

  private synchronized <T> T join(Role role, EndpointFactory<T> factory) {
    requireOpen();
    try {
      Membership membership = Membership.join(path(), registry, keeper, role);
      try {
        T endpoint = factory.create(membership);
        memberships.add(membership);
        return endpoint;
      } catch (IOException | RuntimeException | Error e) {
        Cleanup.after(e, membership::leave);
        throw e;
      }
    } catch (IOException | LaneFault | FencedException | InternalError e) {
      // FencedException: this process was paused for too long right after joining.
      throw TransportException.of(path(), e);
    }
  }

  /// Leaves the way a killed process does. For tests.
  void abandon() throws IOException {
    keeper.close();
    directory.close();
    List.copyOf(memberships).forEach(Membership::abandon);
  }

  /// Removes a publisher or subscriber that has not left yet. It stays registered here until then,
  /// so that closing the channel waits for it before it closes the lock file.
  void leave(Membership membership) {
    try {
      membership.leave();
    } catch (IOException | InternalError e) {
      throw TransportException.of(path(), e);
    } finally {
      synchronized (this) {
        memberships.remove(membership);
      }
    }
  }
}
