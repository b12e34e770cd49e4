// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Ignored;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Components and fields that are marked as ignored and not written.
@SuppressWarnings("unused")
class IgnoredTest {

  /// A type that cannot be written.
  static final class Connection extends Thread {}

  record Point(
      @Ignored int hash,
      String name,
      @Ignored @Nullable Connection connection,
      @Ignored @DefaultValue("7") long version,
      @Ignored @DefaultValue("") List<String> log,
      double x,
      @Ignored boolean isValid,
      @Ignored float f,
      @Ignored byte b,
      @Ignored short s,
      @Ignored char c,
      @Ignored double d) {

    static Point of(String name) {
      return new Point(
          5, name, new Connection(), 9, List.of("x"), 1.5, true, 1f, (byte) 1, (short) 1, 'c', 1d);
    }

    static Point read(String name) {
      return new Point(0, name, null, 7, List.of(), 1.5, false, 0f, (byte) 0, (short) 0, '\0', 0d);
    }
  }

  /// The written part of a point.
  record Written(String name, double x) {}

  @SuppressWarnings("serial") // JDK 26 sets final fields only by serialization
  static class Bean implements Serializable {
    String name = "none";
    @Ignored @Nullable Connection connection;
    @Ignored int counter = 3;

    @Ignored
    @DefaultValue("11")
    final int version;

    @Ignored transient int both = 4;
    transient int cache = 5;
    @Ignored static int shared = 6;

    Bean() {
      this(0);
    }

    Bean(int version) {
      this.version = version;
    }
  }

  @SuppressWarnings("serial") // not serialized by the JDK
  static class Child extends Bean {
    int own = 1;
    @Ignored String note = "new";
  }

  static class WithoutConstructor {
    int x;
    @Ignored int y = 2;

    @Ignored
    @DefaultValue("a")
    String text = "b";

    WithoutConstructor(int x) {
      this.x = x;
    }
  }

  record OnlyIgnored(@Ignored int x) {}

  @SuppressWarnings("ArrayRecordComponent") // a separate shape
  record Holder(List<Point> points, Point[] array, @Nullable Point one, Object any) {}

  static class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;
    int code = 1;
    @Ignored int secret = 2;

    Broken(String message) {
      super(message);
    }
  }

  static class Bag extends ArrayList<String> {
    private static final long serialVersionUID = 1;
    String label = "l";
    @Ignored String hidden = "h";
  }

  private static SerializerBuilder builder() {
    return Serializer.builder()
        .register(
            Point.class,
            Bean.class,
            Child.class,
            WithoutConstructor.class,
            OnlyIgnored.class,
            Holder.class,
            Broken.class,
            Bag.class);
  }

  static Stream<Arguments> serializers() {
    return Stream.of(Execution.values())
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(false, true)
                        .map(references ->
                            Arguments.of(
                                builder()
                                    .execution(execution)
                                    .schemaMode(mode)
                                    .references(references)
                                    .build()))));
  }

  /// Writes and reads with native memory and arrays, and copies.
  @SuppressWarnings({"unchecked", "NullAway"})
  private static <T> List<T> throughMemory(Serializer serializer, T value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(1 << 16);
      serializer.write(value, segment, 1);
      Class<T> type = (Class<T>) value.getClass();
      return List.of(
          serializer.read(segment, 1, type),
          serializer.fromBytes(serializer.toBytes(value), type),
          serializer.copy(value));
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void componentsGetTheirDefaults(Serializer serializer) {
    for (Point read : throughMemory(serializer, Point.of("p"))) {
      assertEquals(Point.read("p"), read);
    }
    List<Point> points = new ArrayList<>(List.of(Point.of("a"), Point.of("b")));
    Holder holder = new Holder(points, points.toArray(Point[]::new), Point.of("c"), Point.of("d"));
    for (Holder read : throughMemory(serializer, holder)) {
      List<Point> expected = List.of(Point.read("a"), Point.read("b"));
      assertEquals(expected, read.points());
      assertEquals(expected, List.of(read.array()));
      assertEquals(Point.read("c"), read.one());
      assertEquals(Point.read("d"), read.any());
    }
    assertEquals(new OnlyIgnored(0), serializer.copy(new OnlyIgnored(4)));
  }

  @Test
  void eachObjectGetsItsOwnContainer() {
    Serializer serializer = builder().build();
    Point one = serializer.copy(Point.of("p"));
    one.log().add("more");
    assertNotSame(one.log(), serializer.copy(Point.of("p")).log());
    assertEquals(List.of(), serializer.copy(Point.of("p")).log());
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void fieldsHaveTheConstructorsValues(Serializer serializer) {
    Child child = new Child();
    child.name = "n";
    child.own = 2;
    child.connection = new Connection();
    child.counter = 30;
    child.cache = 50;
    child.both = 40;
    child.note = "old";
    for (Child read : throughMemory(serializer, child)) {
      assertEquals("n", read.name);
      assertEquals(2, read.own);
      assertNull(read.connection);
      assertEquals(3, read.counter);
      assertEquals(11, read.version);
      assertEquals(5, read.cache);
      assertEquals(4, read.both);
      assertEquals("new", read.note);
    }
    for (WithoutConstructor read : throughMemory(serializer, new WithoutConstructor(8))) {
      assertEquals(8, read.x);
      assertEquals(0, read.y);
      assertEquals("a", read.text);
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void fieldsOfThrowablesAndContainersAreIgnored(Serializer serializer) {
    Broken broken = new Broken("m");
    broken.code = 10;
    broken.secret = 20;
    for (Broken read : throughMemory(serializer, broken)) {
      assertEquals("m", read.getMessage());
      assertEquals(10, read.code);
      assertEquals(0, read.secret);
    }
    Bag bag = new Bag();
    bag.add("e");
    bag.label = "label";
    bag.hidden = "hidden";
    for (Bag read : throughMemory(serializer, bag)) {
      assertEquals(List.of("e"), read);
      assertEquals("label", read.label);
      assertEquals("h", read.hidden);
    }
  }

  @Test
  void payloadsAreTheSameAsWithoutThem() {
    byte[] point = Serializer.builder().register(Point.class).build().toBytes(Point.of("p"));
    byte[] written =
        Serializer.builder().register(Written.class).build().toBytes(new Written("p", 1.5));
    assertEquals(written.length, point.length);
    String explained = Serializer.builder().register(Point.class).build().explain(Point.class);
    assertFalse(explained.contains("version"), explained);
    assertTrue(explained.contains("name"), explained);
    byte[] interpreted = builder().execution(Execution.INTERPRETED).build().toBytes(Point.of("p"));
    assertArrayEquals(interpreted, builder().build().toBytes(Point.of("p")));
  }

  @Test
  void typesOfIgnoredFieldsNeedNoRegistration() {
    Serializer serializer = Serializer.builder().registerReachable(Point.class).build();
    assertEquals(List.of(Point.class), List.copyOf(serializer.registeredClasses().values()));
    assertEquals(Point.read("p"), serializer.copy(Point.of("p")));
  }

  /// A value that another version of the class has written is skipped.
  @Alias("dev.segue.serializer.internal.evolution.IgnoredTest$Before")
  record After(
      @Ignored @DefaultValue("1") int a, int b, @Alias("c") @Ignored @Nullable String renamed) {}

  record Before(int a, int b, String c) {}

  static class BeanBefore {
    int a = 1;
    int b = 2;
  }

  @Alias("dev.segue.serializer.internal.evolution.IgnoredTest$BeanBefore")
  static class BeanAfter {
    @Ignored int a = 10;
    int b = 20;
  }

  @Test
  void valuesOfOtherVersionsAreSkipped() {
    for (Execution execution : Execution.values()) {
      SerializerBuilder compatible =
          Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
      Serializer reader = compatible.register(After.class, BeanAfter.class).build();
      Serializer writer =
          Serializer.builder()
              .schemaMode(SchemaMode.COMPATIBLE)
              .register(Before.class, BeanBefore.class)
              .build();
      byte[] before = writer.toBytes(new Before(5, 6, "c"));
      assertEquals(new After(1, 6, null), reader.fromBytes(before, After.class));
      BeanBefore bean = new BeanBefore();
      bean.a = 3;
      bean.b = 4;
      BeanAfter read = reader.fromBytes(writer.toBytes(bean), BeanAfter.class);
      assertNotNull(read);
      assertEquals(10, read.a);
      assertEquals(4, read.b);
    }
  }

  record Wrong(@Ignored @DefaultValue("x") int number) {}

  @Test
  void buildRejectsAnInvalidDefault() {
    for (SchemaMode mode : SchemaMode.values()) {
      SerializerBuilder builder = Serializer.builder().register(Wrong.class).schemaMode(mode);
      SerializationException e = assertThrows(SerializationException.class, builder::build);
      assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains("Wrong.number"), e::getMessage);
    }
  }

  record Strict(int x, @Ignored String text) {
    Strict {
      Objects.requireNonNull(text, "text");
    }
  }

  @Test
  void failureOfANullCheckNamesTheIgnoredComponent() {
    for (Execution execution : Execution.values()) {
      Serializer serializer =
          Serializer.builder().register(Strict.class).execution(execution).build();
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.copy(new Strict(1, "t")));
      assertEquals(Kind.CONSTRUCTION_FAILED, e.kind());
      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains("text") && message.contains("@DefaultValue"), message);
    }
  }
}
