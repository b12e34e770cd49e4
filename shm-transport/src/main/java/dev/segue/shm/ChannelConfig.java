// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.membership.ChannelSettings;
import dev.segue.shm.internal.membership.Delivery;
import java.time.Duration;
import java.util.Objects;

/// Settings for a new channel: topology, capacity, limits and timeouts. They are stored in the
/// channel, so processes that open it need not repeat them.
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
          1 << 20, Topology.PAIR, SlowSubscriberPolicy.BACK_PRESSURE, Duration.ofSeconds(10), 32);

  private final long laneCapacity;
  private final Topology topology;
  private final SlowSubscriberPolicy slowSubscriber;
  private final Duration memberTimeout;
  private final int maxMembers;

  private ChannelConfig(
      long laneCapacity,
      Topology topology,
      SlowSubscriberPolicy slowSubscriber,
      Duration memberTimeout,
      int maxMembers) {
    this.laneCapacity = laneCapacity;
    this.topology = Objects.requireNonNull(topology, "topology");
    this.slowSubscriber = Objects.requireNonNull(slowSubscriber, "slowSubscriber");
    this.memberTimeout = Objects.requireNonNull(memberTimeout, "memberTimeout");
    this.maxMembers = maxMembers;
  }

  /// Returns the default settings: one publisher and one subscriber, lanes of 1 MiB, a member
  /// timeout of 10 seconds, and at most 32 members.
  ///
  /// @return the configuration to start from
  public static ChannelConfig defaults() {
    return DEFAULTS;
  }

  /// The number of bytes that messages can occupy in one lane, which is also the length of the
  /// longest message. A channel has a lane from each publisher to each subscriber: ten publishers
  /// and ten subscribers take a hundred times this memory.
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
    return new ChannelConfig(capacity, topology, slowSubscriber, memberTimeout, maxMembers);
  }

  /// Returns these settings with another topology.
  ///
  /// @param other how many publishers and subscribers the channel can have, and which subscribers
  ///   get a message
  /// @return the changed configuration
  public ChannelConfig withTopology(Topology other) {
    return new ChannelConfig(laneCapacity, other, slowSubscriber, memberTimeout, maxMembers);
  }

  /// Returns these settings with another policy for slow subscribers of a broadcast.
  ///
  /// @param policy what to do when a subscriber's lane is full
  /// @return the changed configuration
  public ChannelConfig withSlowSubscriber(SlowSubscriberPolicy policy) {
    return new ChannelConfig(laneCapacity, topology, policy, memberTimeout, maxMembers);
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
    return new ChannelConfig(laneCapacity, topology, slowSubscriber, timeout, maxMembers);
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
    return new ChannelConfig(laneCapacity, topology, slowSubscriber, memberTimeout, members);
  }

  /// Returns the settings of an existing channel. They are not checked, because they may come from
  /// a version with other limits.
  static ChannelConfig of(ChannelSettings settings) {
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
        settings.members());
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
        && maxMembers == that.maxMembers;
  }

  @Override
  public int hashCode() {
    return Objects.hash(laneCapacity, topology, slowSubscriber, memberTimeout, maxMembers);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "ChannelConfig[topology=%s, laneCapacity=%d, slowSubscriber=%s, memberTimeout=%s, maxMembers=%d]"
        .formatted(
            topology, laneCapacity, slowSubscriber, DurationText.of(memberTimeout), maxMembers);
  }
}
