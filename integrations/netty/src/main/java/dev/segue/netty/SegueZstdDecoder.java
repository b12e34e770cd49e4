// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdDecompressor;
import dev.segue.compression.ZstdOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A Netty handler that decompresses a zstd stream of a [SegueZstdEncoder], Netty's `ZstdEncoder`
/// or any other writer: consecutive frames, in pieces of any size.
///
/// The content is passed on as it is decompressed, in buffers of up to 64 KiB, so the sender does
/// not determine how much memory is allocated. Add a handler after this one that limits the length
/// of a message, such as a [SegueDecoder]. Decompression stops when the channel is closed or the
/// handler is removed, even in the middle of received data; bytes after the end of a frame are then
/// passed on unchanged.
///
/// Damaged input causes a [DecoderException] with a [CompressionException] as its cause. Everything
/// after it is ignored, so close the channel. A connection that ends within a frame causes a
/// [DecoderException], too.
///
/// Requires native access for `dev.segue.compression`. A handler belongs to one channel, and holds
/// native memory until it is removed or the channel closed: the window of a frame, up to
/// [ZstdOptions#withDecompressWindowLogMax].
public final class SegueZstdDecoder extends ByteToMessageDecoder {

  private static final int LEAST_CHUNK = 1 << 9;
  private static final int MOST_CHUNK = 1 << 16;

  /// The capacity of a chunk, as a multiple of the received bytes.
  private static final int USUAL_RATIO = 4;

  /// The default limit for the window of a frame: 8 MiB, the minimum that readers should support.
  private static final int DEFAULT_WINDOW_LOG_MAX = 23;

  private final ZstdOptions options;
  private @Nullable ZstdDecompressor decompressor;
  private boolean isWithinFrame;

  /// Whether the rest is ignored, because the input is damaged or the content is no longer needed.
  private boolean isStopped;

  /// Whether bytes have arrived, and whether content was passed on, since the last end of a read.
  private boolean hasArrived;

  private boolean hasPassedOn;

  /// Creates a decoder without a dictionary, for windows of up to 8 MiB.
  public SegueZstdDecoder() {
    this(ZstdOptions.defaults().withDecompressWindowLogMax(DEFAULT_WINDOW_LOG_MAX));
  }

  /// Creates a decoder.
  ///
  /// @param options dictionaries, the maximum window and other settings
  /// @throws IllegalArgumentException if frames would have no magic number
  public SegueZstdDecoder(ZstdOptions options) {
    SegueZstdEncoder.requireMagic(options);
    this.options = options;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) throws Exception {
    super.handlerAdded(context);
    decompressor = ZstdDecompressor.create(options);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    ZstdDecompressor open = decompressor;
    decompressor = null;
    if (open != null) {
      open.close();
    }
    super.handlerRemoved0(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    hasArrived = true;
    super.channelRead(context, message);
  }

  /// Without auto-read, continues to read only if the received bytes had no content, because the
  /// reader is still waiting for some. The superclass does not see content that is passed on in the
  /// middle of its input.
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    boolean isMissing = hasArrived && !hasPassedOn;
    hasArrived = false;
    hasPassedOn = false;
    discardSomeReadBytes();
    if (isMissing && !context.channel().config().isAutoRead()) {
      context.read();
    }
    context.fireChannelReadComplete();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (isStopped) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      if (in.nioBufferCount() == 1) {
        decompress(context, in);
      } else {
        decompressCopy(context, in);
      }
    } catch (CompressionException e) {
      isStopped = true;
      throw new DecoderException("cannot decompress: " + e.getMessage(), e);
    }
  }

  private void decompressCopy(ChannelHandlerContext context, ByteBuf in) {
    int length = in.readableBytes();
    ByteBuf copy = context.alloc().ioBuffer(length);
    try {
      decompress(context, copy.writeBytes(in, in.readerIndex(), length));
      in.skipBytes(copy.readerIndex());
    } finally {
      copy.release();
    }
  }

  /// Passes on the content of all bytes of a buffer. The decompressor may still have content after
  /// it has consumed the last byte, as long as it fills the chunks.
  private void decompress(ChannelHandlerContext context, ByteBuf in) {
    ZstdDecompressor open = Objects.requireNonNull(decompressor, "the handler was removed");
    boolean hasMore = true;
    while ((in.isReadable() || hasMore) && isWanted(context)) {
      int capacity = Math.clamp((long) in.readableBytes() * USUAL_RATIO, LEAST_CHUNK, MOST_CHUNK);
      ByteBuf chunk = context.alloc().ioBuffer(capacity, capacity);
      try {
        int written = step(open, in, chunk);
        hasMore = written == capacity && isWithinFrame;
        if (written > 0) {
          ByteBuf content = chunk.writerIndex(written);
          chunk = null;
          hasPassedOn = true;
          context.fireChannelRead(content);
        }
      } finally {
        if (chunk != null) {
          chunk.release();
        }
      }
    }
    if (context.isRemoved() && !isWithinFrame) {
      return; // the next handler gets the rest
    }
    isStopped |= in.isReadable() || hasMore;
    in.skipBytes(in.readableBytes());
  }

  private static boolean isWanted(ChannelHandlerContext context) {
    return context.channel().isOpen() && !context.isRemoved();
  }

  private int step(ZstdDecompressor open, ByteBuf in, ByteBuf chunk) {
    int readable = in.readableBytes();
    MemorySegment source = MemorySegment.ofBuffer(in.nioBuffer(in.readerIndex(), readable));
    MemorySegment target = MemorySegment.ofBuffer(chunk.internalNioBuffer(0, chunk.capacity()));
    long written = open.step(source, target);
    in.skipBytes((int) open.consumed());
    isWithinFrame = !open.isFrameComplete();
    return (int) written;
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    super.decodeLast(context, in, out);
    if (isWithinFrame && !isStopped) {
      isStopped = true;
      throw new DecoderException("the connection has ended within a zstd frame");
    }
  }
}
