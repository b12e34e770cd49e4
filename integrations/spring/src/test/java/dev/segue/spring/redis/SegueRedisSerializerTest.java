// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.spring.Order;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.UnreadableValues;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.util.StopWatch;

/// Tests of the serializer that need no server.
class SegueRedisSerializerTest {

  private static final SegueRedisSerializer<Object> ANY =
      SegueRedisSerializer.of(Order.serializer());
  private static final SegueRedisSerializer<Order> ORDERS =
      SegueRedisSerializer.of(Order.serializer(), Order.class);

  private static String message(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  @Test
  void valuesAreRestoredAndNoBytesAreNull() {
    assertEquals(Order.of(1), ORDERS.deserialize(ORDERS.serialize(Order.of(1))));
    assertEquals(0, ORDERS.serialize(null).length);
    assertNull(ORDERS.deserialize(null));
    assertNull(ORDERS.deserialize(new byte[0]));
    assertNull(ORDERS.read(ByteBuffer.allocate(0)));
  }

  @Test
  void pairReadsEveryKindOfBuffer() {
    var pair = ORDERS.pair();
    ByteBuffer written = pair.write(Order.of(1));
    int length = written.remaining();
    var direct = ByteBuffer.allocateDirect(length + 7).position(3);
    direct.put(written.duplicate()).flip().position(3);
    assertEquals(Order.of(1), pair.read(direct));
    assertFalse(direct.hasRemaining());
    assertEquals(Order.of(1), pair.read(written.asReadOnlyBuffer()));
    assertEquals(Order.of(1), pair.read(written));
    assertFalse(written.hasRemaining());
    assertSame(ORDERS, ORDERS.context().getValueSerializationPair().getReader());
  }

  @Test
  void reportsWhatItCanSerialize() {
    assertTrue(ANY.canSerialize(Order.class));
    assertTrue(ANY.canSerialize(String.class));
    assertFalse(ANY.canSerialize(Thread.class));
    assertFalse(ANY.canSerialize(List.class));
    assertTrue(ORDERS.canSerialize(Order.class));
    assertFalse(ORDERS.canSerialize(String.class));
    assertEquals(Order.class, ORDERS.getTargetType());
    assertEquals(Object.class, ANY.getTargetType());
  }

  @Test
  void forbiddenClassIsSpringsErrorWithSeguesMessage() {
    var e = assertThrows(SerializationException.class, () -> ANY.serialize(new StopWatch()));
    assertInstanceOf(dev.segue.serializer.SerializationException.class, e.getCause());
    assertTrue(message(e).contains(message(e.getCause())), message(e));
    assertTrue(message(e).contains("org.springframework.util.StopWatch"), message(e));
  }

  @Test
  void wrongTypeOrDamageIsSpringsError() {
    byte[] text = ANY.serialize("text");
    var e = assertThrows(SerializationException.class, () -> ORDERS.deserialize(text));
    assertTrue(message(e).contains(Order.class.getName()), message(e));
    assertInstanceOf(dev.segue.serializer.SerializationException.class, e.getCause());
    assertThrows(SerializationException.class, () -> ORDERS.deserialize(new byte[] {1, 2, 3}));
    assertThrows(SerializationException.class, () -> ANY.deserialize(text, Order.class));
    assertEquals("text", ANY.deserialize(text, String.class));
  }

  @Test
  void javaSerializedValueIsAnErrorThatNamesTheRemedy() {
    byte[] java = RedisSerializer.java().serialize(Order.of(1));
    var e = assertThrows(SerializationException.class, () -> ORDERS.deserialize(java));
    assertTrue(message(e).contains("MigratingRedisSerializer"), message(e));
  }

  @Test
  void unreadableValuesMayCountAsMissing() {
    var unreadable = UnreadableValues.missing("orders");
    var lenient = ORDERS.onUnreadable(unreadable);
    assertNull(lenient.deserialize(ANY.serialize("text")));
    assertNull(lenient.read(ByteBuffer.wrap(new byte[] {1, 2, 3})));
    assertEquals(2, unreadable.count());
    assertEquals(Order.of(1), lenient.deserialize(ORDERS.serialize(Order.of(1))));
    assertEquals(2, unreadable.count());
  }

  @Test
  void compressedAndPlainValuesAreRead() {
    var zstd = ANY.compressed(CompressionPolicy.of(Codec.zstd()));
    String text = "tea ".repeat(1000);
    byte[] stored = zstd.serialize(text);
    assertTrue(stored.length < 100, "length=" + stored.length);
    assertEquals(text, zstd.deserialize(stored));
    assertEquals(text, zstd.deserialize(ANY.serialize(text)));
    assertEquals(Order.of(1), zstd.deserialize(zstd.serialize(Order.of(1))));
    assertThrows(SerializationException.class, () -> ANY.deserialize(stored));
    stored[stored.length / 2] ^= 0x10;
    assertThrows(SerializationException.class, () -> zstd.deserialize(stored));
  }

  @Test
  void statedLengthBeyondTheLimitFailsBeforeAllocation() {
    var zstd = ANY.compressed(CompressionPolicy.of(Codec.zstd())).withMaxValueLength(1000);
    byte[] stored = zstd.serialize("tea ".repeat(1000));
    var e = assertThrows(SerializationException.class, () -> zstd.deserialize(stored));
    assertTrue(message(e).contains("1000"), message(e));
    assertThrows(IllegalArgumentException.class, () -> ANY.withMaxValueLength(0));
  }

  /// JSON needs a reference to the generic type for these.
  @Test
  void elementsOfGenericValuesKeepTheirClasses() {
    Map<Long, List<Order>> byId = new HashMap<>();
    byId.put(1L, List.of(Order.of(1), Order.of(2)));
    byId.put(2L, new ArrayList<>(List.of(Order.of(3))));
    assertEquals(byId, ANY.deserialize(ANY.serialize(byId)));
    List<Object> mixed = List.of(1, 1L, 1.5f, BigDecimal.ONE, Optional.of(Order.of(1)));
    assertEquals(mixed, ANY.deserialize(ANY.serialize(mixed)));
  }

  /// JSON writes no class for the first ones, and cannot read them.
  @Test
  void unmodifiableCollectionsComeBackAsWholeValues() {
    List<Object> values =
        List.of(
            Stream.of(Order.of(1), Order.of(2)).toList(),
            Stream.<@Nullable Object>of(Order.of(1), null).toList(),
            List.of(),
            List.of(Order.of(1)),
            Set.of(Order.of(1), Order.of(2)),
            Map.of("a", List.of(1)),
            Collections.unmodifiableList(new ArrayList<>(List.of(Order.of(1)))),
            Collections.emptyMap(),
            Arrays.asList(1, 2, 3),
            Arrays.asList(1, 2, 3).subList(1, 3));
    for (Object value : values) {
      assertEquals(value, ANY.deserialize(ANY.serialize(value)));
    }
  }

  /// A registry whose Redis does not answer.
  private static final class Offline implements SchemaRegistry {
    @Override
    public void put(long fingerprint, byte[] schema) {
      throw new QueryTimeoutException("offline");
    }

    @Override
    public byte @Nullable [] get(long fingerprint) {
      throw new QueryTimeoutException("offline");
    }
  }

  @Test
  void offlineRegistryDoesNotCountAsAnUnreadableValue() {
    SchemaRegistry schemas = SchemaRegistry.inMemory();
    byte[] stored = SegueRedisSerializer.of(with(schemas)).serialize(Order.of(1));
    var unreadable = UnreadableValues.missing("orders");
    var offline = SegueRedisSerializer.of(with(new Offline())).onUnreadable(unreadable);
    var other = new Object[] {Order.of(1), 1};
    assertThrows(QueryTimeoutException.class, () -> offline.serialize(Order.of(1)));
    assertThrows(
        QueryTimeoutException.class,
        () -> offline.deserialize(SegueRedisSerializer.of(with(schemas)).serialize(other)));
    assertEquals(0, unreadable.count());
    var empty =
        SegueRedisSerializer.of(changed(SchemaRegistry.inMemory())).onUnreadable(unreadable);
    assertNull(empty.deserialize(stored));
    assertEquals(1, unreadable.count());
  }

  @Test
  void stoppedConnectionFactoryDoesNotCountAsAnUnreadableValue() {
    byte[] stored = SegueRedisSerializer.of(with(SchemaRegistry.inMemory())).serialize(Order.of(1));
    var notStarted = new LettuceConnectionFactory("127.0.0.1", 1);
    assertThrows(IllegalStateException.class, notStarted::getConnection);
    var unreadable = UnreadableValues.missing("orders");
    var values =
        SegueRedisSerializer.of(with(RedisSchemaRegistry.of(notStarted))).onUnreadable(unreadable);
    assertThrows(DataAccessException.class, () -> values.deserialize(stored));
    assertThrows(DataAccessException.class, () -> values.serialize(Order.of(1)));
    assertEquals(0, unreadable.count());
  }

  private static Serializer with(SchemaRegistry schemas) {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring")
        .schemaRegistry(schemas)
        .build();
  }

  /// A serializer with another schema for orders.
  private static Serializer changed(SchemaRegistry schemas) {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring")
        .schemaRegistry(schemas)
        .register(Order.class)
        .build();
  }

  @Test
  void bytesAreTheSerializersPayload() {
    assertArrayEquals(Order.serializer().toBytes(Order.of(1)), ORDERS.serialize(Order.of(1)));
  }
}
