// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.serializer.Serializer;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A server that confirms orders, and its client in another process: run it with `serve`, then with
/// `call` and the port that the server has printed.
final class NettyExample {

  record Order(long id, String article, int quantity) {}

  record Receipt(long order, String text) {}

  private static final Serializer SERIALIZER =
      Serializer.builder().register(Order.class, Receipt.class).build();

  private NettyExample() {}

  /// @param args `serve`, or `call` and a port
  public static void main(String[] args) throws InterruptedException {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      if (args[0].equals("serve")) {
        serve(loops);
      } else {
        call(loops, Integer.parseInt(args[1]));
      }
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  /// zstd next to the socket, then objects, then the handler that works with them.
  private static ChannelInitializer<Channel> pipeline(
      Class<?> received, Supplier<ChannelHandler> handler) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(
                new SegueZstdEncoder(),
                new SegueZstdDecoder(),
                new SegueEncoder(SERIALIZER),
                new SegueDecoder(SERIALIZER, received),
                handler.get());
      }
    };
  }

  private static void serve(EventLoopGroup loops) throws InterruptedException {
    Channel server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(pipeline(Order.class, Confirming::new))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
    System.out.println(((InetSocketAddress) server.localAddress()).getPort());
    server.closeFuture().sync(); // until the process is ended
  }

  private static void call(EventLoopGroup loops, int port) throws InterruptedException {
    Channel client =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .handler(pipeline(Receipt.class, () -> new Printing(2)))
            .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .sync()
            .channel();
    client
        .write(new Order(1, "tea", 2))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    client
        .writeAndFlush(new Order(2, "milk", 1))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    client.closeFuture().sync();
  }

  /// Closes the connection after an error.
  private abstract static class Handler<T> extends SimpleChannelInboundHandler<T> {
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      System.out.println(cause);
      var _ = context.close();
    }
  }

  private static final class Confirming extends Handler<Order> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, Order order) {
      Receipt receipt = new Receipt(order.id(), order.quantity() + " x " + order.article());
      var _ =
          context
              .writeAndFlush(receipt)
              .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
  }

  private static final class Printing extends Handler<Receipt> {
    private int expected;

    Printing(int expected) {
      this.expected = expected;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Receipt receipt) {
      System.out.println(receipt.text());
      expected--;
      if (expected == 0) {
        var _ = context.close();
      }
    }
  }
}
