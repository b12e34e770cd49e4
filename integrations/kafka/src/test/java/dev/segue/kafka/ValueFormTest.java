// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.ZstdDictionary;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValueFormTest {
  private static final Headers NO_HEADERS = new RecordHeaders();

  private static SegueSerde<Order> serde(String... more) {
    Map<String, Object> configs = new HashMap<>();
    configs.put(SegueKafkaConfig.TYPE, Order.class.getName());
    for (int i = 0; i < more.length; i += 2) {
      configs.put(more[i], more[i + 1]);
    }
    SegueSerde<Order> serde = new SegueSerde<>();
    serde.configure(configs, false);
    return serde;
  }

  private static byte[] bytes(SegueSerde<Order> serde, Order order) {
    return serde.serializer().serialize("orders", order);
  }

  private static Order read(SegueSerde<Order> serde, byte[] bytes) {
    return serde.deserializer().deserialize("orders", bytes);
  }

  @Test
  void nullIsATombstone() {
    SegueSerde<Order> serde = serde();
    assertNull(serde.serializer().serialize("orders", null));
    assertNull(serde.serializer().serialize("orders", new RecordHeaders(), null));
    assertNull(serde.deserializer().deserialize("orders", null));
    assertNull(serde.deserializer().deserialize("orders", NO_HEADERS, (byte[]) null));
    assertNull(serde.deserializer().deserialize("orders", NO_HEADERS, (ByteBuffer) null));
  }

  @Test
  void everyKindOfBufferIsReadInPlace() {
    SegueSerde<Order> serde = serde();
    byte[] value = bytes(serde, Order.of(1, 3));
    for (ByteBuffer memory : List.of(ByteBuffer.allocate(4096), ByteBuffer.allocateDirect(4096))) {
      memory.position(100).put(value).flip().position(100);
      for (ByteBuffer part : List.of(memory, memory.asReadOnlyBuffer(), memory.slice())) {
        assertEquals(
            Order.of(1, 3),
            serde.deserializer().deserialize("orders", NO_HEADERS, part.duplicate()));
      }
    }
  }

  @Test
  void headerContainsTheFormatAndTheSchema() {
    Headers headers = copied();
    serde().serializer().serialize("orders", headers, Order.of(1, 3));
    String schema = header(headers);
    assertTrue(schema.matches("1-[0-9a-f]{16}"), schema);
    assertEquals(2, headers.toArray().length);
    Headers again = new RecordHeaders();
    serde(SegueKafkaConfig.ZSTD, "on").serializer().serialize("orders", again, Order.of(2, 90));
    assertEquals(schema.replace("1-", "1z-"), header(again));
  }

  /// Headers of the record that another one was made from.
  private static Headers copied() {
    Headers headers = new RecordHeaders();
    headers.add("segue", "of another value".getBytes(StandardCharsets.UTF_8));
    headers.add("other", new byte[0]);
    return headers;
  }

  @Test
  void withoutHeadersTheOneOfAnotherValueIsRemoved() {
    Headers headers = copied();
    byte[] value =
        serde(SegueKafkaConfig.HEADERS, "false")
            .serializer()
            .serialize("orders", headers, Order.of(1, 3));
    assertNull(headers.lastHeader("segue"));
    assertEquals(1, headers.toArray().length);
    byte[] same = serde().serializer().serialize("orders", new RecordHeaders(), Order.of(1, 3));
    assertArrayEquals(value, same);
  }

  @Test
  void resentRecordKeepsItsHeader() {
    SegueSerde<Order> serde = serde();
    RecordHeaders headers = new RecordHeaders();
    byte[] first = serde.serializer().serialize("orders", headers, Order.of(1, 3));
    headers.setReadOnly(); // like a producer after serialization
    assertArrayEquals(first, serde.serializer().serialize("orders", headers, Order.of(1, 3)));
    assertEquals(1, headers.toArray().length);
  }

  @Test
  void numbersAndTextsOfEverySettingAreRead() {
    Order order = new Order(7, "Zażółć gęślą jaźń", List.of(new Order.Item("5 €", -3)));
    List<SegueSerde<Order>> all =
        List.of(
            serde(),
            serde(SegueKafkaConfig.COMPACT_NUMBERS, "false"),
            serde(SegueKafkaConfig.UTF_8, "true"),
            serde(SegueKafkaConfig.COMPACT_NUMBERS, "false", SegueKafkaConfig.UTF_8, "true"));
    for (SegueSerde<Order> writer : all) {
      for (SegueSerde<Order> reader : all) {
        assertEquals(order, read(reader, bytes(writer, order)));
      }
    }
    assertTrue(bytes(all.get(0), order).length < bytes(all.get(1), order).length);
    assertTrue(bytes(all.get(2), order).length < bytes(all.get(0), order).length);
  }

  @Test
  void numbersOfEitherSettingAreReadWithSchemasElsewhere() {
    SchemaRegistry schemas = SchemaRegistry.inMemory();
    List<SegueSerde<Order>> both = List.of(shared(schemas, true), shared(schemas, false));
    for (SegueSerde<Order> writer : both) {
      for (SegueSerde<Order> reader : both) {
        assertEquals(Order.of(1, 3), read(reader, bytes(writer, Order.of(1, 3))));
      }
    }
  }

  private static SegueSerde<Order> shared(SchemaRegistry schemas, boolean compactNumbers) {
    return new SegueSerde<>(
        Serializer.builder()
            .schemaRegistry(schemas)
            .compactNumbers(compactNumbers)
            .registerReachable(Order.class)
            .build(),
        Order.class);
  }

  private static String header(Headers headers) {
    Header header = headers.lastHeader(SegueKafkaConfig.HEADER);
    return new String(header.value(), StandardCharsets.US_ASCII);
  }

  @Test
  void compressedAndPlainValuesAreReadByEitherSetting() {
    SegueSerde<Order> plain = serde();
    SegueSerde<Order> compressing = serde(SegueKafkaConfig.ZSTD, "5");
    byte[] large = bytes(compressing, Order.of(1, 200));
    assertTrue(large.length < bytes(plain, Order.of(1, 200)).length / 2);
    for (SegueSerde<Order> reader : List.of(plain, compressing)) {
      assertEquals(Order.of(1, 200), read(reader, large));
      assertEquals(Order.of(1, 200), read(reader, bytes(plain, Order.of(1, 200))));
      assertEquals(Order.of(1, 0), read(reader, bytes(compressing, Order.of(1, 0))));
    }
    SegueSerde<Order> strict = serde(SegueKafkaConfig.MAX_BYTES, "1000");
    assertTrue(poison(strict, large).contains("segue.max.bytes=1000"));
  }

  @Test
  void dictionaryMakesShortValuesShorter(@TempDir Path folder) throws Exception {
    SegueSerde<Order> plain = serde();
    List<MemorySegment> samples =
        IntStream.range(0, 1000)
            .mapToObj(i -> MemorySegment.ofArray(bytes(plain, Order.of(i, i % 5))))
            .toList();
    Path file = folder.resolve("orders.dict");
    try (ZstdDictionary dictionary = ZstdDictionary.train(samples, 8 << 10)) {
      dictionary.save(file);
    }
    try (SegueSerde<Order> serde =
        serde(SegueKafkaConfig.ZSTD, "on", SegueKafkaConfig.ZSTD_DICTIONARIES, file.toString())) {
      byte[] value = bytes(serde, Order.of(5000, 2));
      assertTrue(value.length < bytes(plain, Order.of(5000, 2)).length / 2);
      assertEquals(Order.of(5000, 2), read(serde, value));
      assertTrue(poison(plain, value).contains("dictionary"));
    }
  }

  @Test
  void poisonIsASerializationExceptionWithTheReason() {
    SegueSerde<Order> serde = serde();
    byte[] value = bytes(serde, Order.of(1, 3));
    assertTrue(poison(serde, new byte[0]).contains("the value is empty"));
    assertTrue(
        poison(serde, "{\"json\": 1}".getBytes(StandardCharsets.UTF_8))
            .contains("cannot read a record of topic"));
    for (int length = 1; length < value.length; length++) {
      poison(serde, Arrays.copyOf(value, length));
    }
    String longer = poison(serde, Arrays.copyOf(value, value.length + 1));
    assertTrue(longer.contains("its payload ends after " + value.length), longer);
    byte[] damaged = value.clone();
    damaged[13] ^= 1;
    poison(serde, damaged);
    byte[] envelope = bytes(serde(SegueKafkaConfig.ZSTD, "on"), Order.of(1, 200));
    poison(serde, Arrays.copyOf(envelope, envelope.length - 1));
  }

  @Test
  void damageIsAnotherValueOrASerializationException() {
    Random random = new Random(1);
    SegueSerde<Order> serde = serde(SegueKafkaConfig.ZSTD, "on");
    for (int items : new int[] {1, 100}) {
      byte[] value = bytes(serde, Order.of(1, items));
      for (int i = 0; i < 2_000; i++) {
        byte[] damaged = value.clone();
        damaged[random.nextInt(value.length)] = (byte) random.nextInt();
        damaged[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
        try {
          Order _ = read(serde, damaged);
        } catch (SerializationException e) {
          assertTrue(Messages.of(e).contains("topic orders"), Messages.of(e));
        }
      }
    }
  }

  private static String poison(SegueSerde<Order> serde, byte[] value) {
    SerializationException failure =
        assertThrows(
            SerializationException.class,
            () -> serde.deserializer().deserialize("orders", NO_HEADERS, ByteBuffer.wrap(value)));
    assertTrue(Messages.of(failure).contains(Messages.of(failure.getCause())));
    return Messages.of(failure);
  }

  record Unlisted(int number) {}

  @Test
  void unlistedClassIsASerializationException() {
    SegueSerde<Object> serde = new SegueSerde<>();
    serde.configure(Map.of(SegueKafkaConfig.CLASSES, Order.class.getName()), false);
    SerializationException failure =
        assertThrows(
            SerializationException.class,
            () -> serde.serializer().serialize("orders", new Unlisted(1)));
    assertTrue(Messages.of(failure).contains("topic orders"), Messages.of(failure));
    assertTrue(Messages.of(failure).contains("Unlisted"), Messages.of(failure));
    assertInstanceOf(dev.segue.serializer.SerializationException.class, failure.getCause());
  }
}
