// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// The names of the files of a channel; [ChannelDirectory] describes them.
final class ChannelFiles {

  static final String CONTROL = "channel";
  static final String LOCKS = "locks";

  private ChannelFiles() {}
}
