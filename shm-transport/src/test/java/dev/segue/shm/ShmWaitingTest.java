// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// How all transports wait, through shared memory.
class ShmWaitingTest extends WaitingContract {

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
