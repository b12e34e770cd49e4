// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.serializer.PayloadEncoder;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.util.ReferenceCounted;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A Netty handler that serializes the objects written to a channel, each into a frame for a
/// [SegueDecoder].
///
/// {@snippet :
/// channel.pipeline().addLast(new SegueEncoder(serializer), new SegueDecoder(serializer, Order.class));
/// channel.writeAndFlush(order);
/// }
///
/// A frame is the length of the payload, as a big-endian `int`, and the payload. An object is
/// serialized directly into the buffer that is sent, whose capacity is estimated from recent
/// objects of the class. A larger object is serialized again into a larger buffer, but its hooks
/// run only once.
///
/// **Schemas.** In [compatible mode][dev.segue.serializer.SchemaMode#COMPATIBLE], a schema is sent
/// with the first object that uses it, and again after a write has failed.
///
/// **Errors.** An object that cannot be serialized, or does not fit into a frame, fails its write
/// with an [EncoderException] whose cause is the [SerializationException]. In this case nothing is
/// sent, and the next object can be written.
///
/// Buffers, file regions and other reference-counted messages are passed on unchanged. A handler
/// belongs to one channel.
public final class SegueEncoder extends ChannelOutboundHandlerAdapter {

  private final PayloadEncoder encoder;
  private final Class<?> type;
  private final int maxFrameBytes;

  /// The frames of this handler, created once so that a write allocates none.
  private final Frames frames = new Frames();

  /// Makes the encoder send all schemas again after a failed write, which may have contained one.
  private final ChannelFutureListener announcer;

  /// Creates an encoder of all objects, in frames of up to 64 MiB.
  ///
  /// @param serializer serializes the objects; the peer registers the same classes
  public SegueEncoder(Serializer serializer) {
    this(serializer, Object.class, Frame.DEFAULT_MAX_BYTES);
  }

  /// Creates an encoder.
  ///
  /// @param serializer serializes the objects; the peer registers the same classes
  /// @param type the class of the objects to serialize, or a supertype; other messages are passed
  ///   on
  /// @param maxFrameBytes the maximum length of a payload; at most the decoder's
  /// @throws IllegalArgumentException if the maximum is not positive
  public SegueEncoder(Serializer serializer, Class<?> type, int maxFrameBytes) {
    this.encoder = serializer.encoder();
    this.type = Objects.requireNonNull(type, "type");
    this.maxFrameBytes = Frame.requireMaximum(maxFrameBytes);
    this.announcer =
        future -> {
          if (!future.isSuccess()) {
            encoder.announceSchemas();
          }
        };
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ReferenceCounted || !type.isInstance(message)) {
      ChannelFuture _ = context.write(message, promise);
      return;
    }
    ByteBuf frame = encode(context, message);
    ChannelFuture _ =
        context.write(frame, encoder.announcesSchemas() ? announcing(promise) : promise);
  }

  private ChannelPromise announcing(ChannelPromise promise) {
    return promise.unvoid().addListener(announcer);
  }

  private ByteBuf encode(ChannelHandlerContext context, Object message) {
    frames.begin(context);
    try {
      int length = encoder.write(message, frames);
      return frames.finish(length);
    } catch (SerializationException e) {
      boolean isTooLong = e.kind() == Kind.DESTINATION_TOO_SMALL;
      throw new EncoderException(
          isTooLong
              ? "a %s takes more than maxFrameBytes=%d"
                  .formatted(message.getClass().getName(), maxFrameBytes)
              : "cannot serialize a %s: %s".formatted(message.getClass().getName(), e.getMessage()),
          e);
    } catch (RuntimeException e) {
      throw new EncoderException(e);
    } finally {
      frames.end();
    }
  }

  /// Provides the memory of one frame at a time.
  private final class Frames implements IntFunction<ByteBuffer> {

    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf frame;

    /// @throws EncoderException if a hook of an object writes to the channel during serialization
    void begin(ChannelHandlerContext next) {
      if (context != null) {
        throw new EncoderException("a hook of an object writes to the channel of this object");
      }
      context = next;
    }

    /// Returns the memory for a payload, which has at least the requested length unless the frame
    /// would be too long.
    @Override
    public ByteBuffer apply(int bytes) {
      ByteBuf old = frame;
      frame = null;
      if (old != null) {
        old.release();
      }
      int least = Frame.HEADER_BYTES + Math.min(bytes, maxFrameBytes);
      ByteBuf next = Objects.requireNonNull(context).alloc().ioBuffer(least);
      frame = next;
      int room = Math.min(next.capacity() - Frame.HEADER_BYTES, maxFrameBytes);
      return next.internalNioBuffer(Frame.HEADER_BYTES, room);
    }

    /// Returns the frame, which now belongs to the caller.
    ByteBuf finish(int length) {
      ByteBuf whole = Objects.requireNonNull(frame);
      frame = null;
      return whole.setInt(0, length).writerIndex(Frame.HEADER_BYTES + length);
    }

    void end() {
      context = null;
      if (frame != null) {
        frame.release();
        frame = null;
      }
    }
  }
}
