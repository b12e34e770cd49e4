// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.Serializer;
import dev.segue.spring.redis.RedisDictionaries;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// Configures the actuator endpoint `segue`.
@AutoConfiguration(after = SegueRedisAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(StoredValues.class)
@ConditionalOnSingleCandidate(RedisConnectionFactory.class)
@ConditionalOnAvailableEndpoint(endpoint = SegueEndpoint.class)
class SegueEndpointAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  SegueEndpoint segueEndpoint(
      @Qualifier("segueSerializer") Serializer serializer,
      UnreadableCounts counts,
      RedisConnectionFactory connections,
      ObjectProvider<RedisDictionaries> dictionaries) {
    return new SegueEndpoint(serializer, counts, connections, dictionaries.getIfAvailable());
  }
}
