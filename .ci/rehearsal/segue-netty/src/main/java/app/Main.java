// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.netty.SegueDecoder;
import dev.segue.netty.SegueEncoder;
import dev.segue.netty.SegueZstdDecoder;
import dev.segue.netty.SegueZstdEncoder;
import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;

/// An object through two pipelines.
final class Main {

  record Order(String article, int quantity) {}

  private Main() {}

  public static void main(String[] args) {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    EmbeddedChannel sender =
        new EmbeddedChannel(new SegueZstdEncoder(), new SegueEncoder(serializer));
    EmbeddedChannel receiver =
        new EmbeddedChannel(new SegueZstdDecoder(), new SegueDecoder(serializer, Order.class));
    Order order = new Order("tea ".repeat(100), 2);
    sender.writeOutbound(order);
    ByteBuf sent = sender.readOutbound();
    receiver.writeInbound(sent);
    Order received = receiver.readInbound();
    System.out.println(order.equals(received));
  }
}
