// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.segue.golden.Shop.Item;
import dev.segue.golden.Shop.Order;
import dev.segue.golden.Shop.Status;
import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.UnknownValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Payloads in all modes. Values that were read are compared by the payloads that this version
/// writes for them.
class PayloadsTest {

  private static final GoldenFile FILE = new GoldenFile("payloads.txt");

  private record Case(Serializer serializer, @Nullable Object value) {}

  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    Payloads.serializers()
        .forEach((mode, serializer) -> {
          Payloads.values()
              .forEach((name, value) -> cases.put(name + ", " + mode, new Case(serializer, value)));
          if (mode.contains("references")) {
            Payloads.graphs()
                .forEach(
                    (name, value) -> cases.put(name + ", " + mode, new Case(serializer, value)));
          }
        });
    return cases;
  }

  static List<String> versions() {
    return FILE.versions();
  }

  @Test
  void thisVersionWritesTheSameBytes() {
    Map<String, byte[]> written = new LinkedHashMap<>();
    cases().forEach((name, one) -> written.put(name, one.serializer().toBytes(one.value())));
    FILE.compare(written);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void readsAllVersions(String version) {
    Map<String, Case> cases = cases();
    FILE.of(version)
        .forEach((name, payload) -> {
          Case one = found(cases, name);
          Object read = one.serializer().fromBytesOrNull(payload, Object.class);
          assertArrayEquals(
              one.serializer().toBytes(one.value()), one.serializer().toBytes(read), name);
        });
  }

  /// [Order] in a later version of the program.
  @Alias("dev.segue.golden.Shop$Order")
  public record LaterOrder(
      Status status,
      long id,
      List<Item> items,
      String customer,
      @DefaultValue("EUR") String currency) {}

  @ParameterizedTest
  @MethodSource("versions")
  void laterClassesCanBeRead(String version) {
    byte[] payload = found(FILE.of(version), "order, compatible");
    for (Execution execution : Execution.values()) {
      Serializer later =
          Serializer.builder()
              .schemaMode(SchemaMode.COMPATIBLE)
              .execution(execution)
              .register(LaterOrder.class, Item.class)
              .build();
      Order order = Payloads.order();
      LaterOrder read = later.fromBytes(payload, LaterOrder.class);
      assertEquals(
          new LaterOrder(order.status(), order.id(), order.items(), order.customer(), "EUR"), read);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void unknownClassesArePassedOn(String version) {
    byte[] payload = found(FILE.of(version), "order, compatible");
    Serializer knowsNothing =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .unknownTypes(UnknownTypes.KEEP)
            .build();
    UnknownValue kept = (UnknownValue) knowsNothing.fromBytes(payload, Object.class);
    assertEquals("dev.segue.golden.Shop$Order", kept.typeName());
    Serializer knows = found(Payloads.serializers(), "compatible");
    assertEquals(Payloads.order(), knows.fromBytes(knowsNothing.toBytes(kept), Object.class));
  }

  /// A view of [Order].
  public interface Glance {
    long id();

    @Nullable Integer discount();

    String customer();

    int itemsCount();

    Item items(int index);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void viewsReadAllVersions(String version) {
    for (String mode : List.of("consistent", "compatible")) {
      byte[] payload = found(FILE.of(version), "order, " + mode);
      Serializer serializer = found(Payloads.serializers(), mode);
      Glance glance = serializer.view(Glance.class, Order.class).at(payload);
      assertEquals(4711, glance.id());
      assertNull(glance.discount());
      assertEquals("Ann", glance.customer());
      assertEquals(2, glance.itemsCount());
      assertEquals(new Item("tea", 2), glance.items(0));
    }
  }
}
