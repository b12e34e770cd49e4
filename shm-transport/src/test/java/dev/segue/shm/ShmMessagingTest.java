// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// The contract of all transports, through shared memory.
class ShmMessagingTest extends MessagingContract {

  @Override
  Ends open() throws Exception {
    Scratch scratch = new Scratch();
    Channel channel =
        Channel.create(scratch.path("channel"), ChannelConfig.defaults().withLaneCapacity(8 << 20));
    return new Ends(
        channel.addPublisher(),
        channel.addSubscriber(),
        () -> {
          channel.close();
          scratch.close();
        });
  }
}
