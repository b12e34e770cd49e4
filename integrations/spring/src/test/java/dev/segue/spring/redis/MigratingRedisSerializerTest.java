// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.spring.Order;
import dev.segue.spring.UnreadableValues;
import java.beans.PropertyChangeSupport;
import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;

/// Values that other serializers wrote.
class MigratingRedisSerializerTest {

  private static final ClassLoader LOADER = Order.class.getClassLoader();
  private static final RedisSerializer<Object> JAVA = RedisSerializer.java();
  private static final SegueRedisSerializer<Object> SEGUE =
      SegueRedisSerializer.of(Order.serializer());
  private static final MigratingRedisSerializer<Object> MIGRATING =
      MigratingRedisSerializer.of(SEGUE).readingJavaSerialized(LOADER);

  @Test
  void writesAndReadsSegue() {
    byte[] stored = MIGRATING.serialize(Order.of(1));
    assertEquals(0xE5, stored[0] & 0xFF);
    assertEquals(Order.of(1), MIGRATING.deserialize(stored));
    assertEquals(Order.of(1), MIGRATING.read(MIGRATING.write(Order.of(1))));
    assertNull(MIGRATING.deserialize(null));
    assertNull(MIGRATING.deserialize(new byte[0]));
  }

  @Test
  void readsJavaSerializedValues() {
    Map<String, Object> mixed = new HashMap<>();
    mixed.put("date", LocalDate.EPOCH);
    mixed.put("set", Set.of(1, 2));
    mixed.put("sorted", new TreeMap<>(Map.of("a", "b")));
    mixed.put("concurrent", new ConcurrentHashMap<>(Map.of(1L, UUID.randomUUID())));
    for (Object value : List.of(Order.of(1), mixed, new ArrayList<>(List.of("a")), 7L, "text")) {
      assertEquals(value, MIGRATING.deserialize(JAVA.serialize(value)));
      assertEquals(value, MIGRATING.read(ByteBuffer.wrap(JAVA.serialize(value))));
    }
  }

  @Test
  void writesWhatInstancesWithoutSegueReadUntilAllHaveIt() {
    var first = MIGRATING.writingWith(JAVA);
    assertEquals(Order.of(1), JAVA.deserialize(first.serialize(Order.of(1))));
    assertEquals(Order.of(1), JAVA.deserialize(first.write(Order.of(1)).array()));
    assertEquals(Order.of(1), first.deserialize(first.serialize(Order.of(1))));
    assertEquals(Order.of(1), first.deserialize(MIGRATING.serialize(Order.of(1))));
    assertEquals(Order.of(1), MIGRATING.deserialize(first.serialize(Order.of(1))));
    assertNull(first.deserialize(first.serialize(null)));
    assertTrue(first.canSerialize(PropertyChangeSupport.class));
    assertFalse(MIGRATING.canSerialize(PropertyChangeSupport.class));
  }

  @Test
  void readsASecurityContextOfJavaSerialization() {
    var context =
        new SecurityContextImpl(
            UsernamePasswordAuthenticationToken.authenticated(
                "ann", null, List.of(new SimpleGrantedAuthority("ROLE_USER"))));
    assertEquals(context, MIGRATING.deserialize(JAVA.serialize(context)));
  }

  @Test
  void classesThatSegueCannotWriteAreRejected() {
    byte[] stored = JAVA.serialize(new PropertyChangeSupport("bean"));
    var e = assertThrows(SerializationException.class, () -> MIGRATING.deserialize(stored));
    assertTrue(String.valueOf(e.getMessage()).contains("REJECTED"), e.getMessage());
  }

  @Test
  void customFilterDecidesAlone() {
    var strings =
        MigratingRedisSerializer.of(SEGUE)
            .readingJavaSerialized(LOADER, ObjectInputFilter.Config.createFilter("java.lang.*;!*"));
    assertEquals(7L, strings.deserialize(JAVA.serialize(7L)));
    byte[] order = JAVA.serialize(Order.of(1));
    assertThrows(SerializationException.class, () -> strings.deserialize(order));
  }

  @Test
  void javaSerializationIsAnErrorByDefault() {
    byte[] stored = JAVA.serialize("text");
    var off = MigratingRedisSerializer.of(SEGUE);
    assertThrows(SerializationException.class, () -> off.deserialize(stored));
  }

  @Test
  void arrayWithAHugeStatedLengthIsRejected() {
    byte[] stored = JAVA.serialize(new long[] {1});
    stored[stored.length - 12] = 0x7F; // the length, before the one element
    var e = assertThrows(SerializationException.class, () -> MIGRATING.deserialize(stored));
    assertTrue(String.valueOf(e.getMessage()).contains("REJECTED"), e.getMessage());
  }

  @Test
  void readsValuesOfAnotherSerializer() {
    var json = GenericJacksonJsonRedisSerializer.builder().enableUnsafeDefaultTyping().build();
    var migrating = MIGRATING.readingOthersWith(json);
    Map<String, Object> value = new HashMap<>(Map.of("a", 1, "b", "text"));
    assertEquals(value, migrating.deserialize(json.serialize(value)));
    assertEquals("a text", migrating.deserialize(json.serialize("a text")));
    assertEquals(Order.of(1), migrating.deserialize(JAVA.serialize(Order.of(1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", " stored?", "!frame?", "&small?", "\"lz4?", "娜娜", "å"})
  void textIsNeverTakenForAValueOfSegue(String text) {
    var strings = RedisSerializer.string();
    for (var segue : List.of(SEGUE, SEGUE.compressed(CompressionPolicy.of(Codec.zstd())))) {
      var migrating = MigratingRedisSerializer.of(segue).readingOthersWith(strings);
      assertEquals(text, migrating.deserialize(requireNonNull(strings.serialize(text))));
      assertEquals(Order.of(1), migrating.deserialize(migrating.serialize(Order.of(1))));
    }
  }

  /// Another serializer may have a registry, too.
  private static final class Offline implements RedisSerializer<Object> {
    @Override
    public byte[] serialize(@Nullable Object value) {
      return new byte[0];
    }

    @Override
    public Object deserialize(byte @Nullable [] bytes) {
      throw new QueryTimeoutException("offline");
    }
  }

  @Test
  void offlineOtherSerializerMakesNoValueMissing() {
    var unreadable = UnreadableValues.missing("orders");
    var migrating =
        MigratingRedisSerializer.of(SEGUE.onUnreadable(unreadable))
            .readingOthersWith(new Offline());
    assertThrows(QueryTimeoutException.class, () -> migrating.deserialize(new byte[] {'{', '}'}));
    assertEquals(0, unreadable.count());
  }

  @Test
  void unreadableValuesOfAnySerializerMayCountAsMissing() {
    var unreadable = UnreadableValues.missing("orders");
    var migrating =
        MigratingRedisSerializer.of(
                SegueRedisSerializer.of(Order.serializer(), Order.class).onUnreadable(unreadable))
            .readingJavaSerialized(LOADER)
            .readingOthersWith(
                GenericJacksonJsonRedisSerializer.builder().enableUnsafeDefaultTyping().build());
    assertNull(migrating.deserialize(JAVA.serialize("no order")));
    assertNull(migrating.deserialize("{broken".getBytes(StandardCharsets.UTF_8)));
    byte[] cut = SEGUE.serialize(Order.of(1));
    assertNull(migrating.deserialize(Arrays.copyOf(cut, cut.length - 5)));
    assertEquals(3, unreadable.count());
    assertEquals(Order.of(1), migrating.deserialize(JAVA.serialize(Order.of(1))));
  }
}
