// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Versions of a program that read each other's records.
class EvolutionTest {
  private static final String OLD =
      """
      record Order(long id, Object event) {}
      record Paid(int cents) {}
      """;
  private static final String NEW =
      """
      record Order(long id, Object event, @DefaultValue("web") String channel) {}
      @Alias("shop.Paid") record Payment(long cents) {}
      record Refunded(String reason) {}
      """;

  @TempDir static Path folders;
  private static Program older;
  private static Program newer;

  @BeforeAll
  static void compile() throws IOException {
    older = new Program(Files.createDirectory(folders.resolve("old")), OLD);
    newer = new Program(Files.createDirectory(folders.resolve("new")), NEW);
  }

  private static SegueSerde<Object> serde(Program version, String... more) {
    Map<String, Object> configs = new HashMap<>(Map.of(SegueKafkaConfig.PACKAGES, "shop"));
    for (int i = 0; i < more.length; i += 2) {
      configs.put(more[i], more[i + 1]);
    }
    SegueSerde<Object> serde = new SegueSerde<>();
    return version.as(() -> {
      serde.configure(configs, false);
      return serde;
    });
  }

  private static String carried(SegueSerde<Object> writer, SegueSerde<Object> reader, Object it) {
    byte[] value = writer.serializer().serialize("orders", it);
    return String.valueOf(reader.deserializer().deserialize("orders", value));
  }

  @Test
  void olderAndNewerVersionsReadEachOther() {
    SegueSerde<Object> old = serde(older);
    SegueSerde<Object> current = serde(newer);
    assertEquals(
        "Order[id=1, event=null, channel=web]",
        carried(old, current, older.make("Order", 1L, null)));
    assertEquals(
        "Order[id=1, event=x]", carried(current, old, newer.make("Order", 1L, "x", "phone")));
  }

  @Test
  void versionsMayDifferInCompactNumbers() {
    SegueSerde<Object> old = serde(older, SegueKafkaConfig.COMPACT_NUMBERS, "false");
    SegueSerde<Object> current = serde(newer, SegueKafkaConfig.CLASSES, "shop.Payment");
    assertEquals(
        "Order[id=1, event=Payment[cents=7], channel=web]",
        carried(old, current, older.make("Order", 1L, older.make("Paid", 7))));
    assertEquals(
        "Order[id=1, event=x]", carried(current, old, newer.make("Order", 1L, "x", "phone")));
  }

  @Test
  void renamedClassIsFoundByAliasIfListed() {
    Object paid = older.make("Order", 1L, older.make("Paid", 7));
    SegueSerde<Object> listed = serde(newer, SegueKafkaConfig.CLASSES, "shop.Payment");
    assertEquals(
        "Order[id=1, event=Payment[cents=7], channel=web]", carried(serde(older), listed, paid));
    SerializationException failure =
        assertThrows(SerializationException.class, () -> carried(serde(older), serde(newer), paid));
    assertTrue(Messages.of(failure).contains("shop.Paid"), Messages.of(failure));
  }

  @Test
  void unknownClassesAreHandledAsConfigured() {
    Object refunded = newer.make("Order", 1L, newer.make("Refunded", "late"), "web");
    SegueSerde<Object> current = serde(newer);
    SegueSerde<Object> failing = serde(older);
    SerializationException failure =
        assertThrows(SerializationException.class, () -> carried(current, failing, refunded));
    assertTrue(Messages.of(failure).contains("shop.Refunded"), Messages.of(failure));
    SegueSerde<Object> lenient = serde(older, SegueKafkaConfig.UNKNOWN_TYPES, "null");
    assertEquals("Order[id=1, event=null]", carried(current, lenient, refunded));
    byte[] unknown = current.serializer().serialize("t", newer.make("Refunded", "late"));
    assertNull(lenient.deserializer().deserialize("t", unknown));
    SegueSerde<Object> keeping = serde(older, SegueKafkaConfig.UNKNOWN_TYPES, "keep");
    byte[] value = current.serializer().serialize("orders", refunded);
    Object kept = keeping.deserializer().deserialize("orders", value);
    assertEquals(
        "Order[id=1, event=Refunded[reason=late], channel=web]", carried(keeping, current, kept));
  }
}
