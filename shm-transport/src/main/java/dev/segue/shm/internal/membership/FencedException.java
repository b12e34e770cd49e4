// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.Serial;

/// Thrown when the channel has continued without this member, or the channel's files are lost.
public final class FencedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Whether the channel's files are lost.
  private final boolean channelLost;

  FencedException(String message, boolean channelLost) {
    super(message);
    this.channelLost = channelLost;
  }

  /// Whether the channel's files were deleted or replaced while members were using them.
  public boolean isChannelLost() {
    return channelLost;
  }
}
