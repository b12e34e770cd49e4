// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.FinalFields;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkContentsTest {

  enum Color {
    RED
  }

  record Texts(String text, Integer number, Color color, List<String> lines) {}

  record Dated(LocalDate date, Map<String, BigDecimal> sums) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Linked(@Nullable Linked next, Texts texts, Dated[] dated) {}

  sealed interface Animal {}

  record Cat(String name) implements Animal {}

  record Zoo(List<Animal> animals) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Numbers(int[] numbers) {}

  record Buffered(ByteBuffer buffer) {}

  record Vague(Object value) {}

  @SuppressWarnings("rawtypes")
  record Raw(List values) {}

  record Nested(Map<String, List<Numbers>> numbers) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Bat(byte[] sound) implements Night {}

  interface Night {}

  record Cave(Night inhabitant) {}

  record Nobody(Unregistered value) {}

  interface Unregistered {}

  @SuppressWarnings("serial") // never serialized by the JDK
  static final class Shelf extends ArrayList<String> {
    final int[] widths = {};
  }

  static final Set<Class<?>> SMALL =
      Set.of(Texts.class, Dated.class, Linked.class, Cat.class, Zoo.class);

  @ParameterizedTest
  @ValueSource(
      classes = {
        Texts.class,
        Dated.class,
        Linked.class,
        Cat.class,
        Zoo.class,
        Numbers.class,
        Buffered.class,
        Vague.class,
        Raw.class,
        Nested.class,
        Bat.class,
        Cave.class,
        Nobody.class
      })
  void areWhereDeclarationsAllowThem(Class<?> type) {
    assertEquals(!SMALL.contains(type), bulk(Color.class).isIn(type));
  }

  /// A list whose declared type does not exclude other state than its elements.
  @Test
  void arePossibleInUserDefinedLists() {
    assertTrue(bulk(Color.class, Shelf.class).isIn(Texts.class));
    assertFalse(bulk(Color.class, Shelf.class).isIn(Dated.class));
  }

  private static BulkContents bulk(Class<?>... withoutPlan) {
    Map<Class<?>, ObjectLayout> plans = plans();
    Set<Class<?>> registered =
        Stream.concat(plans.keySet().stream(), Stream.of(withoutPlan)).collect(Collectors.toSet());
    return new BulkContents(
        plans, registered, Set.<Class<?>>of(LocalDate.class, BigDecimal.class)::contains);
  }

  private static Map<Class<?>, ObjectLayout> plans() {
    List<Class<?>> types = new ArrayList<>(SMALL);
    types.addAll(List.of(Numbers.class, Buffered.class, Vague.class, Raw.class, Nested.class));
    types.addAll(List.of(Bat.class, Cave.class, Nobody.class));
    ClassModels models = new ClassModels(new Shapes(Set.copyOf(types)), FinalFields.ALLOW, false);
    Map<Class<?>, ObjectLayout> plans = new HashMap<>();
    for (Class<?> type : types) {
      ClassModel model = models.of(type);
      plans.put(type, LayoutPlanner.plan(model, false));
    }
    return plans;
  }
}
