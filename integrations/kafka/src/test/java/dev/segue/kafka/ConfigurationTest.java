// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private static final String ORDER = "dev.segue.kafka.Order";

  private static String refusal(Map<String, ?> configs, boolean isKey) {
    try (var serializer = new SegueSerializer<Object>()) {
      return Messages.of(
          assertThrows(ConfigException.class, () -> serializer.configure(configs, isKey)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "segue.type               | shop.Ordr        | could not be found",
        "segue.classes            | shop.Ordr        | there is no such class",
        "segue.classes            | java.lang.Thread | ",
        "segue.packages           | java.util        | is a package of the JDK",
        "segue.packages           | com/example      | is not the name of a package",
        "segue.schemas            | registry         | write one of record, topic",
        "segue.zstd               | fast             | write off, on, or a level",
        "segue.zstd               | 1000             | ",
        "segue.zstd.dictionaries  | /no/such/file    | cannot load the dictionary",
        "segue.unknown.types      | ignore           | write one of fail, null, keep",
        "segue.max.bytes          | 0                | ",
        "segue.max.depth          | 0                | write a positive number",
        "segue.max.allocation.bytes | many           | ",
        "segue.references         | maybe            | ",
        "segue.schemas.timeout.ms | -1               | ",
        "segue.package            | com.example      | segue.packages"
      })
  void errorsNameTheKeyAndTheRemedy(String key, String value, String remedy) {
    Map<String, Object> configs = new HashMap<>(Map.of(SegueKafkaConfig.TYPE, ORDER));
    configs.put(key, value);
    String message = refusal(configs, false);
    assertTrue(message.contains(key), message);
    assertTrue(remedy == null || message.contains(remedy), message);
  }

  @Test
  void missingKeyIsNamed() {
    String ofValues = refusal(Map.of(), false);
    assertTrue(ofValues.contains("segue.type, segue.classes or segue.packages"), ofValues);
    String ofKeys = refusal(Map.of(SegueKafkaConfig.TYPE, ORDER), true);
    assertTrue(ofKeys.contains("segue.key.type: write the class"), ofKeys);
    String ofTopic =
        refusal(Map.of(SegueKafkaConfig.TYPE, ORDER, SegueKafkaConfig.SCHEMAS, "topic"), false);
    assertTrue(ofTopic.contains("bootstrap.servers"), ofTopic);
  }

  @Test
  void propertiesFilesListsAndClassesWork() throws Exception {
    Properties file = new Properties();
    file.load(
        new StringReader(
            """
            segue.packages = com.example.shop, dev.segue.kafka
            segue.zstd = 3
            segue.references = true
            segue.max.depth = 50
            acks = all
            """));
    Map<String, Object> ofFile = new HashMap<>();
    file.forEach((key, value) -> ofFile.put((String) key, value));
    Map<String, Object> ofObjects =
        Map.of(
            SegueKafkaConfig.TYPE,
            Order.class,
            SegueKafkaConfig.CLASSES,
            List.of(Order.Item.class, ORDER),
            SegueKafkaConfig.REFERENCES,
            true);
    for (Map<String, Object> configs : List.of(ofFile, ofObjects)) {
      try (var serde = new SegueSerde<Order>()) {
        serde.configure(configs, false);
        byte[] bytes = serde.serializer().serialize("orders", Order.of(1, 100));
        assertEquals(Order.of(1, 100), serde.deserializer().deserialize("orders", bytes));
      }
    }
  }

  @Test
  void ownSerializerNeedsNoConfiguration() {
    var own =
        dev.segue.serializer.Serializer.builder().register(Order.class, Order.Item.class).build();
    try (var serde = new SegueSerde<>(own, Order.class)) {
      byte[] bytes = serde.serializer().serialize("orders", Order.of(1, 2));
      assertEquals(Order.of(1, 2), serde.deserializer().deserialize("orders", bytes));
      serde.configure(Map.of(SegueKafkaConfig.ZSTD, "on"), false);
      byte[] compressed = serde.serializer().serialize("orders", Order.of(1, 100));
      assertTrue(compressed.length < own.toBytes(Order.of(1, 100)).length);
      assertEquals(
          Order.of(1, 100),
          serde.deserializer().deserialize("orders", null, ByteBuffer.wrap(compressed)));
    }
  }

  @Test
  @SuppressWarnings("try") // each client closes it
  void clientsCanShareASerializerAndEachCloseIt() {
    var own =
        dev.segue.serializer.Serializer.builder().register(Order.class, Order.Item.class).build();
    try (var serializer = new SegueSerializer<Order>(own);
        var deserializer = new SegueDeserializer<>(own, Order.class)) {
      for (int client = 0; client < 2; client++) {
        byte[] bytes = serializer.serialize("orders", Order.of(1, 2));
        assertEquals(Order.of(1, 2), deserializer.deserialize("orders", bytes));
        serializer.close();
        deserializer.close();
      }
    }
  }

  @Test
  void serializerStaysUsableDuringReconfiguration() {
    Map<String, Object> configs = Map.of(SegueKafkaConfig.TYPE, ORDER);
    Map<String, Object> wrong = Map.of(SegueKafkaConfig.TYPE, ORDER, SegueKafkaConfig.ZSTD, "fast");
    try (var serde = new SegueSerde<Order>()) {
      serde.configure(configs, false);
      byte[] bytes = serde.serializer().serialize("orders", Order.of(1, 2));
      assertThrows(ConfigException.class, () -> serde.serializer().configure(wrong, false));
      assertThrows(ConfigException.class, () -> serde.deserializer().configure(wrong, false));
      assertArrayEquals(bytes, serde.serializer().serialize("orders", Order.of(1, 2)));
      assertEquals(Order.of(1, 2), serde.deserializer().deserialize("orders", bytes));
    }
  }

  @Test
  void idleFetchIsAnsweredBeforeItTimesOut() {
    for (int timeoutMs : new int[] {1, 1_000, 5_000, 60_000}) {
      Map<String, Object> consumer =
          ClientSettings.of(Map.of("bootstrap.servers", "localhost:1"), "schemas")
              .consumer(timeoutMs);
      int wait = (int) consumer.getOrDefault("fetch.max.wait.ms", Integer.MAX_VALUE);
      assertTrue(wait < (int) consumer.getOrDefault("request.timeout.ms", 0));
    }
  }

  @Test
  void nothingIsWrittenWithoutConfiguration() {
    try (var serializer = new SegueSerializer<String>()) {
      String message =
          Messages.of(
              assertThrows(IllegalStateException.class, () -> serializer.serialize("t", "text")));
      assertTrue(message.contains("configure(configs, isKey)"), message);
    }
  }
}
