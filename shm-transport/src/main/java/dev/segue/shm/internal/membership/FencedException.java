// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.Serial;

/// The others have gone on without this member; or nobody can go on, since the channel is gone.
public final class FencedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Whether it is the channel that is gone.
  private final boolean channelLost;

  FencedException(String message, boolean channelLost) {
    super(message);
    this.channelLost = channelLost;
  }

  /// Whether the channel's files were deleted, or replaced, under all its members.
  public boolean isChannelLost() {
    return channelLost;
  }
}
