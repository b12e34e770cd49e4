// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.compression.ZstdDecoder;
import io.netty.handler.codec.compression.ZstdEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The zstd handlers without a connection, and with Netty's own handlers.
@SuppressWarnings("FutureReturnValueIgnored") // failures are asserted elsewhere
final class ZstdHandlersTest {

  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  private EmbeddedChannel channel(ChannelHandler handler) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(memory);
    channel.pipeline().addLast(handler);
    channels.add(channel);
    return channel;
  }

  @AfterEach
  void noMemoryIsLost() {
    for (EmbeddedChannel channel : channels) {
      channel.finishAndReleaseAll();
    }
    assertEquals(0, memory.metric().usedDirectMemory(), "direct memory");
    assertEquals(0, memory.metric().usedHeapMemory(), "heap memory");
  }

  private static byte[] text(int bytes) {
    StringBuilder text = new StringBuilder();
    Random random = new Random(bytes);
    while (text.length() < bytes) {
      text.append("article ").append(random.nextInt(1000)).append(", ");
    }
    return text.substring(0, bytes).getBytes(StandardCharsets.ISO_8859_1);
  }

  private ByteBuf buffer(byte[] bytes) {
    return memory.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
  }

  /// Writes contents through an encoder, and returns the bytes.
  private byte[] encoded(ChannelHandler handler, byte[]... contents) {
    EmbeddedChannel encoder = channel(handler);
    for (byte[] content : contents) {
      encoder.writeOutbound(buffer(content));
    }
    return all(encoder::readOutbound);
  }

  private static byte[] all(Supplier<ByteBuf> buffers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuf next = buffers.get(); next != null; next = buffers.get()) {
      bytes.writeBytes(ByteBufUtil.getBytes(next));
      next.release();
    }
    return bytes.toByteArray();
  }

  /// Passes bytes to a decoder in pieces, and returns the content.
  private byte[] decoded(ChannelHandler handler, byte[] bytes, int piece) {
    EmbeddedChannel decoder = channel(handler);
    for (int at = 0; at < bytes.length; at += piece) {
      int some = Math.min(piece, bytes.length - at);
      decoder.writeInbound(memory.directBuffer(some).writeBytes(bytes, at, some));
    }
    byte[] content = all(decoder::readInbound);
    decoder.finish();
    return content;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static final int[] LENGTHS = {0, 1, 255, 256, 257, 5000, 65_791, 65_792, 300_000};

  @ParameterizedTest
  @ValueSource(ints = {0, 256, 1 << 20})
  void contentIsRestoredBySegueAndByNettysDecoder(int minimum) {
    for (int length : LENGTHS) {
      byte[] content = joined(text(length), text(100));
      byte[] bytes =
          encoded(new SegueZstdEncoder(ZstdOptions.defaults(), minimum), text(length), text(100));
      for (int piece : new int[] {7, 1000, 1 << 20}) {
        assertEquals(
            new String(content, StandardCharsets.ISO_8859_1),
            new String(decoded(new SegueZstdDecoder(), bytes, piece), StandardCharsets.ISO_8859_1));
      }
      assertEquals(
          new String(content, StandardCharsets.ISO_8859_1),
          new String(decoded(new ZstdDecoder(), bytes, 1 << 20), StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void readsNettysFrames() {
    for (int length : LENGTHS) {
      byte[] bytes = encoded(new ZstdEncoder(), text(length), text(3000));
      assertEquals(
          new String(joined(text(length), text(3000)), StandardCharsets.ISO_8859_1),
          new String(decoded(new SegueZstdDecoder(), bytes, 500), StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void readsStreamsOfUnknownLength() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = Codec.zstd().compressing(bytes)) {
      out.write(text(200_000));
    }
    assertEquals(
        new String(text(200_000), StandardCharsets.ISO_8859_1),
        new String(
            decoded(new SegueZstdDecoder(), bytes.toByteArray(), 999),
            StandardCharsets.ISO_8859_1));
  }

  @Test
  void shortBuffersAreStored() {
    assertEquals(9 + 100, encoded(new SegueZstdEncoder(), text(100)).length);
    assertTrue(encoded(new SegueZstdEncoder(), text(1000)).length < 600);
    byte[] stored = encoded(new SegueZstdEncoder(ZstdOptions.defaults(), 1 << 20), text(200_000));
    assertEquals(200_000 + 15, stored.length);
    assertEquals(0, encoded(new SegueZstdEncoder(), new byte[0]).length);
  }

  @Test
  void compressesBuffersInSeveralPieces() {
    EmbeddedChannel encoder = channel(new SegueZstdEncoder());
    encoder.writeOutbound(
        memory
            .compositeBuffer()
            .addComponent(true, buffer(text(400)))
            .addComponent(true, buffer(text(600))));
    byte[] bytes = all(encoder::readOutbound);
    EmbeddedChannel decoder = channel(new SegueZstdDecoder());
    decoder.writeInbound(
        memory
            .compositeBuffer()
            .addComponent(true, buffer(Arrays.copyOf(bytes, 50)))
            .addComponent(true, buffer(Arrays.copyOfRange(bytes, 50, bytes.length))));
    assertEquals(
        new String(joined(text(400), text(600)), StandardCharsets.ISO_8859_1),
        new String(all(decoder::readInbound), StandardCharsets.ISO_8859_1));
  }

  @Test
  void dictionariesMakeSmallBuffersShorter() {
    try (ZstdDictionary dictionary = ZstdDictionary.of(text(4000))) {
      ZstdOptions options = ZstdOptions.defaults().withDictionary(dictionary);
      byte[] bytes = encoded(new SegueZstdEncoder(options, 50), text(120), text(20));
      assertTrue(
          bytes.length
              < encoded(new SegueZstdEncoder(ZstdOptions.defaults(), 50), text(120), text(20))
                  .length);
      assertEquals(
          new String(joined(text(120), text(20)), StandardCharsets.ISO_8859_1),
          new String(
              decoded(new SegueZstdDecoder(options), bytes, 10), StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void expandingContentIsPassedOnInSmallBuffersUntilClose() {
    byte[] bomb = Codec.zstd().compress(new byte[50_000_000]);
    EmbeddedChannel decoder = channel(new SegueZstdDecoder());
    long[] total = new long[1];
    decoder
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object part) {
                ByteBuf content = (ByteBuf) part;
                assertTrue(content.capacity() <= 1 << 16);
                total[0] += content.readableBytes();
                content.release();
                if (total[0] > 1_000_000) {
                  context.close();
                }
              }
            });
    decoder.writeInbound(buffer(bomb));
    assertTrue(total[0] > 1_000_000 && total[0] < 1_200_000, () -> "" + total[0]);
  }

  @Test
  void damagedInputIsATypedErrorAndTheRestIsIgnored() {
    byte[] good = encoded(new SegueZstdEncoder(), text(3000));
    byte[] damaged = good.clone();
    damaged[0] ^= 1;
    EmbeddedChannel decoder = channel(new SegueZstdDecoder());
    DecoderException e =
        assertThrows(DecoderException.class, () -> decoder.writeInbound(buffer(damaged)));
    assertInstanceOf(CompressionException.class, e.getCause());
    decoder.writeInbound(buffer(good));
    assertNull(decoder.readInbound());

    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] any = good.clone();
      any[random.nextInt(any.length)] = (byte) random.nextInt();
      EmbeddedChannel next = new EmbeddedChannel(new SegueZstdDecoder());
      try {
        next.writeInbound(buffer(any));
      } catch (DecoderException _) {
        // typed
      }
      try {
        next.finishAndReleaseAll();
      } catch (DecoderException _) {
        // ended within the frame
      }
    }
  }

  @Test
  void connectionThatEndsWithinAFrameIsAnError() {
    byte[] bytes = encoded(new SegueZstdEncoder(), text(3000));
    for (int length = 1; length < bytes.length; length++) {
      EmbeddedChannel decoder = channel(new SegueZstdDecoder());
      decoder.writeInbound(memory.directBuffer().writeBytes(bytes, 0, length));
      assertThrows(DecoderException.class, decoder::finish, "after " + length);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bytesAfterTheLastFramePassARemovedDecoder(boolean isComposite) {
    ByteBuf frame = buffer(encoded(new SegueZstdEncoder(), text(3000)));
    ByteBuf plain = buffer("plain".getBytes(StandardCharsets.ISO_8859_1));
    EmbeddedChannel decoder = channel(new SegueZstdDecoder());
    decoder
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              private int bytes;

              @Override
              public void channelRead(ChannelHandlerContext context, Object part) {
                bytes += ((ByteBuf) part).readableBytes();
                if (bytes == 3000) {
                  context.pipeline().remove(SegueZstdDecoder.class);
                }
                context.fireChannelRead(part);
              }
            });
    decoder.writeInbound(
        isComposite
            ? memory.compositeBuffer().addComponent(true, frame).addComponent(true, plain)
            : memory.directBuffer().writeBytes(frame).writeBytes(plain));
    if (!isComposite) {
      frame.release();
      plain.release();
    }
    String all = new String(all(decoder::readInbound), StandardCharsets.ISO_8859_1);
    assertEquals(new String(text(3000), StandardCharsets.ISO_8859_1) + "plain", all);
  }

  @Test
  void framesNeedTheirMagicNumber() {
    ZstdOptions magicless = ZstdOptions.defaults().withMagicless(true);
    assertThrows(IllegalArgumentException.class, () -> new SegueZstdEncoder(magicless, 1));
    assertThrows(IllegalArgumentException.class, () -> new SegueZstdDecoder(magicless));
    assertThrows(
        IllegalArgumentException.class, () -> new SegueZstdEncoder(ZstdOptions.defaults(), -1));
  }

  /// Counts the reads that the handlers before it request from the channel.
  private static final class Reads extends ChannelOutboundHandlerAdapter {
    int count;

    @Override
    public void read(ChannelHandlerContext context) {
      count++;
    }
  }

  @Test
  void withoutAutoReadOnlyIncompleteContentTriggersARead() {
    byte[] message = encoded(new SegueZstdEncoder(), text(1000));
    EmbeddedChannel decoder = channel(new SegueZstdDecoder());
    Reads reads = new Reads();
    decoder.pipeline().addFirst(reads);
    decoder.config().setAutoRead(false);
    decoder.writeInbound(buffer(message));
    assertEquals(0, reads.count, "a message has been passed on");
    decoder.writeInbound(buffer(Arrays.copyOf(message, 3)));
    assertEquals(1, reads.count, "a part of a frame's header has no content");
    decoder.pipeline().fireChannelReadComplete();
    assertEquals(1, reads.count, "nothing has arrived");
    decoder.writeInbound(buffer(Arrays.copyOfRange(message, 3, message.length)));
    assertEquals(1, reads.count, "the rest has been passed on");
    assertEquals(2000, all(decoder::readInbound).length);
  }
}
