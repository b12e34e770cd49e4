// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.ruled.Shop;
import dev.segue.serializer.ruled.Shop.Circle;
import dev.segue.serializer.ruled.Shop.Drawing;
import dev.segue.serializer.ruled.Shop.Item;
import dev.segue.serializer.ruled.Shop.Order;
import dev.segue.serializer.ruled.Shop.Square;
import dev.segue.serializer.ruled.Shop.Status;
import dev.segue.serializer.ruled.stock.Shelf;
import dev.segue.serializer.testing.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Writing objects of classes that rules have allowed allocates nothing.
@Tag("jit")
class ClassRulesAllocationTest {

  @Test
  @Tag("allocation")
  void nothingIsAllocatedOnceClassesAreKnown() {
    Serializer serializer = Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).build();
    List<Item> items = new ArrayList<>(List.of(new Item("pen", 2)));
    Order order = new Order(1, items, Status.PAID, new Shelf(1, "a"));
    Drawing drawing = new Drawing(new Circle(1), new ArrayList<>(List.of(new Square(2))));
    for (MemorySegment memory :
        List.of(MemorySegment.ofArray(new byte[1 << 12]), Arena.ofAuto().allocate(1 << 12))) {
      double bytes =
          Allocation.perRunOnceCompiled(() -> {
            serializer.write(order, memory, 0);
            serializer.write(drawing, memory, 0);
          });
      assertTrue(bytes < 1, () -> "bytes per write: " + bytes);
    }
  }
}
