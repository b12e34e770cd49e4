// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.sources.MadeUpSource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.PersistentCacheManager;
import org.ehcache.config.CacheConfiguration;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;
import org.ehcache.spi.serialization.SerializerException;
import org.ehcache.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Caches with off-heap and disk tiers.
class EhcacheTest {

  record Key(String tenant, long id) {}

  @TempDir private static Path folder = Path.of("");

  private static ResourcePoolsBuilder offHeap() {
    return ResourcePoolsBuilder.heap(5).offheap(2, MemoryUnit.MB);
  }

  private static CacheManager manager(CacheConfigurationBuilder<?, ?> cache) {
    return CacheManagerBuilder.newCacheManagerBuilder().withCache("cache", cache).build(true);
  }

  private static void assertKeeps(Cache<Key, Order> cache) {
    for (int i = 0; i < 100; i++) {
      cache.put(new Key("a", i), Order.of(i, "tea", "milk"));
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(Order.of(i, "tea", "milk"), cache.get(new Key("a", i)));
    }
    assertNull(cache.get(new Key("b", 1)));
    cache.remove(new Key("a", 1));
    assertNull(cache.get(new Key("a", 1)));
  }

  @Test
  void keysAndValuesAreStoredOffHeap() {
    try (CacheManager manager =
        manager(
            CacheConfigurationBuilder.newCacheConfigurationBuilder(
                    Key.class, Order.class, offHeap())
                .withKeySerializer(new SegueSerializer<>(null, "dev.segue.ehcache"))
                .withValueSerializer(new SegueSerializer<>(null, "dev.segue.ehcache")))) {
      assertKeeps(manager.getCache("cache", Key.class, Order.class));
    }
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // a class has no type arguments
  void serializerClassCanBeConfigured() {
    try (CacheManager manager =
        manager(
            CacheConfigurationBuilder.newCacheConfigurationBuilder(
                    Key.class, Order.class, offHeap())
                .withKeySerializer((Class) ShopSerializer.class)
                .withValueSerializer((Class) ShopSerializer.class))) {
      assertKeeps(manager.getCache("cache", Key.class, Order.class));
    }
  }

  @Test
  void xmlFileCanNameTheSerializer() throws Exception {
    URL file = EhcacheTest.class.getResource("ehcache.xml");
    assertNotNull(file);
    try (CacheManager manager = CacheManagerBuilder.newCacheManager(new XmlConfiguration(file))) {
      manager.init();
      assertKeeps(manager.getCache("cache", Key.class, Order.class));
    }
  }

  @Test
  void copiesProtectTheHeapTier() {
    try (CacheManager manager =
        manager(
            CacheConfigurationBuilder.newCacheConfigurationBuilder(
                    Long.class, Order.class, ResourcePoolsBuilder.heap(10))
                .withValueCopier(
                    new SegueCopier<>(new SegueSerializer<>(null, "dev.segue.ehcache"))))) {
      Cache<Long, Order> cache = manager.getCache("cache", Long.class, Order.class);
      Order order = Order.of(1, "tea");
      cache.put(1L, order);
      order.articles().add("milk");
      cache.get(1L).articles().add("milk");
      assertEquals(Order.of(1, "tea"), cache.get(1L));
    }
  }

  private static final String BEFORE =
      "package app; public record Order(long id, String article, int lost) {}";
  private static final String AFTER =
      """
      package app;
      public record Order(
          long id, @dev.segue.serializer.Alias("article") String name, java.util.Set<String> tags) {}
      """;

  private static CacheConfiguration<Long, Object> onDisk(ClassLoader loader) {
    return CacheConfigurationBuilder.newCacheConfigurationBuilder(
            Long.class, Object.class, ResourcePoolsBuilder.heap(5).disk(5, MemoryUnit.MB, true))
        .withClassLoader(loader)
        .withValueSerializer(new SegueSerializer<>(loader, "app"))
        .build();
  }

  private static PersistentCacheManager persistent(Path disk, ClassLoader loader) {
    return CacheManagerBuilder.newCacheManagerBuilder()
        .with(CacheManagerBuilder.persistence(disk.toFile()))
        .withCache("cache", onDisk(loader))
        .build(true);
  }

  private static Cache<Long, Object> cache(CacheManager manager) {
    return manager.getCache("cache", Long.class, Object.class);
  }

  @Test
  void newerClassReadsTheDiskTierAfterARestart() throws Exception {
    Path disk = folder.resolve("restart");
    MadeUpSource before = new MadeUpSource("app.Order", BEFORE);
    MadeUpSource after = new MadeUpSource("app.Order", AFTER);
    try (PersistentCacheManager manager = persistent(disk, before)) {
      for (long i = 0; i < 100; i++) {
        cache(manager).put(i, before.create("app.Order", i, "tea " + i, 7));
      }
    }
    try (PersistentCacheManager manager = persistent(disk, after)) {
      for (long i = 0; i < 100; i++) {
        Object order = cache(manager).get(i);
        assertEquals("Order[id=%d, name=tea %d, tags=null]".formatted(i, i), order + "");
        assertEquals(after, order.getClass().getClassLoader());
      }
      cache(manager).put(1L, "text");
    }
    try (PersistentCacheManager manager = persistent(disk, before)) {
      assertEquals("text", cache(manager).get(1L));
      assertEquals("Order[id=2, article=tea 2, lost=7]", cache(manager).get(2L) + "");
    }
  }

  @Test
  void entryOfAMissingClassFailsOnlyItsCallUntilReplaced() throws Exception {
    Path disk = folder.resolve("gone");
    MadeUpSource before = new MadeUpSource("app.Order", BEFORE);
    ClassLoader without = EhcacheTest.class.getClassLoader();
    try (PersistentCacheManager manager = persistent(disk, before)) {
      cache(manager).put(1L, before.create("app.Order", 1L, "tea", 7));
      cache(manager).put(2L, "text");
    }
    try (PersistentCacheManager manager = persistent(disk, without)) {
      SerializerException failure =
          assertThrows(SerializerException.class, () -> cache(manager).get(1L));
      assertTrue(String.valueOf(failure.getCause()).contains("app.Order"), failure::toString);
      assertEquals("text", cache(manager).get(2L));
      cache(manager).put(1L, "new");
      assertEquals("new", cache(manager).get(1L));
    }
  }

  @Test
  void exampleFindsItsOrderAfterARestart() throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      EhcacheExample.main(new String[] {folder.resolve("example").toString()});
    } finally {
      System.setOut(out);
    }
    assertEquals(
        "null\n4711: [tea]", printed.toString(StandardCharsets.UTF_8).replace("\r", "").strip());
    assertEquals(true, Files.exists(folder.resolve("example")));
  }
}
