// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.MessageToByteEncoder;
import java.lang.foreign.MemorySegment;

/// A Netty handler that compresses the buffers written to a channel with zstd, for a
/// [SegueZstdDecoder], Netty's `ZstdDecoder`, or any other reader of a zstd stream.
///
/// Each buffer becomes one zstd frame, so nothing is held back until a flush. A buffer below a
/// minimum length becomes an uncompressed frame, which any reader understands, takes no time and
/// adds at most 12 bytes. With a dictionary, which the reader also needs, compression is worthwhile
/// from about 50 bytes; Netty's decoder does not support dictionaries.
///
/// A buffer in one piece is compressed directly; a composite buffer is copied first. A failure
/// fails the write with an [EncoderException] that has a [CompressionException] as its cause.
///
/// Requires native access for `dev.segue.compression`. A handler belongs to one channel; the
/// options, including a dictionary, may be shared.
public final class SegueZstdEncoder extends MessageToByteEncoder<ByteBuf> {

  /// The default minimum length of a buffer to compress: 256 bytes.
  public static final int DEFAULT_MINIMUM_BYTES = 256;

  private final Codec codec;
  private final int minimumBytes;

  /// Creates an encoder with zstd's default level, for buffers of [#DEFAULT_MINIMUM_BYTES] or more.
  public SegueZstdEncoder() {
    this(ZstdOptions.defaults(), DEFAULT_MINIMUM_BYTES);
  }

  /// Creates an encoder.
  ///
  /// @param options the level, dictionary and other settings
  /// @param minimumBytes the length of the shortest buffer to compress
  /// @throws IllegalArgumentException if the minimum is negative, or frames would have no magic
  ///   number
  public SegueZstdEncoder(ZstdOptions options, int minimumBytes) {
    super(ByteBuf.class, true);
    if (minimumBytes < 0) {
      throw new IllegalArgumentException("minimumBytes=" + minimumBytes);
    }
    requireMagic(options);
    this.codec = Codec.zstd(options);
    this.minimumBytes = minimumBytes;
  }

  static void requireMagic(ZstdOptions options) {
    if (options.isMagicless()) {
      throw new IllegalArgumentException("options=" + options + " omit the magic number of frames");
    }
  }

  @Override
  protected ByteBuf allocateBuffer(ChannelHandlerContext context, ByteBuf message, boolean direct) {
    int length = message.readableBytes();
    long most =
        length < minimumBytes ? StoredFrame.maxLength(length) : codec.maxCompressedLength(length);
    if (most > Integer.MAX_VALUE) {
      throw new EncoderException("a buffer of %d bytes is too long".formatted(length));
    }
    return context.alloc().ioBuffer(length == 0 ? 0 : (int) most);
  }

  @Override
  protected void encode(ChannelHandlerContext context, ByteBuf message, ByteBuf out) {
    int length = message.readableBytes();
    if (length == 0) {
      return;
    }
    if (length < minimumBytes) {
      StoredFrame.write(message, out);
    } else if (message.nioBufferCount() == 1) {
      compress(message, out);
    } else {
      ByteBuf copy = context.alloc().ioBuffer(length);
      try {
        compress(copy.writeBytes(message), out);
      } finally {
        copy.release();
      }
    }
  }

  private void compress(ByteBuf content, ByteBuf out) {
    MemorySegment source =
        MemorySegment.ofBuffer(content.nioBuffer(content.readerIndex(), content.readableBytes()));
    MemorySegment target = MemorySegment.ofBuffer(out.internalNioBuffer(0, out.capacity()));
    out.writerIndex((int) codec.compress(source, target));
  }
}
