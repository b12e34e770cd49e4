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

/// Replaces the encoder of each connection, which closes the connection when a codec fails.
///
/// Nothing of a command has been sent when its encoding fails. netty fails the write, and Lettuce
/// removes the command from those that wait for replies and completes it with the failure, as for
/// every write that fails. Closing the connection is not necessary for that.
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
          // One write: if a command of it fails, all of them do.
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
