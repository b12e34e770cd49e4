// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.examples.KryoMigrationExample.Item;
import dev.segue.examples.KryoMigrationExample.KryoOrders;
import dev.segue.examples.KryoMigrationExample.Order;
import dev.segue.examples.KryoMigrationExample.Orders;
import dev.segue.serializer.SerializationException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

/// The claims of docs/migrate/kryo.md.
class KryoMigrationTest {

  private static Order order(long id) {
    return new Order(id, new ArrayList<>(List.of(new Item("tea", 2))));
  }

  @Test
  void ordersOfBothLibrariesAreRead() {
    for (long id = -114; id < 5000; id += 7) {
      assertEquals(order(id), Orders.read(KryoOrders.write(order(id))));
      assertEquals(order(id), Orders.read(Orders.write(order(id))));
    }
  }

  @Test
  void everyOrderIsConvertedOnce() {
    ConcurrentMap<Long, byte[]> store = new ConcurrentHashMap<>();
    for (long id = 0; id < 10; id++) {
      store.put(id, id % 2 == 0 ? KryoOrders.write(order(id)) : Orders.write(order(id)));
    }
    byte[] untouched = store.get(1L);
    assertEquals(5, KryoMigrationExample.convert(store));
    assertEquals(0, KryoMigrationExample.convert(store));
    store.forEach((id, bytes) -> assertEquals(order(id), Orders.read(bytes)));
    assertTrue(store.values().stream().allMatch(Orders::isSegue));
    assertArrayEquals(untouched, store.get(1L));
  }

  /// The one kind of Kryo payload that looks like Segue's: `writeObject`, without references, of a
  /// class whose first field is written as these two bytes.
  @Test
  void kryoPayloadThatStartsLikeSegueIsAnError() {
    byte[] bytes = KryoOrders.write(order(-115));
    assertTrue(Orders.isSegue(bytes));
    assertThrows(SerializationException.class, () -> Orders.read(bytes));
  }

  @Test
  void kryoPayloadWithClassId227IsAnError() {
    Kryo kryo = new Kryo();
    kryo.register(Order.class, 227);
    kryo.register(Item.class);
    kryo.register(ArrayList.class);
    Output output = new Output(256, -1);
    kryo.writeClassAndObject(output, order(4711));
    assertTrue(Orders.isSegue(output.toBytes()));
    assertThrows(SerializationException.class, () -> Orders.read(output.toBytes()));
  }

  @Test
  void payloadsWithAClassOrReferencesDoNotStartLikeSegue() {
    for (boolean references : new boolean[] {false, true}) {
      Kryo kryo = new Kryo();
      kryo.setReferences(references);
      kryo.register(Order.class);
      kryo.register(Item.class);
      kryo.register(ArrayList.class);
      Output output = new Output(256, -1);
      kryo.writeClassAndObject(output, order(-115));
      assertFalse(Orders.isSegue(output.toBytes()));
      if (references) {
        output.reset();
        kryo.writeObject(output, order(-115));
        assertFalse(Orders.isSegue(output.toBytes()));
      }
    }
  }
}
