// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.GlobalSerializerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/// Keeps objects in a map of Hazelcast, on one member.
final class HazelcastExample {
  private HazelcastExample() {}

  /// @param config the network of the member
  static Order run(Config config) {
    ClassLoader loader = HazelcastExample.class.getClassLoader();
    config
        .getSerializationConfig()
        .setGlobalSerializerConfig(
            new GlobalSerializerConfig()
                .setImplementation(new SegueSerializer(1_000, loader, "dev.segue.hazelcast"))
                .setOverrideJavaSerialization(true));
    HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
    try {
      IMap<Long, Order> orders = member.getMap("orders");
      orders.put(4_711L, Order.of(4_711, 2));
      return orders.get(4_711L);
    } finally {
      member.shutdown();
    }
  }
}
