// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.kafka.SegueSerde;
import java.util.Map;

/// A key and a value of a record, without a broker.
final class Main {

  record Customer(String country, int number) {}

  record Order(String article, int quantity) {}

  private Main() {}

  private static boolean comesBack(Object data, boolean isKey, Map<String, String> configs) {
    try (SegueSerde<Object> serde = new SegueSerde<>()) {
      serde.configure(configs, isKey);
      byte[] bytes = serde.serializer().serialize("orders", data);
      return data.equals(serde.deserializer().deserialize("orders", bytes));
    }
  }

  public static void main(String[] args) {
    Map<String, String> configs =
        Map.of("segue.packages", "app", "segue.key.type", "app.Main$Customer", "segue.zstd", "on");
    System.out.println(
        comesBack(new Customer("DE", 7), true, configs)
            && comesBack(new Order("tea ".repeat(100), 2), false, configs));
  }
}
