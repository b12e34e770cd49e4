// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/// Warns about settings for caches that neither an annotation nor a cache manager names, because
/// the names may be misspelt. It is not an error, because caches can be created later.
final class UnknownCacheNames implements SmartInitializingSingleton {
  private static final System.Logger LOGGER = System.getLogger("dev.segue.spring");

  private final ListableBeanFactory beans;
  private final Collection<String> configured;
  private final ObjectProvider<CacheManager> managers;
  private final ObjectProvider<CacheOperationSource> annotations;

  /// @param configured the cache names in settings
  UnknownCacheNames(
      ListableBeanFactory beans,
      Collection<String> configured,
      ObjectProvider<CacheManager> managers,
      ObjectProvider<CacheOperationSource> annotations) {
    this.beans = beans;
    this.configured = configured;
    this.managers = managers;
    this.annotations = annotations;
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (configured.isEmpty()) {
      return;
    }
    SortedSet<String> known = known();
    for (String name : configured) {
      if (!known.contains(name)) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            ("segue.cache.unreadable-in.%s has no effect yet: no cache has this name; there are %s."
                    + " Write a name with other characters than letters, digits and hyphens in"
                    + " brackets: segue.cache.unreadable-in.[my.cache]")
                .formatted(name, known));
      }
    }
  }

  private SortedSet<String> known() {
    SortedSet<String> names = new TreeSet<>();
    managers.stream().forEach(manager -> names.addAll(manager.getCacheNames()));
    CacheOperationSource source = annotations.getIfUnique();
    if (source != null) {
      for (String bean : beans.getBeanDefinitionNames()) {
        Class<?> type = beans.getType(bean, false);
        if (type != null) {
          addNames(ClassUtils.getUserClass(type), source, names);
        }
      }
    }
    return names;
  }

  private static void addNames(
      Class<?> type, CacheOperationSource source, Collection<String> names) {
    if (!source.isCandidateClass(type)) {
      return;
    }
    ReflectionUtils.doWithMethods(
        type,
        method -> {
          Collection<CacheOperation> operations = source.getCacheOperations(method, type);
          if (operations != null) {
            operations.forEach(operation -> names.addAll(operation.getCacheNames()));
          }
        });
  }
}
