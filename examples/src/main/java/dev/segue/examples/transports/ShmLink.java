// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import dev.segue.shm.Channel;
import java.nio.file.Path;

/// Quotes through shared memory: a channel for each direction.
final class ShmLink {

  private ShmLink() {}

  /// @param out the channel to send to
  /// @param in the channel to receive from
  static Link open(Path out, Path in) {
    Channel there = Channel.openOrCreate(out);
    Channel back = Channel.openOrCreate(in);
    return new MessageLink(
        there.addPublisher(),
        back.addSubscriber(),
        () -> {
          there.close();
          back.close();
        });
  }
}
