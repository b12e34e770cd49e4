// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Sample;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Records whose last component is declared with `...`: it is an array like any other.
@SuppressWarnings({"ArrayRecordComponent", "NullAway"})
class VarargsRecordsTest {

  private static final String HERE = "dev.segue.serializer.internal.layout.VarargsRecordsTest$";

  record Texts0(int a, String @Nullable ... rest) {}

  @Alias(HERE + "Texts0")
  record Texts1(long a, String @Nullable ... rest) {}

  record Numbers0(String a, int @Nullable ... rest) {}

  @Alias(HERE + "Numbers0")
  record Numbers1(String a, long @Nullable ... rest) {}

  record Sole0(Object @Nullable ... all) {}

  @Alias(HERE + "Sole0")
  record Sole1(Object @Nullable [] all, int added) {}

  @SuppressWarnings("unchecked")
  record Generic0<T>(int a, T @Nullable ... rest) {}

  @Alias(HERE + "Generic0")
  @SuppressWarnings("unchecked")
  record Generic1<T>(long a, T @Nullable ... rest) {}

  @SuppressWarnings("unchecked")
  record Lists0(List<String> @Nullable ... rest) {}

  @Alias(HERE + "Lists0")
  @SuppressWarnings("unchecked")
  record Lists1(List<String> @Nullable ... rest) {}

  record Sample(Object before, Class<?> now, Object @Nullable [] rest) {}

  @SuppressWarnings("unchecked")
  private static List<Sample> samples() {
    return List.of(
        new Sample(new Texts0(1), Texts1.class, new String[0]),
        new Sample(new Texts0(1, (String[]) null), Texts1.class, null),
        new Sample(new Texts0(1, "a"), Texts1.class, new String[] {"a"}),
        new Sample(new Texts0(1, "a", null), Texts1.class, new String[] {"a", null}),
        new Sample(new Numbers0("x"), Numbers1.class, new Object[0]),
        new Sample(new Numbers0("x", (int[]) null), Numbers1.class, null),
        new Sample(new Numbers0("x", 4, 5), Numbers1.class, new Object[] {4L, 5L}),
        new Sample(new Sole0(), Sole1.class, new Object[0]),
        new Sample(new Sole0((Object[]) null), Sole1.class, null),
        new Sample(new Sole0((Object) null), Sole1.class, new Object[] {null}),
        new Sample(new Sole0("a", 1), Sole1.class, new Object[] {"a", 1}),
        new Sample(new Generic0<>(3), Generic1.class, new Object[0]),
        new Sample(new Generic0<Object>(3, "a"), Generic1.class, new Object[] {"a"}),
        new Sample(new Lists0(), Lists1.class, new Object[0]),
        new Sample(new Lists0((List<String>[]) null), Lists1.class, null),
        new Sample(new Lists0(List.of("a")), Lists1.class, new Object[] {List.of("a")}));
  }

  static Stream<Arguments> all() {
    return samples().stream()
        .flatMap(sample ->
            Arrays.stream(Execution.values()).map(execution -> Arguments.of(sample, execution)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void roundTrip(Sample sample, Execution execution) {
    for (SchemaMode mode : SchemaMode.values()) {
      Serializer serializer = serializer(sample.before.getClass(), mode, execution);
      byte[] payload = serializer.toBytes(sample.before);
      for (int i = 0; i < 80; i++) {
        Object read = serializer.fromBytes(payload, Object.class);
        assertEquals(describe(rest(sample.before)), describe(rest(read)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void areReadFromAnotherVersion(Sample sample, Execution execution) {
    byte[] payload =
        serializer(sample.before.getClass(), SchemaMode.COMPATIBLE, execution)
            .toBytes(sample.before);
    Serializer reader = serializer(sample.now, SchemaMode.COMPATIBLE, execution);
    for (int i = 0; i < 200; i++) {
      Object read = reader.fromBytes(payload, Object.class);
      assertEquals(sample.now, read.getClass());
      assertEquals(describe(sample.rest), describe(rest(read)));
    }
  }

  private static Serializer serializer(Class<?> type, SchemaMode mode, Execution execution) {
    return Serializer.builder().register(type).schemaMode(mode).execution(execution).build();
  }

  private static String describe(@Nullable Object array) {
    String text = Arrays.deepToString(new Object[] {array});
    return text.substring(1, text.length() - 1);
  }

  private static @Nullable Object rest(Object record) {
    return switch (record) {
      case Texts0(var _, var rest) -> rest;
      case Texts1(var _, var rest) -> rest;
      case Numbers0(var _, var rest) -> rest;
      case Numbers1(var _, var rest) -> rest;
      case Sole0(var all) -> all;
      case Sole1(var all, var _) -> all;
      case Generic0<?>(var _, var rest) -> rest;
      case Generic1<?>(var _, var rest) -> rest;
      case Lists0(var rest) -> rest;
      case Lists1(var rest) -> rest;
      default -> throw new AssertionError(record);
    };
  }

  interface TextsView {
    int a();

    default int count(String @Nullable ... more) {
      return more == null ? -1 : a() + more.length;
    }
  }

  @ParameterizedTest
  @EnumSource
  void defaultMethodsOfViewsAcceptThem(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Texts0.class).execution(execution).build();
    TextsView view =
        serializer
            .view(TextsView.class, Texts0.class)
            .at(MemorySegment.ofArray(serializer.toBytes(new Texts0(1, "a"))), 0);
    assertNotNull(view);
    assertEquals(-1, view.count((String[]) null));
    assertEquals(1, view.count());
    assertEquals(3, view.count("x", "y"));
    assertNull(new Texts0(1, (String[]) null).rest());
    assertArrayEquals(new String[] {"a"}, new Texts0(1, "a").rest());
  }
}
