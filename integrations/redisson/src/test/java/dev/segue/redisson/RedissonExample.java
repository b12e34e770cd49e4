// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import org.redisson.Redisson;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/// Keeps objects in a map of Redisson.
final class RedissonExample {
  private RedissonExample() {}

  /// @param args the server's address, such as `redis://127.0.0.1:6379`
  public static void main(String[] args) {
    Config config = new Config();
    config.setCodec(new SegueCodec("dev.segue.redisson"));
    config.useSingleServer().setAddress(args[0]);
    RedissonClient redisson = Redisson.create(config);
    try {
      RMap<Long, Order> orders = redisson.getMap("orders");
      orders.put(4_711L, Order.of(4_711, 4));
      System.out.println("equal: " + Order.of(4_711, 4).equals(orders.get(4_711L)));
    } finally {
      redisson.shutdown();
    }
  }
}
