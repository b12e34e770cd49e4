// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.Serializer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;

/// Stores objects in Redis, serialized and compressed with a dictionary.
final class RedisExample {
  private RedisExample() {}

  /// @param args the server's address, such as `redis://127.0.0.1:6379`
  public static void main(String[] args) {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    // Small values need a dictionary: train it once, and keep the file.
    List<MemorySegment> samples =
        LongStream.range(0, 1_000)
            .mapToObj(id -> MemorySegment.ofArray(serializer.toBytes(Order.of(id, 4))))
            .toList();
    try (ZstdDictionary dictionary = ZstdDictionary.train(samples, 4_096);
        RedisClient client = RedisClient.create(args[0])) {
      Order order = Order.of(4_711, 4);
      Codec zstd = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
      RedisCodec<String, Order> codec =
          SegueRedisCodec.objects(StringCodec.UTF8, serializer, Order.class)
              .compressed(CompressionPolicy.of(zstd));
      try (var connection = client.connect(codec)) {
        connection.sync().set("order:4711", order);
        Order same = connection.sync().get("order:4711");
        System.out.println("equal: " + order.equals(same));
        System.out.printf(
            "%d bytes are kept as %d%n",
            serializer.toBytes(order).length, connection.sync().strlen("order:4711"));
      }
    }
  }
}
