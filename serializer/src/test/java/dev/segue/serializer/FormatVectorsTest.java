// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shop.Item;
import shop.Labels;
import shop.Money;
import shop.Order;
import shop.Point;
import shop.Refusal;
import shop.Status;

/// The library writes the examples and the test vectors of `docs/format.md`.
class FormatVectorsTest {

  private static final Path PAGE = Path.of("..", "docs", "format.md");
  private static final Pattern VECTOR = Pattern.compile("^\\| (.+) \\| `(e501[0-9a-f ]+)` \\|$");
  private static final Pattern ANNOTATED = Pattern.compile("^ +\\d+ {2,}((?:[0-9a-f]{2} )+) .*$");
  private static final Pattern TEXT_OF_CLASS =
      Pattern.compile("^\\| `((throwable|codec|shop\\.Labels)\\b.+)` \\| `([0-9a-f]{8})` \\|$");
  private static final Pattern SCHEMA_FILE = Pattern.compile("`([0-9a-f]{16}\\.schema)`");
  private static final int FINGERPRINT_OFFSET = 8;
  private static final HexFormat HEX = HexFormat.of();

  /// A value and the serializer that writes it.
  private record Vector(@Nullable Object value, Serializer serializer) {

    String payload() {
      return HEX.formatHex(serializer.toBytes(value));
    }
  }

  private static Serializer serializer(UnaryOperator<SerializerBuilder> options) {
    return options
        .apply(Serializer.builder().register(Point.class, Order.class, Item.class))
        .build();
  }

  private static Map<String, Vector> vectors() {
    Serializer consistent = serializer(builder -> builder);
    Serializer compatible = serializer(builder -> builder.schemaMode(SchemaMode.COMPATIBLE));
    Serializer compact = serializer(builder -> builder.compactNumbers(true));
    Serializer references = serializer(builder -> builder.references(true));
    Object[] itself = {null, "x"};
    itself[0] = itself;
    Map<String, Vector> vectors = new LinkedHashMap<>();
    vectors.put("`null`", new Vector(null, consistent));
    vectors.put("`null`, compatible", new Vector(null, compatible));
    vectors.put("`\"hello\"`", new Vector("hello", consistent));
    vectors.put(
        "`ArrayList` of `1`, `\"a\"`", new Vector(new ArrayList<>(List.of(1, "a")), consistent));
    vectors.put("`new Point(1, 2)`", new Vector(new Point(1, 2), consistent));
    vectors.put("`new Point(1, 2)`, compatible", new Vector(new Point(1, 2), compatible));
    vectors.put("`new Item(\"tea\", 2)`, compact numbers", new Vector(new Item("tea", 2), compact));
    vectors.put(
        "`TreeMap` of `\"k\"` = `1L`", new Vector(new TreeMap<>(Map.of("k", 1L)), consistent));
    vectors.put("`LocalDate` 2026-11-25", new Vector(LocalDate.of(2026, 11, 25), consistent));
    vectors.put(
        "`Class[]` of `int`, `String[]`",
        new Vector(new Class<?>[] {int.class, String[].class}, consistent));
    vectors.put("`Object[]` of itself and `\"x\"`, references", new Vector(itself, references));
    return vectors;
  }

  /// Removes the blanks between the parts.
  private static String joined(String hex) {
    return hex.replace(" ", "");
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(PAGE);
  }

  @Test
  void writesTheVectors() throws IOException {
    StringBuilder written = new StringBuilder();
    vectors()
        .forEach((name, vector) -> written.append("%s: %s%n".formatted(name, vector.payload())));
    StringBuilder documented = new StringBuilder();
    for (String line : lines()) {
      Matcher matcher = VECTOR.matcher(line);
      if (matcher.matches()) {
        documented.append("%s: %s%n".formatted(matcher.group(1), joined(matcher.group(2))));
      }
    }
    assertEquals(documented.toString(), written.toString());
  }

  @Test
  void readsTheVectors() {
    vectors()
        .forEach((name, vector) -> {
          byte[] payload = vector.serializer().toBytes(vector.value());
          Object back =
              vector.serializer().readOrNull(MemorySegment.ofArray(payload), 0, Object.class);
          assertEquals(
              HEX.formatHex(payload), HEX.formatHex(vector.serializer().toBytes(back)), name);
        });
  }

  @Test
  void writesTheAnnotatedPayload() throws IOException {
    StringBuilder documented = new StringBuilder();
    for (String line : lines()) {
      Matcher matcher = ANNOTATED.matcher(line);
      if (matcher.matches()) {
        documented.append(matcher.group(1));
      }
    }
    Order order =
        new Order(
            7,
            null,
            Status.PAID,
            "Ann",
            "5 \u20ac",
            new ArrayList<>(List.of(new Item("tea", 2))),
            new Point(1, 2));
    String written = HEX.formatHex(serializer(builder -> builder).toBytes(order));
    assertEquals(joined(documented.toString()), written);
  }

  @Test
  void fingerprintMatchesTheText() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : lines()) {
      if (line.startsWith("    shop.")) {
        text.append(line.strip()).append('\n');
      }
    }
    byte[] payload =
        serializer(builder -> builder)
            .toBytes(new Order(0, null, Status.OPEN, "", "", List.of(), null));
    assertEquals(fingerprintOf(payload), fingerprintOf(text.toString()));
  }

  @Test
  void fingerprintsOfOtherClassesMatchTheirTexts() throws IOException {
    Serializer serializer =
        Serializer.builder()
            .register(Refusal.class, Labels.class)
            .register(TypeSurrogate.of(Money.class, BigDecimal.class, Money::amount, Money::new))
            .build();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("throwable", new Refusal(1, new int[0], "", List.of()));
    values.put("codec", new Money(BigDecimal.ONE));
    values.put("shop.Labels", new Labels<Integer>());
    int found = 0;
    for (String line : lines()) {
      Matcher matcher = TEXT_OF_CLASS.matcher(line);
      if (matcher.matches()) {
        String text = matcher.group(1) + (matcher.group(2).startsWith("shop.") ? "\n" : "");
        Object value = values.get(matcher.group(2));
        assertEquals(fingerprintOf(text), fingerprintOf(serializer.toBytes(value)), text);
        assertEquals(matcher.group(3), fingerprintOf(text), text);
        found++;
      }
    }
    assertEquals(values.size(), found);
  }

  @Test
  void registryFileHasTheDocumentedName(@TempDir Path directory) throws IOException {
    SchemaRegistry registry = SchemaRegistry.inDirectory(directory);
    serializer(builder -> builder.schemaRegistry(registry)).toBytes(new Point(1, 2));
    Matcher documented = SCHEMA_FILE.matcher(Files.readString(PAGE));
    assertTrue(documented.find());
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(
          List.of(documented.group(1)), files.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void multidimensionalArraysOfANamedClassAreTables() {
    Serializer serializer = serializer(builder -> builder);
    Thread.State[][][] value = {{{Thread.State.NEW}}};
    String payload = HEX.formatHex(serializer.toBytes(value));
    // The element class: Object, 512 + 2 dimensions, the slot of the name, the name.
    String name = HEX.formatHex("java.lang.Thread$State".getBytes(UTF_8));
    assertTrue(payload.contains("32000000" + "02020000" + "59000000" + name), payload);
    assertArrayEquals(value, serializer.fromBytes(HEX.parseHex(payload), Thread.State[][][].class));
  }

  private static String fingerprintOf(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(UTF_8));
    return HEX.toHexDigits((int) crc.getValue());
  }

  private static String fingerprintOf(byte[] payload) {
    return HEX.toHexDigits(
        ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt(FINGERPRINT_OFFSET));
  }
}
