// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EverydayObjectTest {
  @ParameterizedTest
  @EnumSource
  void objectIsReproducible(EverydayObject object) {
    assertEquals(object.create(), object.create());
    assertEquals(object.type(), object.create().getClass());
  }

  @Test
  void everyFieldOfAnOrderAffectsEquality() throws IllegalAccessException {
    for (Field field : Order.class.getFields()) {
      var other = Order.populated();
      assertNotNull(field.get(other), field.getName());
      field.set(other, null);
      assertNotEquals(Order.populated(), other, field.getName());
    }
  }

  @Test
  void everyFieldOfAProductAffectsEquality() throws IllegalAccessException {
    var product = Product.random(new Random(1), 1);
    for (Field field : Product.class.getFields()) {
      var other = Product.random(new Random(1), 1);
      assertEquals(product, other);
      field.set(other, field.getType().isPrimitive() ? (Object) (byte) -1 : null);
      assertNotEquals(product, other, field.getName());
    }
  }

  @Test
  void catalogStringsHaveRealisticLengths() {
    var catalog = Catalog.populated();
    assertEquals(100, catalog.products.size());
    assertTrue(catalog.products.stream().anyMatch(product -> product.comment == null));
    assertTrue(catalog.products.stream().anyMatch(product -> product.comment != null));
    for (Product product : catalog.products) {
      int length = product.description.length();
      assertTrue(length >= 40 && length <= 80, product.description);
      assertTrue(product.description.chars().allMatch(c -> c < 128), product.description);
      assertEquals(3, product.tags.size());
    }
  }
}
