// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.EncoderException;
import java.util.Collection;

/// Replaces Lettuce's encoder on each connection, because that encoder closes the connection when a
/// codec fails.
///
/// When the encoding of a command fails, nothing of it has been sent. Netty fails the write;
/// Lettuce removes the command from the queue of commands that wait for replies and completes it
/// with the failure, as for every failed write. The connection need not be closed.
final class ConnectionKeeper implements NettyCustomizer {
  @Override
  public void afterChannelInitialized(Channel channel) {
    if (channel.pipeline().get(CommandEncoder.class) == null) {
      throw new IllegalStateException(
          "Lettuce %s has no CommandEncoder in its pipeline: use it without keepConnections()"
              .formatted(LettuceRelease.LOADED.name()));
    }
    channel.pipeline().replace(CommandEncoder.class, null, new Encoder());
  }

  private static final class Encoder extends CommandEncoder {
    @Override
    protected void encode(ChannelHandlerContext context, Object message, ByteBuf out) {
      try {
        if (message instanceof RedisCommand<?, ?, ?> command) {
          command.encode(out);
        } else if (message instanceof Collection<?> batch) {
          // A batch is one write: if one command fails, all of them do.
          for (Object command : batch) {
            ((RedisCommand<?, ?, ?>) command).encode(out);
          }
        }
      } catch (UnencodableError e) {
        throw new EncoderException(e.getCause());
      }
    }
  }
}
