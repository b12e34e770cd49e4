// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import dev.segue.serializer.SchemaRegistry;
import java.util.AbstractMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ehcache.spi.persistence.StateHolder;
import org.ehcache.spi.persistence.StateRepository;
import org.jspecify.annotations.Nullable;

/// Schemas in the state of caches. Ehcache saves the state of a disk tier when it saves the
/// entries: when the cache is closed.
final class StoredSchemas implements SchemaRegistry {

  private static final String NAME = "segue-schemas";

  /// The classes and packages that a saved state consists of, as Ehcache's own concurrent map
  /// writes itself: nothing else is read.
  private static final Set<Class<?>> CLASSES =
      Set.of(Long.class, Number.class, byte[].class, AbstractMap.class);

  private static final List<String> PACKAGES = List.of("org.ehcache.", "java.util.concurrent");

  private final List<StateHolder<Long, byte[]>> holders = new CopyOnWriteArrayList<>();

  void add(StateRepository repository) {
    holders.add(
        repository.getPersistentStateHolder(
            NAME,
            Long.class,
            byte[].class,
            StoredSchemas::isPermitted,
            StoredSchemas.class.getClassLoader()));
  }

  private static boolean isPermitted(Class<?> type) {
    return CLASSES.contains(type) || PACKAGES.stream().anyMatch(type.getPackageName()::startsWith);
  }

  /// This registry, or null if there is no state: payloads then contain their schemas.
  @Nullable SchemaRegistry registry() {
    return holders.isEmpty() ? null : this;
  }

  @Override
  public void put(long fingerprint, byte[] schema) {
    for (StateHolder<Long, byte[]> holder : holders) {
      byte[] _ = holder.putIfAbsent(fingerprint, schema.clone());
    }
  }

  @Override
  public byte @Nullable [] get(long fingerprint) {
    for (StateHolder<Long, byte[]> holder : holders) {
      byte[] schema = holder.get(fingerprint);
      if (schema != null) {
        return schema.clone();
      }
    }
    return null;
  }
}
