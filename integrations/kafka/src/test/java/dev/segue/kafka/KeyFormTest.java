// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyFormTest {
  enum Region {
    NORTH,
    @Alias("SUD")
    SOUTH {
      @Override
      public String toString() {
        return "south";
      }
    }
  }

  record Shop(Region region, int number) {}

  record OrderKey(Shop shop, @Nullable String customer, long id) {}

  record Plain(
      boolean a,
      byte b,
      short c,
      char d,
      @Nullable Integer e,
      @Nullable UUID f,
      @Nullable LocalDate g,
      @Nullable Instant h) {}

  record Before(long shop, String name) {}

  record Renamed(@Alias("shop") long store, String name) {}

  record Swapped(String name, long shop) {}

  record WithList(List<String> names) {}

  @SuppressWarnings("ArrayRecordComponent")
  record WithArray(byte[] bytes) {}

  record WithDouble(double amount) {}

  record Recursive(@Nullable Recursive parent) {}

  record OwnEquals(String name) {
    @Override
    public boolean equals(Object other) {
      return other instanceof OwnEquals key && key.name.equalsIgnoreCase(name);
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  record Positive(int number) {
    Positive {
      if (number <= 0) {
        throw new IllegalArgumentException("number=" + number);
      }
    }
  }

  private static <T> SegueSerde<T> serde(Class<T> type) {
    SegueSerde<T> serde = new SegueSerde<>();
    serde.configure(Map.of(SegueKafkaConfig.KEY_TYPE, type), true);
    return serde;
  }

  private static <T> byte[] bytes(SegueSerde<T> serde, T key) {
    byte[] bytes = serde.serializer().serialize("t", key);
    assertEquals(key, serde.deserializer().deserialize("t", bytes));
    return bytes;
  }

  @Test
  void plainKeysMatchKafkasOwnSerializers() {
    for (String key : List.of("", "tea", "5 €", "𝄞")) {
      assertArrayEquals(
          new StringSerializer().serialize("t", key), bytes(serde(String.class), key));
    }
    for (int key : new int[] {0, -1, Integer.MAX_VALUE}) {
      assertArrayEquals(
          new IntegerSerializer().serialize("t", key), bytes(serde(Integer.class), key));
      assertArrayEquals(
          new LongSerializer().serialize("t", (long) key), bytes(serde(Long.class), (long) key));
      assertArrayEquals(
          new ShortSerializer().serialize("t", (short) key),
          bytes(serde(Short.class), (short) key));
    }
    UUID uuid = new UUID(-1, 2);
    assertArrayEquals(new UUIDSerializer().serialize("t", uuid), bytes(serde(UUID.class), uuid));
    byte[] array = {1, 2};
    assertArrayEquals(array, serde(byte[].class).serializer().serialize("t", array));
    assertArrayEquals(array, serde(byte[].class).deserializer().deserialize("t", array));
    assertNull(serde(String.class).serializer().serialize("t", null));
    assertNull(serde(String.class).deserializer().deserialize("t", null));
  }

  @Test
  void constantsAreWrittenByName() {
    assertArrayEquals(
        "SOUTH".getBytes(StandardCharsets.UTF_8), bytes(serde(Region.class), Region.SOUTH));
    assertEquals(
        Region.SOUTH,
        serde(Region.class)
            .deserializer()
            .deserialize("t", "SUD".getBytes(StandardCharsets.UTF_8)));
  }

  /// The bytes are a compatibility promise: other bytes would be other keys.
  @Test
  void recordsKeepTheirBytes() {
    byte[] bytes =
        bytes(serde(OrderKey.class), new OrderKey(new Shop(Region.NORTH, 7), "Ann\0", -1));
    assertEquals(
        "63da6f12" // names and types of the components
            + "01" // shop
            + "014e4f5254480001" // NORTH
            + "80000007"
            + "01416e6e00ff0001" // Ann, and a zero
            + "7fffffffffffffff",
        HexFormat.of().formatHex(bytes));
  }

  @Test
  void allComponentsComeBack() {
    SegueSerde<Plain> serde = serde(Plain.class);
    byte[] _ = bytes(serde, new Plain(true, (byte) -1, (short) -2, 'x', null, null, null, null));
    byte[] _ =
        bytes(
            serde,
            new Plain(
                false,
                Byte.MIN_VALUE,
                Short.MAX_VALUE,
                '\uFFFF',
                -5,
                new UUID(3, -4),
                LocalDate.MIN,
                Instant.MAX));
    byte[] _ = bytes(serde(OrderKey.class), new OrderKey(new Shop(Region.SOUTH, -1), null, 5));
  }

  @Test
  void recordsAreOrderedByTheirComponents() {
    Random random = new Random(1);
    List<OrderKey> keys = new ArrayList<>();
    String[] names = {"", "\0", "\0\0", "\1", "a", "a\0", "ab", "b", "é", "€", "𝄞"};
    for (int i = 0; i < 500; i++) {
      keys.add(
          new OrderKey(
              new Shop(Region.values()[random.nextInt(2)], random.nextInt(5) - 2),
              names[random.nextInt(names.length)],
              random.nextLong()));
    }
    keys.sort(
        Comparator.comparing((OrderKey key) -> key.shop().region().name())
            .thenComparingInt(key -> key.shop().number())
            .thenComparing(OrderKey::customer)
            .thenComparingLong(OrderKey::id));
    SegueSerde<OrderKey> serde = serde(OrderKey.class);
    List<byte[]> bytes = keys.stream().map(key -> bytes(serde, key)).toList();
    for (int i = 1; i < bytes.size(); i++) {
      int order = Arrays.compareUnsigned(bytes.get(i - 1), bytes.get(i));
      assertEquals(
          Integer.signum(keys.get(i - 1).equals(keys.get(i)) ? 0 : -1), Integer.signum(order));
    }
  }

  @Test
  void renamedComponentKeepsTheKey() {
    byte[] before = bytes(serde(Before.class), new Before(3, "x"));
    assertArrayEquals(before, bytes(serde(Renamed.class), new Renamed(3, "x")));
    String message =
        Messages.of(
            assertThrows(
                SerializationException.class,
                () -> serde(Swapped.class).deserializer().deserialize("t", before)));
    assertTrue(message.contains("Swapped with the components (name:STRING?,shop:LONG)"), message);
  }

  @Test
  void classesWithoutUniqueBytesAreRefused() {
    assertRefused(Order.class, "its component items is a java.util.List");
    assertRefused(WithArray.class, "its component bytes is a byte[]");
    assertRefused(WithDouble.class, "its component amount is a double");
    assertRefused(Recursive.class, "it holds a record of its own class");
    assertRefused(OwnEquals.class, "it declares its own equals");
    assertRefused(List.class, "equal objects of this class may have different bytes");
    assertRefused(Object.class, "use String, Integer, Long");
  }

  private static void assertRefused(Class<?> type, String reason) {
    String message = Messages.of(assertThrows(ConfigException.class, () -> serde(type)));
    assertTrue(message.contains("segue.key.type") && message.contains(reason), message);
  }

  @Test
  void keyOfAnotherClassIsAnError() {
    SegueSerde<Object> serde = new SegueSerde<>();
    serde.configure(Map.of(SegueKafkaConfig.KEY_TYPE, "java.lang.Long"), true);
    String message =
        Messages.of(
            assertThrows(
                SerializationException.class, () -> serde.serializer().serialize("orders", 1)));
    assertTrue(message.contains("topic orders"), message);
    assertTrue(message.contains("java.lang.Integer"), message);
    assertTrue(message.contains("segue.key.type=java.lang.Long"), message);
  }

  @Test
  void damagedKeysAreErrors() {
    assertDamaged(Long.class, "00");
    assertDamaged(String.class, "ff");
    assertDamaged(UUID.class, "31");
    assertDamaged(Region.class, "31");
    assertDamaged(Before.class, "");
    SegueSerde<Before> serde = serde(Before.class);
    byte[] key = bytes(serde, new Before(3, "x"));
    for (int length = 0; length < key.length; length++) {
      assertDamaged(Before.class, HexFormat.of().formatHex(key, 0, length));
    }
    assertDamaged(Before.class, HexFormat.of().formatHex(key) + "00");
    byte[] positive = bytes(serde(Positive.class), new Positive(1));
    positive[positive.length - 1] = 0;
    assertDamaged(Positive.class, HexFormat.of().formatHex(positive));
    assertThrows(
        SerializationException.class,
        () -> serde(String.class).serializer().serialize("t", "\uD800"));
  }

  @Test
  void eachKeyIsReadFromOnlyOneByteSequence() {
    SegueSerde<Plain> serde = serde(Plain.class);
    byte[] key =
        serde
            .serializer()
            .serialize(
                "t",
                new Plain(
                    true,
                    (byte) 1,
                    (short) 2,
                    'x',
                    3,
                    new UUID(4, 5),
                    LocalDate.EPOCH,
                    Instant.MAX));
    int read = 0;
    for (int i = 0; i < key.length; i++) {
      for (int change = 1; change < 256; change++) {
        byte[] damaged = key.clone();
        damaged[i] ^= (byte) change;
        try {
          Plain found = serde.deserializer().deserialize("t", damaged);
          assertArrayEquals(damaged, serde.serializer().serialize("t", found));
          read++;
        } catch (SerializationException _) {
          // Another invalid key.
        }
      }
    }
    assertTrue(read > 255, "keys that were read: " + read);
  }

  private static void assertDamaged(Class<?> type, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThrows(
        SerializationException.class, () -> serde(type).deserializer().deserialize("t", bytes));
  }
}
