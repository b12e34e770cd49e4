// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.nustaq.serialization.FSTConfiguration;

/// Reads values of FST and of Segue, and converts the former. The marked parts are the snippets of
/// docs/migrate/fst.md.
final class FstMigrationExample {

  static final class Item implements Serializable {
    private static final long serialVersionUID = 1;

    final String article;
    final int quantity;

    Item(String article, int quantity) {
      this.article = article;
      this.quantity = quantity;
    }

    @Override
    public String toString() {
      return quantity + " " + article;
    }
  }

  static final class Order implements Serializable {
    private static final long serialVersionUID = 1;

    final long id;
    final ArrayList<Item> items;

    Order(long id, List<Item> items) {
      this.id = id;
      this.items = new ArrayList<>(items);
    }

    @Override
    public String toString() {
      return id + ": " + items;
    }
  }

  // tag::fst-before[]
  /// Orders as FST's bytes.
  static final class FstOrders {

    private static final FSTConfiguration FST = FSTConfiguration.createDefaultConfiguration();

    static {
      FST.registerClass(Order.class, Item.class);
    }

    static byte[] write(Order order) {
      return FST.asByteArray(order);
    }

    static Order read(byte[] bytes) {
      return (Order) FST.asObject(bytes);
    }
  }

  // end::fst-before[]

  // tag::fst-after[]
  /// Orders as Segue's bytes. Reads FST's as well.
  static final class Orders {

    private static final Serializer SERIALIZER =
        Serializer.builder()
            .allow(ClassRule.packagesOf(Order.class))
            .schemaMode(SchemaMode.COMPATIBLE) // stored data outlives versions of the classes
            .build();

    static byte[] write(Order order) {
      return SERIALIZER.toBytes(order);
    }

    static Order read(byte[] bytes) {
      return isSegue(bytes) ? SERIALIZER.fromBytes(bytes, Order.class) : FstOrders.read(bytes);
    }

    /// Every Segue payload starts with E5, and none of FST's binary format does.
    static boolean isSegue(byte[] bytes) {
      return bytes.length > 1 && bytes[0] == (byte) 0xE5 && bytes[1] == 1;
    }
  }

  // end::fst-after[]

  private FstMigrationExample() {}

  public static void main(String[] args) {
    Order order = new Order(4711, List.of(new Item("tea", 2)));
    byte[] old = FstOrders.write(order);
    System.out.println("FST: " + Orders.read(old));
    byte[] converted = Orders.write(Orders.read(old));
    System.out.println("Segue: " + Orders.read(converted));
  }
}
