// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import java.io.File;
import org.ehcache.Cache;
import org.ehcache.PersistentCacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;

/// Keeps objects in memory and on disk.
final class EhcacheExample {
  private EhcacheExample() {}

  /// @param args the folder of the disk tier
  public static void main(String[] args) {
    ClassLoader loader = EhcacheExample.class.getClassLoader();
    var orders =
        CacheConfigurationBuilder.newCacheConfigurationBuilder(
                Long.class,
                Order.class,
                ResourcePoolsBuilder.heap(100).disk(10, MemoryUnit.MB, true))
            .withValueSerializer(new SegueSerializer<>(loader, "dev.segue.ehcache"));
    for (int start = 0; start < 2; start++) {
      try (PersistentCacheManager manager =
          CacheManagerBuilder.newCacheManagerBuilder()
              .with(CacheManagerBuilder.persistence(new File(args[0])))
              .withCache("orders", orders)
              .build(true)) {
        Cache<Long, Order> cache = manager.getCache("orders", Long.class, Order.class);
        System.out.println(cache.get(4_711L));
        cache.put(4_711L, Order.of(4_711, "tea"));
      }
    }
  }
}
