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

/// Schemas in the state of caches. Ehcache saves the state of a disk tier together with the
/// entries, when the cache is closed.
///
/// A cache does not notify its serializer when it is closed, so the references to states are weak:
/// Ehcache itself retains the states that it saves, or their repositories. Other states may be
/// collected while a cache is open, so schemas are kept here, too.
final class StoredSchemas implements SchemaRegistry {

  private static final String NAME = "segue-schemas";

  /// The classes and packages in a saved state, as written by Ehcache's own concurrent map; no
  /// others are read.
  private static final Set<Class<?>> CLASSES =
      Set.of(Long.class, Number.class, byte[].class, AbstractMap.class);

  private static final List<String> PACKAGES = List.of("org.ehcache.", "java.util.concurrent");

  /// The schemas that were written or read.
  private final Map<Long, byte[]> known = new ConcurrentHashMap<>();

  /// The states of open caches, and of closed caches that are not collected yet.
  private final List<WeakReference<StateHolder<Long, byte[]>>> holders =
      new CopyOnWriteArrayList<>();

  /// Retains each state as long as something else retains its repository. Guarded by itself.
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
