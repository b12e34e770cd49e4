// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;

/// Lets Lettuce read an answer of up to 64 KiB at once.
///
/// Lettuce 7.7 may lose the rest of an answer to a reactive command that it reads in parts: while
/// the subscribing thread looks for data, the event loop queues what it decodes, and stops reading
/// since the queue is not empty. The subscribing thread takes the queued data, and does not start
/// reading again; see `RedisPublisher.State.NO_DEMAND.request`. Netty's default buffer shrinks with
/// each short answer, such as `OK`, so that even a small hash is read in parts.
final class WholeAnswers implements NettyCustomizer {
  private static final int BUFFER_BYTES = 1 << 16;

  @Override
  public void afterBootstrapInitialized(Bootstrap bootstrap) {
    bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(BUFFER_BYTES));
  }
}
