// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeRef;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects in frames, without a connection.
@SuppressWarnings("FutureReturnValueIgnored") // failures are asserted elsewhere
final class SegueCodecTest {

  private static final int MAX = 1 << 20;

  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
  private final Serializer serializer = builder().build();
  private final Serializer compatible = builder().schemaMode(SchemaMode.COMPATIBLE).build();
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Order.class, Order.Item.class);
  }

  private EmbeddedChannel channel(ChannelHandler... handlers) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(memory);
    channel.pipeline().addLast(handlers);
    channels.add(channel);
    return channel;
  }

  private EmbeddedChannel encoder(Serializer writer) {
    return channel(new SegueEncoder(writer, Object.class, MAX));
  }

  private EmbeddedChannel decoder(Serializer reader) {
    return channel(new SegueDecoder(reader, Order.class, MAX));
  }

  @AfterEach
  void noMemoryIsLost() {
    for (EmbeddedChannel channel : channels) {
      channel.finishAndReleaseAll();
    }
    assertEquals(0, memory.metric().usedDirectMemory(), "direct memory");
    assertEquals(0, memory.metric().usedHeapMemory(), "heap memory");
  }

  private static ByteBuf frame(EmbeddedChannel encoder, Object value) {
    assertTrue(encoder.writeOutbound(value));
    ByteBuf frame = encoder.readOutbound();
    assertNull(encoder.readOutbound());
    assertEquals(1, frame.nioBufferCount());
    assertEquals(frame.readableBytes() - Integer.BYTES, frame.getInt(0));
    return frame;
  }

  /// Passes bytes to a decoder, and returns the failure that it fired.
  private static @Nullable Throwable failure(EmbeddedChannel decoder, ByteBuf bytes) {
    try {
      decoder.writeInbound(bytes);
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void objectsOfAnySizeAreRestored(boolean isCompatible) {
    Serializer any = isCompatible ? compatible : serializer;
    EmbeddedChannel encoder = encoder(any);
    EmbeddedChannel decoder = decoder(any);
    for (int bytes : new int[] {0, 1, 100, 1000, 100_000, 900_000, 10}) {
      Order order = Order.large(bytes, bytes);
      assertTrue(decoder.writeInbound(frame(encoder, order)));
      assertEquals(order, decoder.readInbound());
    }
  }

  @Test
  void bytesMayArriveInPiecesOfAnySize() {
    EmbeddedChannel encoder = encoder(serializer);
    ByteBuf stream = Unpooled.buffer();
    for (int i = 0; i < 20; i++) {
      ByteBuf frame = frame(encoder, Order.of(i));
      stream.writeBytes(frame);
      frame.release();
    }
    Random random = new Random(7);
    for (int most : new int[] {1, 3, 50, 1000, 10_000}) {
      EmbeddedChannel decoder = decoder(serializer);
      ByteBuf rest = stream.duplicate();
      while (rest.isReadable()) {
        int some = Math.min(rest.readableBytes(), 1 + random.nextInt(most));
        decoder.writeInbound(memory.buffer(some).writeBytes(rest, some));
      }
      for (int i = 0; i < 20; i++) {
        assertEquals(Order.of(i), decoder.readInbound());
      }
      assertFalse(decoder.finish());
    }
    stream.release();
  }

  @Test
  void framesInSeveralBuffersAreCopied() {
    ByteBuf frame = frame(encoder(serializer), Order.of(1));
    int half = frame.readableBytes() / 2;
    CompositeByteBuf composite =
        memory
            .compositeBuffer()
            .addComponent(true, frame.readRetainedSlice(half))
            .addComponent(true, frame);
    assertEquals(2, composite.nioBufferCount());
    SegueDecoder handler = new SegueDecoder(serializer, Order.class, MAX);
    handler.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
    EmbeddedChannel decoder = channel(handler);
    decoder.writeInbound(composite);
    assertEquals(Order.of(1), decoder.readInbound());
  }

  @Test
  void framesMatchNettysLengthField() {
    EmbeddedChannel prepender = channel(new LengthFieldPrepender(4));
    prepender.writeOutbound(Unpooled.wrappedBuffer(serializer.toBytes(Order.of(1))));
    EmbeddedChannel decoder = decoder(serializer);
    for (ByteBuf part = prepender.readOutbound(); part != null; part = prepender.readOutbound()) {
      decoder.writeInbound(part);
    }
    assertEquals(Order.of(1), decoder.readInbound());

    EmbeddedChannel splitter = channel(new LengthFieldBasedFrameDecoder(MAX, 0, 4, 0, 4));
    splitter.writeInbound(frame(encoder(serializer), Order.of(2)));
    ByteBuf payload = splitter.readInbound();
    assertEquals(Order.of(2), serializer.read(payload.nioBuffer(), Order.class));
    payload.release();
  }

  @Test
  void schemasAreSentOncePerConnectionAndAgainAfterAFailure() {
    EmbeddedChannel encoder = encoder(compatible);
    ByteBuf first = frame(encoder, Order.of(1));
    ByteBuf second = frame(encoder, Order.of(2));
    assertTrue(second.readableBytes() < first.readableBytes());
    EmbeddedChannel decoder = decoder(compatible);
    int announced = first.readableBytes();
    decoder.writeInbound(first, second);
    assertEquals(Order.of(1), decoder.readInbound());
    assertEquals(Order.of(2), decoder.readInbound());

    encoder.pipeline().addFirst(new Failing());
    ChannelFuture failed = encoder.write(Order.of(3));
    assertInstanceOf(IllegalStateException.class, failed.cause());
    encoder.pipeline().remove(Failing.class);
    ByteBuf third = frame(encoder, Order.of(4));
    assertEquals(announced, third.readableBytes());
    third.release();
  }

  /// Fails each write.
  private static final class Failing extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      ReferenceCountUtil.release(message);
      promise.setFailure(new IllegalStateException("no"));
    }
  }

  @Test
  void genericTypesAreRestored() {
    EmbeddedChannel decoder =
        channel(new SegueDecoder(serializer, new TypeRef<List<Order>>() {}, MAX));
    decoder.writeInbound(frame(encoder(serializer), List.of(Order.of(1))));
    assertEquals(List.of(Order.of(1)), decoder.readInbound());
    Throwable e = failure(decoder, frame(encoder(serializer), List.of("tea")));
    assertEquals(Kind.TYPE_MISMATCH, kind(e));
  }

  private static Kind kind(@Nullable Throwable e) {
    Throwable cause = assertInstanceOf(DecoderException.class, e).getCause();
    return assertInstanceOf(SerializationException.class, cause).kind();
  }

  @Test
  void otherMessagesArePassedOn() {
    EmbeddedChannel channel =
        channel(
            new SegueEncoder(serializer, Order.class, MAX),
            new SegueDecoder(serializer, Order.class));
    channel.writeOutbound("text");
    assertEquals("text", channel.readOutbound());
    ByteBuf buffer = memory.buffer(1).writeByte(1);
    channel.writeOutbound(buffer);
    assertSame(buffer, channel.readOutbound());
    buffer.release();
    channel.writeInbound("text");
    assertEquals("text", channel.readInbound());
    ByteBuf any = memory.buffer(1).writeByte(1);
    EmbeddedChannel all = channel(new SegueEncoder(serializer));
    all.writeOutbound(any);
    assertSame(any, all.readOutbound());
    any.release();
  }

  @Test
  void unwritableObjectFailsOnlyItsWrite() {
    EmbeddedChannel encoder = encoder(serializer);
    EncoderException e =
        assertInstanceOf(EncoderException.class, encoder.write(new Thread()).cause());
    assertInstanceOf(SerializationException.class, e.getCause());
    Order tooLarge = Order.large(1, MAX);
    e = assertInstanceOf(EncoderException.class, encoder.write(tooLarge).cause());
    assertEquals("a dev.segue.netty.Order takes more than maxFrameBytes=" + MAX, e.getMessage());
    EmbeddedChannel decoder = decoder(serializer);
    decoder.writeInbound(frame(encoder, Order.of(1)));
    assertEquals(Order.of(1), decoder.readInbound());
  }

  @Test
  void tooLongFrameIsSkipped() {
    EmbeddedChannel sender = channel(new SegueEncoder(serializer));
    EmbeddedChannel decoder = decoder(serializer);
    ByteBuf tooLong = frame(sender, Order.large(1, 3 * MAX));
    ByteBuf next = frame(sender, Order.of(2));
    Throwable e = failure(decoder, tooLong.readRetainedSlice(100));
    assertInstanceOf(TooLongFrameException.class, e);
    assertNull(failure(decoder, tooLong.readRetainedSlice(MAX)));
    assertNull(failure(decoder, tooLong));
    assertNull(failure(decoder, next));
    assertEquals(Order.of(2), decoder.readInbound());
  }

  @Test
  void everythingAfterANegativeLengthIsIgnored() {
    EmbeddedChannel decoder = decoder(serializer);
    Throwable e = failure(decoder, memory.buffer(8).writeInt(-1).writeInt(0));
    assertInstanceOf(CorruptedFrameException.class, e);
    assertNull(failure(decoder, frame(encoder(serializer), Order.of(1))));
    assertNull(decoder.readInbound());
  }

  @Test
  void frameAfterADamagedOneIsReadAtOnce() {
    EmbeddedChannel encoder = encoder(serializer);
    ByteBuf damaged = frame(encoder, Order.of(1));
    damaged.setInt(Integer.BYTES, 42);
    ByteBuf next = frame(encoder, Order.of(2));
    EmbeddedChannel decoder = decoder(serializer);
    ByteBuf both = memory.buffer().writeBytes(damaged).writeBytes(next);
    damaged.release();
    next.release();
    assertEquals(Kind.INCOMPATIBLE_FORMAT, kind(failure(decoder, both)));
    assertEquals(Order.of(2), decoder.readInbound());
  }

  @Test
  void payloadMustFillItsFrame() {
    byte[] payload = serializer.toBytes(Order.of(1));
    ByteBuf frame = memory.buffer().writeInt(payload.length + 1).writeBytes(payload).writeByte(0);
    Throwable e = failure(decoder(serializer), frame);
    assertInstanceOf(CorruptedFrameException.class, e);
  }

  @Test
  void connectionThatEndsWithinAFrameIsAnError() {
    EmbeddedChannel decoder = decoder(serializer);
    ByteBuf frame = frame(encoder(serializer), Order.of(1));
    decoder.writeInbound(frame.writerIndex(frame.writerIndex() - 1));
    assertThrows(CorruptedFrameException.class, decoder::finish);
    EmbeddedChannel skipping = decoder(serializer);
    assertInstanceOf(
        TooLongFrameException.class, failure(skipping, memory.buffer(4).writeInt(MAX + 1)));
    assertThrows(CorruptedFrameException.class, skipping::finish);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void damagedBytesCauseOnlyTypedErrors(boolean isCompatible) {
    Serializer any = isCompatible ? compatible : serializer;
    Random random = new Random(11);
    ByteBuf good = frame(encoder(any), Order.of(1));
    for (int i = 0; i < 2000; i++) {
      ByteBuf damaged = memory.buffer().writeBytes(good, 0, good.readableBytes());
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        int at = Integer.BYTES + random.nextInt(good.readableBytes() - Integer.BYTES);
        damaged.setByte(at, random.nextInt());
      }
      EmbeddedChannel decoder = new EmbeddedChannel(new SegueDecoder(any, Order.class, MAX));
      Throwable e = failure(decoder, damaged);
      assertTrue(e == null || e instanceof DecoderException, () -> "" + e);
      decoder.finishAndReleaseAll();
    }
    good.release();
  }

  @Test
  void maximumMustBePositive() {
    assertThrows(
        IllegalArgumentException.class, () -> new SegueEncoder(serializer, Order.class, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SegueDecoder(serializer, Order.class, Integer.MAX_VALUE));
  }
}
