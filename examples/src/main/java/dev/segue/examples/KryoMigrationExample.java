// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Moves a store of Kryo payloads to Segue while programs use it. The marked parts are the snippets
/// of docs/migrate/kryo.md.
final class KryoMigrationExample {

  record Item(String article, int quantity) {}

  record Order(long id, List<Item> items) {}

  // tag::before[]
  /// Orders as Kryo's bytes.
  static final class KryoOrders {

    private static final ThreadLocal<Kryo> KRYO =
        ThreadLocal.withInitial(() -> {
          Kryo kryo = new Kryo();
          kryo.register(Order.class);
          kryo.register(Item.class);
          kryo.register(ArrayList.class);
          return kryo;
        });

    static byte[] write(Order order) {
      Output output = new Output(256, -1);
      KRYO.get().writeObject(output, order);
      return output.toBytes();
    }

    static Order read(byte[] bytes) {
      return KRYO.get().readObject(new Input(bytes), Order.class);
    }
  }

  // end::before[]

  // tag::after[]
  /// Orders as Segue's bytes. Reads Kryo's as well.
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
      return isSegue(bytes) ? SERIALIZER.fromBytes(bytes, Order.class) : KryoOrders.read(bytes);
    }

    /// Every Segue payload starts with E5 and the version of its format.
    static boolean isSegue(byte[] bytes) {
      return bytes.length > 1 && bytes[0] == (byte) 0xE5 && bytes[1] == 1;
    }
  }

  // end::after[]

  // tag::convert[]
  /// Converts what is left of Kryo's bytes. Programs may read and write the store meanwhile.
  static int convert(ConcurrentMap<Long, byte[]> store) {
    int converted = 0;
    for (Map.Entry<Long, byte[]> entry : store.entrySet()) {
      byte[] old = entry.getValue();
      if (!Orders.isSegue(old)
          && store.replace(entry.getKey(), old, Orders.write(Orders.read(old)))) {
        converted++; // otherwise another thread has stored a newer order
      }
    }
    return converted;
  }

  // end::convert[]

  private KryoMigrationExample() {}

  public static void main(String[] args) {
    ConcurrentMap<Long, byte[]> store = new ConcurrentHashMap<>();
    for (long id = 1; id <= 3; id++) {
      Item item = new Item("tea", (int) id);
      store.put(id, KryoOrders.write(new Order(id, new ArrayList<>(List.of(item)))));
    }
    store.put(2L, Orders.write(new Order(2, List.of(new Item("coffee", 5)))));
    store.values().forEach(bytes -> System.out.println("Read " + Orders.read(bytes)));
    System.out.println("Converted: " + convert(store));
    System.out.println("Left: " + store.values().stream().filter(b -> !Orders.isSegue(b)).count());
    store.values().forEach(bytes -> System.out.println("Read " + Orders.read(bytes)));
  }
}
