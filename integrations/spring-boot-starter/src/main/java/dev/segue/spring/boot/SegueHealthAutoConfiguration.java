// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.redis.RedisSchemaRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/// Configures the health indicator `segueSchemas` of the schema registry.
@AutoConfiguration(after = SegueRedisAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(RedisSchemaRegistry.class)
@ConditionalOnEnabledHealthIndicator("segueSchemas")
class SegueHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "segueSchemasHealthIndicator")
  HealthIndicator segueSchemasHealthIndicator(RedisSchemaRegistry schemas) {
    return new SchemasHealthIndicator(schemas);
  }
}
