// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.serializer.PayloadDecoder;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// A Netty handler that reads the objects written by a [SegueEncoder], and passes each to the next
/// handler.
///
/// {@snippet :
/// channel.pipeline().addLast(new SegueEncoder(serializer), new SegueDecoder(serializer, Order.class));
/// }
///
/// An object is read directly from the buffer in which its bytes have arrived, and does not refer
/// to that buffer. Only a frame that is spread over several buffers (`nioBufferCount()` is not 1),
/// as in a `CompositeByteBuf`, is copied to one buffer first. In [compatible
/// mode][dev.segue.serializer.SchemaMode#COMPATIBLE], a [PayloadDecoder] copies each payload.
///
/// **Errors** are passed to `exceptionCaught` of the next handler, after all objects that arrived
/// earlier:
///
/// - [DecoderException] with a [SerializationException] as its cause: a frame does not contain an
///   object that the decoder can read. The frame is skipped, and the next one is read.
/// - [TooLongFrameException]: a frame announces more than the maximum. It is skipped without
///   buffering it.
/// - [CorruptedFrameException]: a length is negative, and everything after it is ignored; or a
///   payload is shorter than its frame, which was skipped; or the connection has ended within a
///   frame.
///
/// A sender that causes these errors is faulty or hostile, so close the channel in
/// `exceptionCaught` unless you have a reason not to. Announced lengths allocate nothing: memory
/// grows as bytes arrive, up to the maximum. A handler belongs to one channel.
public final class SegueDecoder extends ByteToMessageDecoder {

  private final Function<ByteBuffer, Object> reader;
  private final int maxFrameBytes;

  /// The number of bytes of a too long frame that have not arrived yet.
  private long skipping;

  private boolean isCorrupt;

  /// Creates a decoder of objects of a class, in frames of up to 64 MiB.
  ///
  /// @param serializer reads the objects; the peer registers the same classes
  /// @param type the class of the objects, or a supertype
  public SegueDecoder(Serializer serializer, Class<?> type) {
    this(serializer, type, Frame.DEFAULT_MAX_BYTES);
  }

  /// Creates a decoder of objects of a class.
  ///
  /// @param serializer reads the objects; the peer registers the same classes
  /// @param type the class of the objects, or a supertype
  /// @param maxFrameBytes the maximum length of a payload
  /// @throws IllegalArgumentException if the maximum is not positive
  public SegueDecoder(Serializer serializer, Class<?> type, int maxFrameBytes) {
    this(reader(serializer.decoder(), type), maxFrameBytes);
  }

  /// Creates a decoder of objects of a generic type, such as `List<Order>`.
  ///
  /// @param serializer reads the objects; the peer registers the same classes
  /// @param type the type of the objects
  /// @param maxFrameBytes the maximum length of a payload
  /// @throws IllegalArgumentException if the maximum is not positive
  public SegueDecoder(Serializer serializer, TypeRef<?> type, int maxFrameBytes) {
    this(reader(serializer.decoder(), type), maxFrameBytes);
  }

  private SegueDecoder(Function<ByteBuffer, Object> reader, int maxFrameBytes) {
    this.reader = reader;
    this.maxFrameBytes = Frame.requireMaximum(maxFrameBytes);
  }

  private static Function<ByteBuffer, Object> reader(PayloadDecoder decoder, Class<?> type) {
    Objects.requireNonNull(type, "type");
    return source -> decoder.read(source, type);
  }

  private static Function<ByteBuffer, Object> reader(PayloadDecoder decoder, TypeRef<?> type) {
    Objects.requireNonNull(type, "type");
    return source -> decoder.read(source, type);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (isCorrupt) {
      in.skipBytes(in.readableBytes());
    } else if (skipping > 0) {
      int some = (int) Math.min(skipping, in.readableBytes());
      in.skipBytes(some);
      skipping -= some;
    } else if (in.readableBytes() >= Frame.HEADER_BYTES) {
      int length = in.getInt(in.readerIndex());
      if (length < 0 || length > maxFrameBytes) {
        reject(context, in, length);
      } else if (in.readableBytes() - Frame.HEADER_BYTES >= length) {
        int begin = in.readerIndex() + Frame.HEADER_BYTES;
        in.readerIndex(begin + length);
        read(context, in, begin, length, out);
      }
    }
  }

  /// Errors are fired instead of thrown: otherwise frames that have already arrived after this one
  /// would wait for more bytes.
  private void reject(ChannelHandlerContext context, ByteBuf in, int length) {
    in.skipBytes(Frame.HEADER_BYTES);
    if (length < 0) {
      isCorrupt = true;
      context.fireExceptionCaught(
          new CorruptedFrameException(
              "a frame announces %d bytes; everything after it is ignored".formatted(length)));
    } else {
      skipping = length;
      context.fireExceptionCaught(
          new TooLongFrameException(
              "a frame announces %d bytes, and maxFrameBytes=%d".formatted(length, maxFrameBytes)));
    }
  }

  private void read(
      ChannelHandlerContext context, ByteBuf in, int begin, int length, List<Object> out) {
    try {
      out.add(
          in.nioBufferCount() == 1
              ? read(in.nioBuffer(begin, length), length)
              : readCopy(context, in, begin, length));
    } catch (DecoderException e) {
      context.fireExceptionCaught(e);
    } catch (SerializationException e) {
      context.fireExceptionCaught(
          new DecoderException(
              "cannot read a frame of %d bytes: %s".formatted(length, e.getMessage()), e));
    } catch (RuntimeException e) {
      context.fireExceptionCaught(new DecoderException(e));
    }
  }

  private Object read(ByteBuffer frame, int length) {
    Object value = reader.apply(frame);
    if (frame.hasRemaining()) {
      throw new CorruptedFrameException(
          "a frame of %d bytes holds a payload of %d bytes"
              .formatted(length, length - frame.remaining()));
    }
    return value;
  }

  private Object readCopy(ChannelHandlerContext context, ByteBuf in, int begin, int length) {
    ByteBuf copy = context.alloc().heapBuffer(length);
    try {
      in.getBytes(begin, copy, length);
      return read(copy.nioBuffer(), length);
    } finally {
      copy.release();
    }
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    super.decodeLast(context, in, out);
    if (!isCorrupt && (in.isReadable() || skipping > 0)) {
      isCorrupt = true;
      context.fireExceptionCaught(
          new CorruptedFrameException("the connection has ended within a frame"));
    }
  }
}
