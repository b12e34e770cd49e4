// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/// Reads objects of an old version of a class with a new version, and vice versa.
public final class EvolutionExample {

  /// The old version of the class. An application has one class of that name; the two versions in
  /// this example need an alias.
  record OrderOfLastYear(int number, String customer, List<String> items, boolean urgent) {}

  /// The new version: `number` is wider, `customer` is renamed to `buyer`, the list is a set,
  /// `urgent` is removed, and the currency is new.
  @Alias("dev.segue.examples.EvolutionExample$OrderOfLastYear")
  record Order(
      @DefaultValue("EUR") String currency,
      BigInteger number,
      @Alias("customer") String buyer,
      Set<String> items) {}

  private EvolutionExample() {}

  /// Runs the example.
  ///
  /// @param args ignored
  public static void main(String[] args) {
    Serializer old =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(OrderOfLastYear.class)
            .build();
    Serializer now =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Order.class).build();

    byte[] payload =
        old.toBytes(new OrderOfLastYear(7, "Ada", List.of("gears", "gears", "wheels"), true));
    System.out.println(now.fromBytes(payload, Order.class));
  }
}
