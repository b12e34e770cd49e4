// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.netty.SegueDecoder;
import dev.segue.netty.SegueEncoder;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.MessageToByteEncoder;
import io.netty.handler.codec.MessageToMessageDecoder;
import java.util.List;
import java.util.Objects;

/// Passes messages through Netty handlers: the buffer that leaves the pipeline is fed back into it.
/// All libraries have the same frames, and direct buffers from Netty's pool.
final class NettyPath implements MessagePath {

  private static final int MOST_BYTES = 64 << 20;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private long bytes;

  private NettyPath(ChannelHandler... handlers) {
    channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
    channel.pipeline().addLast(handlers);
  }

  static NettyPath segue(Workload object) {
    Serializer serializer =
        Serializer.builder().register(object.userTypes().toArray(Class<?>[]::new)).build();
    return new NettyPath(new SegueEncoder(serializer), new SegueDecoder(serializer, object.type()));
  }

  static NettyPath ofArrays(ByteArrays library) {
    return new NettyPath(
        new ArrayEncoder(library),
        new LengthFieldBasedFrameDecoder(MOST_BYTES, 0, Integer.BYTES, 0, Integer.BYTES),
        new ArrayDecoder(library));
  }

  /// Copies an array to a frame.
  private static final class ArrayEncoder extends MessageToByteEncoder<Object> {
    private final ByteArrays library;

    ArrayEncoder(ByteArrays library) {
      super(Object.class, true);
      this.library = library;
    }

    @Override
    public boolean acceptOutboundMessage(Object message) {
      return !(message instanceof ByteBuf);
    }

    @Override
    protected void encode(ChannelHandlerContext context, Object message, ByteBuf out) {
      byte[] array = library.write(message);
      out.writeInt(array.length).writeBytes(array);
    }
  }

  /// Copies a frame to an array.
  private static final class ArrayDecoder extends MessageToMessageDecoder<ByteBuf> {
    private final ByteArrays library;

    ArrayDecoder(ByteArrays library) {
      super(ByteBuf.class);
      this.library = library;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf frame, List<Object> out) {
      byte[] array = new byte[frame.readableBytes()];
      frame.readBytes(array);
      out.add(library.read(array));
    }
  }

  @Override
  public Object pass(Object message) {
    channel.writeOutbound(message);
    ByteBuf frame = channel.readOutbound();
    bytes = frame.readableBytes();
    channel.writeInbound(frame);
    return Objects.requireNonNull(channel.readInbound(), "no message has arrived");
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
