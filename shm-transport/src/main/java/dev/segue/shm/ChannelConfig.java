// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.membership.ChannelSettings;
import dev.segue.shm.internal.membership.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Settings for a new channel: topology, capacity, limits, timeouts, and the group of users that
/// share it. They are stored in the channel, so processes that open it need not repeat them, except
/// for the group: each process names the group that it trusts.
///
/// Start with {@link #defaults()} and change what you need: each `with` method returns a changed
/// copy. A configuration is immutable; two are equal when all their settings are.
///
/// ```java
/// ChannelConfig config =
///     ChannelConfig.defaults().withTopology(Topology.BROADCAST).withLaneCapacity(4 << 20);
/// ```
public final class ChannelConfig {

  /// The smallest capacity of a lane: 1 KiB.
  public static final long MIN_LANE_CAPACITY = 1 << 10;

  /// The largest capacity of a lane: 1 TiB.
  public static final long MAX_LANE_CAPACITY = LaneLayout.MAX_CAPACITY;

  private static final Duration MAX_MEMBER_TIMEOUT = Duration.ofDays(1);

  private static final ChannelConfig DEFAULTS =
      new ChannelConfig(
          1 << 20,
          Topology.PAIR,
          SlowSubscriberPolicy.BACK_PRESSURE,
          Duration.ofSeconds(10),
          32,
          null);

  private final long laneCapacity;
  private final Topology topology;
  private final SlowSubscriberPolicy slowSubscriber;
  private final Duration memberTimeout;
  private final int maxMembers;
  private final @Nullable String group;

  private ChannelConfig(
      long laneCapacity,
      Topology topology,
      SlowSubscriberPolicy slowSubscriber,
      Duration memberTimeout,
      int maxMembers,
      @Nullable String group) {
    this.laneCapacity = laneCapacity;
    this.topology = Objects.requireNonNull(topology, "topology");
    this.slowSubscriber = Objects.requireNonNull(slowSubscriber, "slowSubscriber");
    this.memberTimeout = Objects.requireNonNull(memberTimeout, "memberTimeout");
    this.maxMembers = maxMembers;
    this.group = group;
  }

  /// Returns the default settings: one publisher and one subscriber, lanes of 1 MiB, a member
  /// timeout of 10 seconds, at most 32 members, and no group: all processes run as the same user.
  ///
  /// @return the configuration to start from
  public static ChannelConfig defaults() {
    return DEFAULTS;
  }

  /// The capacity of a lane in bytes, which is also the maximum message length. A channel has a
  /// lane from each publisher to each subscriber: with ten publishers and ten subscribers, it has a
  /// hundred lanes of this capacity.
  ///
  /// @return bytes
  public long laneCapacity() {
    return laneCapacity;
  }

  /// How many publishers and subscribers the channel can have, and which subscribers get a message.
  ///
  /// @return the topology
  public Topology topology() {
    return topology;
  }

  /// What a broadcast does when a subscriber's lane is full. Other topologies ignore it.
  ///
  /// @return the policy
  public SlowSubscriberPolicy slowSubscriber() {
    return slowSubscriber;
  }

  /// How long a live process may go without a heartbeat before its publisher or subscriber is
  /// fenced; zero disables fencing. The death of a process is always detected, regardless of this
  /// setting.
  ///
  /// @return the timeout
  public Duration memberTimeout() {
    return memberTimeout;
  }

  /// The maximum number of members at once: publishers and subscribers together.
  ///
  /// @return members
  public int maxMembers() {
    return maxMembers;
  }

  /// The group whose members share the channel. Without one, only the user that created the channel
  /// can use it.
  ///
  /// @return the group's name or number, if there is one
  public Optional<String> group() {
    return Optional.ofNullable(group);
  }

  /// Returns these settings with another lane capacity.
  ///
  /// @param capacity bytes that messages can occupy in one lane, from {@link #MIN_LANE_CAPACITY} to
  ///   {@link #MAX_LANE_CAPACITY}; the memory is rounded up to whole pages
  /// @return the changed configuration
  /// @throws IllegalArgumentException if the capacity is out of range
  public ChannelConfig withLaneCapacity(long capacity) {
    if (capacity < MIN_LANE_CAPACITY || capacity > MAX_LANE_CAPACITY) {
      throw new IllegalArgumentException(
          "laneCapacity=%d: must be from %d (1 KiB) to %d (1 TiB) bytes"
              .formatted(capacity, MIN_LANE_CAPACITY, MAX_LANE_CAPACITY));
    }
    return new ChannelConfig(capacity, topology, slowSubscriber, memberTimeout, maxMembers, group);
  }

  /// Returns these settings with another topology.
  ///
  /// @param other how many publishers and subscribers the channel can have, and which subscribers
  ///   get a message
  /// @return the changed configuration
  public ChannelConfig withTopology(Topology other) {
    return new ChannelConfig(laneCapacity, other, slowSubscriber, memberTimeout, maxMembers, group);
  }

  /// Returns these settings with another policy for slow subscribers of a broadcast.
  ///
  /// @param policy what to do when a subscriber's lane is full
  /// @return the changed configuration
  public ChannelConfig withSlowSubscriber(SlowSubscriberPolicy policy) {
    return new ChannelConfig(laneCapacity, topology, policy, memberTimeout, maxMembers, group);
  }

  /// Returns these settings with another member timeout.
  ///
  /// @param timeout how long a live process may go without a heartbeat before its publisher or
  ///   subscriber is fenced, up to a day; zero disables fencing
  /// @return the changed configuration
  /// @throws IllegalArgumentException if the timeout is negative or longer than a day
  public ChannelConfig withMemberTimeout(Duration timeout) {
    if (timeout.isNegative() || timeout.compareTo(MAX_MEMBER_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "memberTimeout=" + DurationText.of(timeout) + ": must be from zero (never) to one day");
    }
    return new ChannelConfig(laneCapacity, topology, slowSubscriber, timeout, maxMembers, group);
  }

  /// Returns these settings with another maximum number of members.
  ///
  /// @param members the maximum number of publishers and subscribers together, from 2 to 256
  /// @return the changed configuration
  /// @throws IllegalArgumentException if the number is out of range
  public ChannelConfig withMaxMembers(int members) {
    if (members < 2 || members > ChannelSettings.MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "maxMembers=%d: must be from 2 to %d".formatted(members, ChannelSettings.MAX_MEMBERS));
    }
    return new ChannelConfig(laneCapacity, topology, slowSubscriber, memberTimeout, members, group);
  }

  /// Returns these settings with a POSIX group of users that share the channel.
  ///
  /// The directory and the files of the channel get this group and the modes `0770` and `0660`,
  /// regardless of the process's umask. Every member of the group can send and receive messages,
  /// and damage or delete the channel; nobody else can. A process that opens the channel must name
  /// the group, too: {@link Channel#open(Path, String)}. On Windows, creating such a channel fails
  /// with `ACCESS_DENIED`.
  ///
  /// @param name name or number of the group; the user of this process must be one of its members
  /// @return the changed configuration
  /// @throws IllegalArgumentException if the name is blank
  public ChannelConfig withGroup(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("group=\"" + name + "\": must be the name of a group");
    }
    return new ChannelConfig(
        laneCapacity, topology, slowSubscriber, memberTimeout, maxMembers, name);
  }

  /// Returns the settings of an existing channel. They are not checked, because they may come from
  /// a version with other limits.
  ///
  /// @param group the group that shares it, or null
  static ChannelConfig of(ChannelSettings settings, @Nullable String group) {
    SlowSubscriberPolicy slow =
        switch (settings.slowPolicy()) {
          case 1 -> SlowSubscriberPolicy.DROP;
          case 2 -> SlowSubscriberPolicy.DISCONNECT;
          default -> SlowSubscriberPolicy.BACK_PRESSURE;
        };
    return new ChannelConfig(
        settings.maxMessageLength(),
        topologyOf(settings.delivery()),
        slow,
        Duration.ofNanos(settings.peerTimeoutNanos()),
        settings.members(),
        group);
  }

  private static Topology topologyOf(Delivery delivery) {
    return switch (delivery) {
      case PAIR -> Topology.PAIR;
      case QUEUE -> Topology.QUEUE;
      case BROADCAST -> Topology.BROADCAST;
    };
  }

  ChannelSettings settings() {
    Delivery delivery =
        switch (topology) {
          case PAIR -> Delivery.PAIR;
          case QUEUE -> Delivery.QUEUE;
          case BROADCAST -> Delivery.BROADCAST;
        };
    int slowPolicy =
        switch (slowSubscriber) {
          case BACK_PRESSURE -> 0;
          case DROP -> 1;
          case DISCONNECT -> 2;
        };
    return new ChannelSettings(
        laneCapacity, delivery, slowPolicy, memberTimeout.toNanos(), maxMembers);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChannelConfig that
        && laneCapacity == that.laneCapacity
        && topology == that.topology
        && slowSubscriber == that.slowSubscriber
        && memberTimeout.equals(that.memberTimeout)
        && maxMembers == that.maxMembers
        && Objects.equals(group, that.group);
  }

  @Override
  public int hashCode() {
    return Objects.hash(laneCapacity, topology, slowSubscriber, memberTimeout, maxMembers, group);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "ChannelConfig[topology=%s, laneCapacity=%d, slowSubscriber=%s, memberTimeout=%s, maxMembers=%d%s]"
        .formatted(
            topology,
            laneCapacity,
            slowSubscriber,
            DurationText.of(memberTimeout),
            maxMembers,
            group == null ? "" : ", group=" + group);
  }
}
