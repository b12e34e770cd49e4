// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// The names of the files of a channel; [ChannelDirectory] describes them.
final class ChannelFiles {

  static final String CONTROL = "channel";
  static final String LOCKS = "locks";

  /// The beginning of the names of lanes.
  static final String LANE_PREFIX = "lane-";

  private ChannelFiles() {}
}
