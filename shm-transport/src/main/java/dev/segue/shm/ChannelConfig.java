// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneLayout;
import dev.segue.shm.membership.ChannelSettings;
import dev.segue.shm.membership.Delivery;
import java.time.Duration;

/// What a new channel is like. Who opens a channel finds it all in the channel.
///
/// @param capacityBytes the memory of a lane that messages can occupy, from 0 bytes to 1 TiB: one
///   message may be as long, and several share it
/// @param topology how many publishers and subscribers there are, and who gets a message
/// @param slowSubscriber what a broadcast does about a full lane; without meaning elsewhere
/// @param peerTimeout after how long without a sign of life a publisher or subscriber is given up
///   though its process is there; zero: never. A process that has ended is noticed by itself
/// @param maxMembers how many publishers and subscribers there can be at once, from 2 to 256
public record ChannelConfig(
    long capacityBytes,
    Topology topology,
    SlowSubscriber slowSubscriber,
    Duration peerTimeout,
    int maxMembers) {

  private static final ChannelConfig DEFAULTS =
      new ChannelConfig(1 << 20, Topology.PAIR, SlowSubscriber.BLOCK, Duration.ofSeconds(10), 32);

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException when one of them is out of its range
  public ChannelConfig {
    if (capacityBytes < 0 || capacityBytes > LaneLayout.MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacityBytes=" + capacityBytes + ": from 0 to " + LaneLayout.MAX_CAPACITY);
    }
    if (peerTimeout.isNegative() || peerTimeout.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("peerTimeout=" + peerTimeout + ": up to a day");
    }
    if (maxMembers < 2 || maxMembers > ChannelSettings.MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "maxMembers=" + maxMembers + ": from 2 to " + ChannelSettings.MAX_MEMBERS);
    }
  }

  /// A pair, with a lane of 1 MiB, a timeout of 10 seconds, and places for 32.
  ///
  /// @return the configuration to start from
  public static ChannelConfig defaults() {
    return DEFAULTS;
  }

  /// The same with another capacity.
  ///
  /// @param bytes the memory of a lane that messages can occupy
  /// @return the changed configuration
  public ChannelConfig withCapacityBytes(long bytes) {
    return new ChannelConfig(bytes, topology, slowSubscriber, peerTimeout, maxMembers);
  }

  /// The same with another topology.
  ///
  /// @param other how many publishers and subscribers there are, and who gets a message
  /// @return the changed configuration
  public ChannelConfig withTopology(Topology other) {
    return new ChannelConfig(capacityBytes, other, slowSubscriber, peerTimeout, maxMembers);
  }

  /// The same with another policy for slow subscribers.
  ///
  /// @param policy what a broadcast does about a full lane
  /// @return the changed configuration
  public ChannelConfig withSlowSubscriber(SlowSubscriber policy) {
    return new ChannelConfig(capacityBytes, topology, policy, peerTimeout, maxMembers);
  }

  /// The same with another timeout.
  ///
  /// @param timeout after how long without a sign of life a member is given up; zero: never
  /// @return the changed configuration
  public ChannelConfig withPeerTimeout(Duration timeout) {
    return new ChannelConfig(capacityBytes, topology, slowSubscriber, timeout, maxMembers);
  }

  /// The same with another number of places.
  ///
  /// @param members how many publishers and subscribers there can be at once
  /// @return the changed configuration
  public ChannelConfig withMaxMembers(int members) {
    return new ChannelConfig(capacityBytes, topology, slowSubscriber, peerTimeout, members);
  }

  static ChannelConfig of(ChannelSettings settings) {
    Topology topology =
        switch (settings.delivery()) {
          case PAIR -> Topology.PAIR;
          case QUEUE -> Topology.QUEUE;
          case BROADCAST -> Topology.BROADCAST;
        };
    SlowSubscriber slow =
        switch (settings.slowPolicy()) {
          case 1 -> SlowSubscriber.DROP;
          case 2 -> SlowSubscriber.DISCONNECT;
          default -> SlowSubscriber.BLOCK;
        };
    return new ChannelConfig(
        settings.maxMessageLength(),
        topology,
        slow,
        Duration.ofNanos(settings.peerTimeoutNanos()),
        settings.members());
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
          case BLOCK -> 0;
          case DROP -> 1;
          case DISCONNECT -> 2;
        };
    return new ChannelSettings(
        capacityBytes, delivery, slowPolicy, peerTimeout.toNanos(), maxMembers);
  }
}
