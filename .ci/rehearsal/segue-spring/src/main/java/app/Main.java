// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.serializer.Serializer;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.redis.MigratingRedisSerializer;
import dev.segue.spring.redis.SegueRedisSerializer;
import java.io.Serializable;
import org.springframework.data.redis.serializer.RedisSerializer;

/// Values for Redis, without a server, and without the artifacts that are optional.
final class Main {

  record Order(String article, int quantity) implements Serializable {}

  private Main() {}

  public static void main(String[] args) {
    ClassLoader loader = Main.class.getClassLoader();
    Serializer serializer = SegueSpring.builder(loader, "app").build();
    RedisSerializer<Object> values =
        MigratingRedisSerializer.of(SegueRedisSerializer.of(serializer))
            .readingJavaSerialized(loader);
    Order order = new Order("tea", 2);
    System.out.println(order.equals(values.deserialize(values.serialize(order))));
    byte[] before = RedisSerializer.java(loader).serialize(order);
    System.out.println(order.equals(values.deserialize(before)));
  }
}
