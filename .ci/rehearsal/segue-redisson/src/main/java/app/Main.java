// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.compression.ZstdOptions;
import dev.segue.redisson.SegueCodec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.redisson.client.handler.State;

/// A value for Redisson, without a server.
final class Main {

  record Order(String article, int quantity) {}

  private Main() {}

  public static void main(String[] args) throws IOException {
    SegueCodec codec = new SegueCodec("app").compressed(ZstdOptions.defaults());
    Order order = new Order("tea ".repeat(100), 2);
    ByteBuf stored = codec.getValueEncoder().encode(order);
    System.out.println(order.equals(codec.getValueDecoder().decode(stored, new State())));
  }
}
