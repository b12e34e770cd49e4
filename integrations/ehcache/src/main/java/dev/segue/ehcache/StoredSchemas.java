// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import dev.segue.serializer.SchemaRegistry;
import java.lang.ref.WeakReference;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ehcache.spi.persistence.StateHolder;
import org.ehcache.spi.persistence.StateRepository;
import org.jspecify.annotations.Nullable;

/// Schemas in the state of caches. Ehcache saves the state of a disk tier when it saves the
/// entries: when the cache is closed.
///
/// A cache that is closed does not tell its serializer, so states are referred to weakly: Ehcache
/// keeps those that it saves, or their repositories. Others may be collected while a cache is open,
/// so schemas are kept here, too.
final class StoredSchemas implements SchemaRegistry {

  private static final String NAME = "segue-schemas";

  /// The classes and packages that a saved state consists of, as Ehcache's own concurrent map
  /// writes itself: nothing else is read.
  private static final Set<Class<?>> CLASSES =
      Set.of(Long.class, Number.class, byte[].class, AbstractMap.class);

  private static final List<String> PACKAGES = List.of("org.ehcache.", "java.util.concurrent");

  /// Those that were written or read.
  private final Map<Long, byte[]> known = new ConcurrentHashMap<>();

  /// The states of open caches, and of closed ones that are not collected yet.
  private final List<WeakReference<StateHolder<Long, byte[]>>> holders =
      new CopyOnWriteArrayList<>();

  /// Keeps the states of repositories that others keep. Guarded by itself.
  private final Map<StateRepository, StateHolder<Long, byte[]>> kept = new WeakHashMap<>();

  void add(StateRepository repository) {
    StateHolder<Long, byte[]> holder =
        repository.getPersistentStateHolder(
            NAME,
            Long.class,
            byte[].class,
            StoredSchemas::isPermitted,
            StoredSchemas.class.getClassLoader());
    synchronized (kept) {
      kept.put(repository, holder);
    }
    holders.removeIf(other -> other.get() == null);
    holders.add(new WeakReference<>(holder));
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
    byte[] copy = schema.clone();
    known.put(fingerprint, copy);
    for (WeakReference<StateHolder<Long, byte[]>> reference : holders) {
      StateHolder<Long, byte[]> holder = reference.get();
      if (holder != null) {
        byte[] _ = holder.putIfAbsent(fingerprint, copy);
      }
    }
  }

  @Override
  public byte @Nullable [] get(long fingerprint) {
    byte[] schema = known.get(fingerprint);
    if (schema != null) {
      return schema.clone();
    }
    for (WeakReference<StateHolder<Long, byte[]>> reference : holders) {
      StateHolder<Long, byte[]> holder = reference.get();
      byte[] stored = holder == null ? null : holder.get(fingerprint);
      if (stored != null) {
        known.put(fingerprint, stored);
        return stored.clone();
      }
    }
    return null;
  }
}
