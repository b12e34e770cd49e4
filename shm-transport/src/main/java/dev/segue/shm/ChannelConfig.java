// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneLayout;

/// What a new channel is like. Who opens a channel finds it all in the channel.
///
/// @param capacityBytes the memory of a lane that messages can occupy, from 0 bytes to 1 TiB: one
///   message may be as long, and several share it
public record ChannelConfig(long capacityBytes) {

  private static final ChannelConfig DEFAULTS = new ChannelConfig(1 << 20);

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException when one of them is out of its range
  public ChannelConfig {
    if (capacityBytes < 0 || capacityBytes > LaneLayout.MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacityBytes=" + capacityBytes + ": from 0 to " + LaneLayout.MAX_CAPACITY);
    }
  }

  /// One lane of 1 MiB.
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
    return new ChannelConfig(bytes);
  }
}
