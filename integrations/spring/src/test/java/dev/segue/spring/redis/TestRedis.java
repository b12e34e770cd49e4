// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.compression.ZstdOptions;
import dev.segue.lettuce.server.RedisServer;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/// A server with a connection factory.
///
/// @param server the server
/// @param connections connects to the server
public record TestRedis(RedisServer server, LettuceConnectionFactory connections)
    implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /// Starts a server; skips the test if none is installed.
  ///
  /// @return the server
  /// @throws IOException if it does not start
  public static TestRedis start() throws IOException {
    assumeTrue(
        RedisServer.program().isPresent(), "neither redis-server nor valkey-server is installed");
    RedisServer server = RedisServer.start();
    return new TestRedis(server, connect(server.port()));
  }

  /// A connection factory with threads of its own.
  static LettuceConnectionFactory connect(int port) {
    ClientResources resources =
        DefaultClientResources.builder().nettyCustomizer(new WholeAnswers()).build();
    var factory =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration("127.0.0.1", port),
            LettuceClientConfiguration.builder()
                .clientResources(resources)
                .commandTimeout(TIMEOUT)
                .shutdownTimeout(Duration.ZERO)
                .shutdownQuietPeriod(Duration.ZERO)
                .build()) {
          @Override
          public void destroy() {
            super.destroy();
            boolean _ =
                resources.shutdown(0, 0, TimeUnit.SECONDS).awaitUninterruptibly().isSuccess();
          }
        };
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  /// A registry of schemas that waits longer than by default.
  static RedisSchemaRegistry schemas(RedisConnectionFactory connections) {
    return RedisSchemaRegistry.of(connections, RedisSchemaRegistry.DEFAULT_KEY, TIMEOUT);
  }

  /// Dictionaries that wait longer than by default.
  static RedisDictionaries dictionaries(RedisConnectionFactory connections) {
    return RedisDictionaries.of(
        connections, RedisDictionaries.DEFAULT_KEY, ZstdOptions.defaults(), TIMEOUT);
  }

  /// Binds a port of loopback that refuses connections, and that no other process can take.
  static Socket refusing() throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  <V> RedisTemplate<String, V> template(RedisSerializer<V> values) {
    var template = new RedisTemplate<String, V>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setHashKeySerializer(RedisSerializer.string());
    template.setValueSerializer(values);
    template.setHashValueSerializer(values);
    template.afterPropertiesSet();
    return template;
  }

  /// A cache writer whose `put` returns after the value is stored.
  RedisCacheWriter cacheWriter() {
    return RedisCacheWriter.create(connections, writer -> writer.immediateWrites().enableLocking());
  }

  byte @Nullable [] get(String key) {
    try (RedisConnection redis = connections.getConnection()) {
      return redis.stringCommands().get(bytes(key));
    }
  }

  /// Stores a value.
  ///
  /// @param key its key
  /// @param value its bytes
  public void set(String key, byte[] value) {
    try (RedisConnection redis = connections.getConnection()) {
      Boolean _ = redis.stringCommands().set(bytes(key), value);
    }
  }

  /// Stores a field of a hash.
  ///
  /// @param key of the hash
  /// @param field its name
  /// @param value its bytes
  public void setField(String key, String field, byte[] value) {
    try (RedisConnection redis = connections.getConnection()) {
      Boolean _ = redis.hashCommands().hSet(bytes(key), bytes(field), value);
    }
  }

  /// Returns the value of a field that is there.
  ///
  /// @param key of the hash
  /// @param field its name
  /// @return its bytes
  public byte[] field(String key, String field) {
    try (RedisConnection redis = connections.getConnection()) {
      return requireNonNull(redis.hashCommands().hGet(bytes(key), bytes(field)));
    }
  }

  void flush() {
    try (RedisConnection redis = connections.getConnection()) {
      redis.serverCommands().flushAll();
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    connections.destroy();
    server.close();
  }
}
