// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.cache.CacheType;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/// Matches if caches are in Redis, and unreadable values of at least one cache count as missing.
///
/// Boot prefers other caches that are on the class path, unless `spring.cache.type` says `redis`.
final class CachesWithMisses extends SpringBootCondition {
  private static final List<String> PREFERRED =
      List.of(
          "javax.cache.Caching",
          "com.hazelcast.core.HazelcastInstance",
          "com.couchbase.client.java.Cluster");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    Binder binder = Binder.get(environment);
    BindResult<CacheType> type = binder.bind("spring.cache.type", CacheType.class);
    boolean isInRedis =
        type.isBound() ? type.get() == CacheType.REDIS : hasNoPreferred(context.getClassLoader());
    boolean misses =
        isInRedis && binder.bindOrCreate("segue", SegueProperties.class).missesInCaches();
    return new ConditionOutcome(
        misses,
        ConditionMessage.forCondition("Segue's caches")
            .because(
                misses
                    ? "unreadable values are missing"
                    : "unreadable values are errors, or caches are not in Redis; if they are,"
                        + " set spring.cache.type=redis"));
  }

  private static boolean hasNoPreferred(@Nullable ClassLoader loader) {
    return PREFERRED.stream().noneMatch(name -> ClassUtils.isPresent(name, loader));
  }
}
