// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.DecoderException;
import io.netty.util.LeakPresenceDetector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects on real connections.
@Timeout(600)
@SuppressWarnings("FutureReturnValueIgnored") // failures are asserted elsewhere
final class SocketsTest {

  /// The version of a class on the client's side.
  @Alias("dev.segue.netty.SocketsTest$NewOrder")
  record OldOrder(long id, String customer, List<Order.Item> items) {}

  /// The version on the server's side.
  @Alias("dev.segue.netty.SocketsTest$OldOrder")
  record NewOrder(long id, String customer, List<Order.Item> items, boolean isGift) {}

  @TempDir Path directory;

  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();

  /// Runs after each test has closed its connections.
  @AfterEach
  void noBufferIsLost() {
    LeakPresenceDetector.check();
  }

  private static Serializer serializer() {
    return Serializer.builder().register(Order.class, Order.Item.class).build();
  }

  private static Serializer compatible(Class<?> order) {
    return Serializer.builder()
        .register(order, Order.Item.class)
        .schemaMode(SchemaMode.COMPATIBLE)
        .build();
  }

  /// Answers each object with itself, and closes a connection that fails.
  private final class Echo extends SimpleChannelInboundHandler<Object> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      errors.add(cause);
      context.close();
    }
  }

  /// Collects the received objects.
  private static final class Inbox extends SimpleChannelInboundHandler<Object> {
    final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();

    @Override
    protected void channelRead0(ChannelHandlerContext context, Object message) {
      messages.add(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      messages.add(cause);
    }

    Object next() throws InterruptedException {
      Object next = messages.poll(5, TimeUnit.MINUTES);
      return next == null ? "nothing" : next;
    }
  }

  private List<ChannelHandler> echo(Serializer serializer, Class<?> type) {
    return List.of(new SegueEncoder(serializer), new SegueDecoder(serializer, type), new Echo());
  }

  private List<ChannelHandler> compressedEcho() {
    List<ChannelHandler> handlers = new ArrayList<>();
    handlers.add(new SegueZstdEncoder());
    handlers.add(new SegueZstdDecoder());
    handlers.addAll(echo(serializer(), Order.class));
    return handlers;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void objectsAreAnswered(boolean isUnix) throws Exception {
    try (Sockets sockets = new Sockets(isUnix, directory, () -> echo(serializer(), Order.class))) {
      Inbox inbox = new Inbox();
      Channel client =
          sockets.connect(
              new SegueEncoder(serializer()), new SegueDecoder(serializer(), Order.class), inbox);
      for (int i = 0; i < 1000; i++) {
        client.write(Order.of(i));
      }
      client.writeAndFlush(Order.large(1000, 5_000_000));
      for (int i = 0; i < 1000; i++) {
        assertEquals(Order.of(i), inbox.next());
      }
      assertEquals(Order.large(1000, 5_000_000), inbox.next());
    }
    assertTrue(errors.isEmpty(), () -> "" + errors);
  }

  @Test
  void objectsAreAnsweredThroughZstd() throws Exception {
    try (Sockets sockets = new Sockets(true, directory, this::compressedEcho)) {
      Inbox inbox = new Inbox();
      Channel client =
          sockets.connect(
              new SegueZstdEncoder(),
              new SegueZstdDecoder(),
              new SegueEncoder(serializer()),
              new SegueDecoder(serializer(), Order.class),
              inbox);
      for (int i = 0; i < 100; i++) {
        client.write(i % 2 == 0 ? Order.of(i) : Order.large(i, 10_000));
      }
      client.flush();
      for (int i = 0; i < 100; i++) {
        assertEquals(i % 2 == 0 ? Order.of(i) : Order.large(i, 10_000), inbox.next());
      }
    }
    assertTrue(errors.isEmpty(), () -> "" + errors);
  }

  @Test
  void clientMayHaveAnOlderVersionOfAClass() throws Exception {
    Serializer server = compatible(NewOrder.class);
    try (Sockets sockets = new Sockets(true, directory, () -> echo(server, NewOrder.class))) {
      for (int connection = 0; connection < 2; connection++) {
        Serializer client = compatible(OldOrder.class);
        Inbox inbox = new Inbox();
        Channel channel =
            sockets.connect(
                new SegueEncoder(client), new SegueDecoder(client, OldOrder.class), inbox);
        for (int i = 0; i < 3; i++) {
          OldOrder order = new OldOrder(i, "customer", List.of(new Order.Item("tea", 1)));
          channel.writeAndFlush(order).sync();
          assertEquals(order, inbox.next());
        }
        channel.close().sync();
      }
    }
    assertTrue(errors.isEmpty(), () -> "" + errors);
  }

  @Test
  void unwritableObjectFailsOnlyItsWrite() throws Exception {
    try (Sockets sockets = new Sockets(true, directory, () -> echo(serializer(), Order.class))) {
      Inbox inbox = new Inbox();
      Channel client =
          sockets.connect(
              new SegueEncoder(serializer()), new SegueDecoder(serializer(), Order.class), inbox);
      ChannelFuture failed = client.writeAndFlush(new Thread()).await();
      assertInstanceOf(SerializationException.class, failed.cause().getCause());
      client.writeAndFlush(Order.of(1)).sync();
      assertEquals(Order.of(1), inbox.next());
    }
  }

  @Test
  void damagedConnectionDisturbsNoOther() throws Exception {
    try (Sockets sockets = new Sockets(true, directory, () -> echo(serializer(), Order.class))) {
      Inbox inbox = new Inbox();
      Channel good =
          sockets.connect(
              new SegueEncoder(serializer()), new SegueDecoder(serializer(), Order.class), inbox);
      good.writeAndFlush(Order.of(1)).sync();
      assertEquals(Order.of(1), inbox.next());

      Channel hostile = sockets.connect(new Inbox());
      hostile.writeAndFlush(Unpooled.buffer().writeInt(64).writeZero(64)).sync();
      assertInstanceOf(DecoderException.class, errors.poll(5, TimeUnit.MINUTES));
      assertTrue(hostile.closeFuture().await(5, TimeUnit.MINUTES));

      Channel huge = sockets.connect(new Inbox());
      huge.writeAndFlush(Unpooled.buffer().writeInt(Integer.MAX_VALUE)).sync();
      assertInstanceOf(DecoderException.class, errors.poll(5, TimeUnit.MINUTES));

      ByteBuf half = Unpooled.buffer().writeInt(100).writeZero(50);
      Channel cut = sockets.connect(new Inbox());
      cut.writeAndFlush(half).sync();
      cut.close().sync();
      Throwable ended = errors.poll(5, TimeUnit.MINUTES);
      if (ended instanceof CorruptedFrameException e && !("" + e.getMessage()).contains("ended")) {
        ended = errors.poll(5, TimeUnit.MINUTES);
      }
      assertInstanceOf(CorruptedFrameException.class, ended);

      good.writeAndFlush(Order.of(2)).sync();
      assertEquals(Order.of(2), inbox.next());
    }
  }

  @Test
  void shutdownUnderLoadEndsEveryWrite() throws Exception {
    List<ChannelFuture> writes = new ArrayList<>();
    Inbox inbox = new Inbox();
    Sockets sockets = new Sockets(true, directory, this::compressedEcho);
    try (sockets) {
      Channel client =
          sockets.connect(
              new SegueZstdEncoder(),
              new SegueZstdDecoder(),
              new SegueEncoder(serializer()),
              new SegueDecoder(serializer(), Order.class),
              inbox);
      for (int i = 0; i < 2000; i++) {
        writes.add(client.writeAndFlush(Order.large(i, 1000)));
      }
      assertEquals(Order.large(0, 1000), inbox.next());
    }
    for (ChannelFuture write : writes) {
      assertTrue(write.await(5, TimeUnit.MINUTES));
    }
    long id = 1;
    for (Object next : inbox.messages) {
      if (next instanceof Order order) {
        assertEquals(Order.large(id++, 1000), order);
      } else {
        assertFalse(next instanceof AssertionError);
      }
    }
  }
}
