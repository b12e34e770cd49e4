// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/// Reads with a new version of a class what an old one has written, and the other way around.
public final class EvolutionExample {

  /// As the class was once. In an application it has one name; two of them need an alias here.
  record OrderOfLastYear(int number, String customer, List<String> items, boolean urgent) {}

  /// As it is now: `number` has become wider, `customer` is called `buyer`, the list is a set,
  /// `urgent` is gone, and there is a currency.
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
