// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.SegueSessionMapper;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.session.data.redis.autoconfigure.SessionDataRedisAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.config.ReactiveSessionRepositoryCustomizer;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.data.redis.ReactiveRedisIndexedSessionRepository;
import org.springframework.session.data.redis.ReactiveRedisSessionRepository;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;

/// Configures the serialization of session attributes in Redis.
@AutoConfiguration(
    after = SegueRedisAutoConfiguration.class,
    before = SessionDataRedisAutoConfiguration.class)
@ConditionalOnClass({RedisSessionRepository.class, SessionDataRedisAutoConfiguration.class})
@ConditionalOnBean(StoredValues.class)
@ConditionalOnBooleanProperty(name = "segue.session.enabled", matchIfMissing = true)
class SegueSessionAutoConfiguration {
  private static final String NAME = "sessions";

  /// Spring Session finds the bean by its name.
  @Bean
  @ConditionalOnMissingBean(name = "springSessionDefaultRedisSerializer")
  RedisSerializer<Object> springSessionDefaultRedisSerializer(
      StoredValues values, SegueProperties properties, UnreadableCounts counts) {
    return values.sessions(unreadable(properties, counts));
  }

  @Bean
  SessionRepositoryCustomizer<RedisSessionRepository> segueSessionMapper(
      SegueProperties properties, UnreadableCounts counts) {
    UnreadableValues unreadable = unreadable(properties, counts);
    return repository -> {
      if (unreadable.areMissing()) {
        repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
      }
    };
  }

  @Bean
  SessionRepositoryCustomizer<RedisIndexedSessionRepository> segueIndexedSessionMapper(
      SegueProperties properties, UnreadableCounts counts) {
    UnreadableValues unreadable = unreadable(properties, counts);
    return repository -> {
      if (unreadable.areMissing()) {
        repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
      }
    };
  }

  /// The same for reactive sessions.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "reactor.core.publisher.Mono")
  static class Reactive {
    @Bean
    ReactiveSessionRepositoryCustomizer<ReactiveRedisSessionRepository> segueReactiveSessionMapper(
        SegueProperties properties, UnreadableCounts counts) {
      UnreadableValues unreadable = unreadable(properties, counts);
      return repository -> {
        if (unreadable.areMissing()) {
          repository.setRedisSessionMapper(new SegueSessionMapper(unreadable).reactive());
        }
      };
    }

    @Bean
    ReactiveSessionRepositoryCustomizer<ReactiveRedisIndexedSessionRepository>
        segueReactiveIndexedSessionMapper(SegueProperties properties, UnreadableCounts counts) {
      UnreadableValues unreadable = unreadable(properties, counts);
      return repository -> {
        if (unreadable.areMissing()) {
          repository.setRedisSessionMapper(new SegueSessionMapper(unreadable).reactive());
        }
      };
    }
  }

  private static UnreadableValues unreadable(SegueProperties properties, UnreadableCounts counts) {
    return properties.missesInSessions() ? counts.missing(NAME) : UnreadableValues.failing();
  }
}
