// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.golden.Shop.Legacy;
import dev.segue.golden.Shop.Money;
import dev.segue.golden.Shop.Order;
import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Payloads of classes that a rule allows. Values that were read are compared by the payloads that
/// this version writes for them.
class RulesTest {

  private static final GoldenFile FILE = new GoldenFile("rules.txt");

  private static Serializer serializer(SchemaMode mode, boolean references) {
    return Serializer.builder()
        .allow(ClassRule.packagesOf(Shop.class))
        .register(TypeSurrogate.of(Money.class, BigDecimal.class, Money::amount, Money::new))
        .registerJavaSerialized(Legacy.class)
        .schemaMode(mode)
        .references(references)
        .build();
  }

  private static Map<String, Serializer> serializers() {
    Map<String, Serializer> serializers = new LinkedHashMap<>();
    serializers.put("consistent", serializer(SchemaMode.CONSISTENT, false));
    serializers.put("consistent, references", serializer(SchemaMode.CONSISTENT, true));
    serializers.put("compatible", serializer(SchemaMode.COMPATIBLE, false));
    serializers.put("compatible, references", serializer(SchemaMode.COMPATIBLE, true));
    return serializers;
  }

  private static Map<String, @Nullable Object> values(String mode) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(Payloads.values());
    if (mode.contains("references")) {
      values.putAll(Payloads.graphs());
    }
    return values;
  }

  static List<String> versions() {
    return FILE.versions();
  }

  @Test
  void thisVersionWritesTheSameBytes() {
    Map<String, byte[]> written = new LinkedHashMap<>();
    serializers()
        .forEach((mode, serializer) ->
            values(mode)
                .forEach(
                    (name, value) -> written.put(name + ", " + mode, serializer.toBytes(value))));
    FILE.compare(written);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void readsAllVersions(String version) {
    Map<String, byte[]> payloads = FILE.of(version);
    serializers()
        .forEach((mode, serializer) ->
            values(mode)
                .forEach((name, value) -> {
                  byte[] payload = found(payloads, name + ", " + mode);
                  Object read = serializer.fromBytesOrNull(payload, Object.class);
                  assertArrayEquals(serializer.toBytes(value), serializer.toBytes(read), name);
                }));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void registeredClassesCanBeRead(String version) {
    byte[] payload = found(FILE.of(version), "order, compatible");
    Serializer registered = found(Payloads.serializers(), "compatible");
    assertEquals(Payloads.order(), registered.fromBytes(payload, Order.class));
  }
}
