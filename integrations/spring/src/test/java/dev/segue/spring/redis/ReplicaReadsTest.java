// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.spring.Order;
import dev.segue.spring.SegueSpring;
import io.lettuce.core.ReadFrom;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.serializer.SerializationException;

/// Schemas and dictionaries of clients that read from a replica that is far behind and still empty.
class ReplicaReadsTest {

  private static TestRedis primary;
  private static TestRedis replica;
  private static Socket nobody;
  private static LettuceConnectionFactory connections;

  @BeforeAll
  static void start() throws IOException {
    primary = TestRedis.start();
    replica = TestRedis.start();
    nobody = TestRedis.refusing();
    try (RedisConnection redis = replica.connections().getConnection()) {
      redis.serverCommands().replicaOf("127.0.0.1", nobody.getLocalPort());
    }
    connections = connect("");
  }

  @AfterAll
  static void stop() throws IOException {
    if (nobody != null) {
      nobody.close();
    }
    if (connections != null) {
      connections.destroy();
    }
    for (TestRedis redis : new TestRedis[] {primary, replica}) {
      if (redis != null) {
        redis.close();
      }
    }
  }

  /// A client that reads from the replica only.
  ///
  /// @param user a user of Redis; empty for the default one
  private static LettuceConnectionFactory connect(String user) {
    var nodes =
        new RedisStaticMasterReplicaConfiguration("127.0.0.1", primary.server().port())
            .node("127.0.0.1", replica.server().port());
    if (!user.isEmpty()) {
      nodes.setUsername(user);
      nodes.setPassword(user);
    }
    var factory =
        new LettuceConnectionFactory(
            nodes,
            LettuceClientConfiguration.builder()
                .readFrom(ReadFrom.REPLICA)
                .commandTimeout(Duration.ofMinutes(5))
                .shutdownTimeout(Duration.ZERO)
                .shutdownQuietPeriod(Duration.ZERO)
                .build());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  private static Serializer with(LettuceConnectionFactory factory, Class<?>... registered) {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring")
        .schemaRegistry(TestRedis.schemas(factory))
        .register(registered)
        .build();
  }

  @Test
  void schemasMissingOnTheReplicaAreReadFromThePrimary() {
    byte[] stored = with(primary.connections()).toBytes(Order.of(1));
    assertEquals(Order.of(1), with(connections, Order.class).fromBytes(stored, Order.class));
  }

  @Test
  void dictionariesMissingOnTheReplicaAreReadFromThePrimary() {
    Serializer serializer = Order.serializer();
    List<byte[]> samples =
        LongStream.range(0, 1000).mapToObj(i -> serializer.toBytes(Order.of(i))).toList();
    SegueRedisSerializer<Object> plain = SegueRedisSerializer.of(serializer);
    try (var writing = TestRedis.dictionaries(connections);
        var reading = TestRedis.dictionaries(connections)) {
      int id = writing.train(samples);
      assertEquals(id, writing.newest().orElseThrow());
      byte[] stored = plain.compressed(writing).serialize(Order.of(4711));
      assertTrue(stored.length < serializer.toBytes(Order.of(4711)).length / 2);
      assertEquals(Order.of(4711), plain.compressed(reading).deserialize(stored));
    }
  }

  @Test
  void withoutScriptsValuesMissUntilTheReplicaCatchesUp() {
    for (TestRedis redis : List.of(primary, replica)) {
      try (RedisConnection connection = redis.connections().getConnection()) {
        Object _ =
            connection.execute(
                "ACL",
                TestRedis.bytes("SETUSER"),
                TestRedis.bytes("reader"),
                TestRedis.bytes("on"),
                TestRedis.bytes(">reader"),
                TestRedis.bytes("~*"),
                TestRedis.bytes("+@all"),
                TestRedis.bytes("-@scripting"));
      }
    }
    LettuceConnectionFactory reader = connect("reader");
    try (var dictionaries = TestRedis.dictionaries(reader)) {
      byte[] stored = with(primary.connections()).toBytes(Order.of(1));
      var values = SegueRedisSerializer.of(with(reader, Order.class));
      var e = assertThrows(SerializationException.class, () -> values.deserialize(stored));
      var cause = assertInstanceOf(dev.segue.serializer.SerializationException.class, e.getCause());
      assertEquals(Kind.UNKNOWN_SCHEMA, cause.kind());
      assertTrue(dictionaries.newest().isEmpty() && dictionaries.refresh());
    } finally {
      reader.destroy();
    }
  }
}
