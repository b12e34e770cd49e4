// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.segue.serializer.testing.CollectionSamples;
import dev.segue.serializer.testing.Sample;
import dev.segue.serializer.testing.SimpleSamples;
import dev.segue.serializer.testing.StateSamples;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every JDK type as a root, as a field, as an element, as a key and a value, in generic classes,
/// declared as interfaces and `Object`, with both executions, in both kinds of memory.
class JdkTypesRoundTripTest {

  static class Fields<T> {
    @Nullable Object any;
    @Nullable T generic;
    @Nullable T missing;
    List<T> list = new ArrayList<>();
    List<? extends @Nullable Object> immutable = List.of();
    Map<String, T> values = new HashMap<>();
    Map<String, T> wrapped = Map.of();
    Set<String> names = Set.of();
  }

  record Component<T>(T generic, @Nullable T missing, Object any) {}

  record Keys(Map<Object, Integer> keys, Set<Object> elements) {}

  static Stream<Sample> samples() throws Exception {
    return Stream.of(SimpleSamples.all(), CollectionSamples.all(), StateSamples.all())
        .flatMap(samples -> samples);
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Fields.class, Component.class, Keys.class)
        .execution(execution)
        .build();
  }

  private static final List<Serializer> SERIALIZERS =
      Stream.of(Execution.values()).map(JdkTypesRoundTripTest::serializer).toList();

  /// Round-trips a value through an array and through native memory; the bytes must be the same.
  private static List<UnaryOperator<Object>> ways() {
    List<UnaryOperator<Object>> ways = new ArrayList<>();
    for (Serializer serializer : SERIALIZERS) {
      ways.add(value -> present(serializer.fromBytes(serializer.toBytes(value), Object.class)));
      ways.add(value -> {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment segment = arena.allocate(1 << 20);
          serializer.write(value, segment, 5);
          return present(serializer.read(segment, 5, Object.class));
        }
      });
    }
    return ways;
  }

  private static Object present(@Nullable Object value) {
    assertNotNull(value);
    return value;
  }

  private static void same(Sample sample, @Nullable Object back) {
    assertNotNull(back);
    assertEquals(sample.value().getClass(), back.getClass());
    assertEquals(sample.facets().apply(sample.value()), sample.facets().apply(back));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void roundTripsAsARoot(Sample sample) {
    ways().forEach(way -> same(sample, way.apply(sample.value())));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void roundTripsAsAFieldAnElementAndAValue(Sample sample) {
    for (UnaryOperator<Object> way : ways()) {
      Fields<Object> fields = new Fields<>();
      fields.any = sample.value();
      fields.generic = sample.value();
      fields.list.add(sample.value());
      fields.immutable = List.of(sample.value(), "and", sample.value());
      fields.values.put("k", sample.value());
      fields.wrapped = Collections.unmodifiableMap(new TreeMap<>(fields.values));
      fields.names = Collections.unmodifiableSet(fields.wrapped.keySet());
      Fields<?> back = (Fields<?>) way.apply(fields);
      same(sample, back.any);
      same(sample, back.generic);
      assertNull(back.missing);
      same(sample, back.list.getFirst());
      same(sample, back.immutable.getLast());
      same(sample, back.values.get("k"));
      same(sample, back.wrapped.get("k"));
      assertEquals(fields.wrapped.getClass(), back.wrapped.getClass());
      assertEquals(fields.names, back.names);
      assertEquals(fields.names.getClass(), back.names.getClass());
      Component<?> component =
          (Component<?>)
              way.apply(
                  new Component<>(sample.value(), null, new Component<>(1, 2, sample.value())));
      same(sample, component.generic);
      assertNull(component.missing);
      same(sample, ((Component<?>) component.any).any);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void roundTripsAsAKeyAndAnElementOfASet(Sample sample) {
    if (!sample.hashable()) {
      return;
    }
    for (UnaryOperator<Object> way : ways()) {
      Keys keys = new Keys(new HashMap<>(), new LinkedHashSet<>());
      keys.keys.put(sample.value(), 1);
      keys.elements.add("first");
      keys.elements.add(sample.value());
      Keys back = (Keys) way.apply(keys);
      assertEquals(1, back.keys.get(sample.value()));
      same(sample, back.keys.keySet().iterator().next());
      same(sample, List.copyOf(back.elements).getLast());
    }
  }
}
