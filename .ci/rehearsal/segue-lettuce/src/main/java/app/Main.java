// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.lettuce.SegueRedisCodec;
import dev.segue.serializer.Serializer;
import io.lettuce.core.codec.StringCodec;

/// A value for Redis, without a server.
final class Main {

  record Order(String article, int quantity) {}

  private Main() {}

  public static void main(String[] args) {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    SegueRedisCodec<String, Order> codec =
        SegueRedisCodec.objects(StringCodec.UTF8, serializer, Order.class)
            .compressed(CompressionPolicy.of(Codec.zstd()));
    Order order = new Order("tea ".repeat(100), 2);
    System.out.println(order.equals(codec.decodeValue(codec.encodeValue(order))));
  }
}
