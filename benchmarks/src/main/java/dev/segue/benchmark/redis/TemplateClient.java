// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/// Spring's `RedisTemplate` through Lettuce.
record TemplateClient(
    LettuceConnectionFactory connections,
    RedisTemplate<String, Object> template,
    TemplateSerializers serializers)
    implements CacheClient {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  static TemplateClient connect(String library, CachedObject object, int port) {
    var connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration("127.0.0.1", port),
            LettuceClientConfiguration.builder()
                .commandTimeout(TIMEOUT)
                .shutdownTimeout(Duration.ZERO)
                .shutdownQuietPeriod(Duration.ZERO)
                .build());
    connections.afterPropertiesSet();
    connections.start();
    TemplateSerializers serializers = TemplateSerializers.open(library, object, connections);
    var template = new RedisTemplate<String, Object>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setValueSerializer(serializers.values());
    template.afterPropertiesSet();
    return new TemplateClient(connections, template, serializers);
  }

  @Override
  public void set(String key, Object value) {
    template.opsForValue().set(key, value);
  }

  @Override
  public @Nullable Object get(String key) {
    return template.opsForValue().get(key);
  }

  @Override
  public long storedBytes(String key) {
    return Objects.requireNonNull(template.opsForValue().size(key), "size");
  }

  @Override
  public void close() {
    serializers.close();
    connections.destroy();
  }
}
