// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.StringEncoding;
import dev.segue.serializer.ViewCursor;
import dev.segue.serializer.ViewList;
import dev.segue.serializer.ViewPath;
import dev.segue.serializer.ViewText;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.ViewSamples.Animal;
import dev.segue.serializer.testing.ViewSamples.AnimalView;
import dev.segue.serializer.testing.ViewSamples.Bird;
import dev.segue.serializer.testing.ViewSamples.Color;
import dev.segue.serializer.testing.ViewSamples.Everything;
import dev.segue.serializer.testing.ViewSamples.EverythingView;
import dev.segue.serializer.testing.ViewSamples.Point;
import dev.segue.serializer.testing.ViewSamples.PointView;
import dev.segue.serializer.testing.ViewSamples.Zoo;
import dev.segue.serializer.testing.ViewSamples.ZooView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Generated and interpreted views of payloads.
class ViewsTest {

  private static final int OFFSET = 3;

  private static SerializerBuilder builder() {
    return Serializer.builder()
        .register(Everything.class, Point.class, Animal.class, Bird.class, Zoo.class);
  }

  /// The memory that holds a payload.
  enum Place {
    BYTES,
    NATIVE,
    INTS;

    MemorySegment put(byte[] payload) {
      long size = OFFSET + payload.length + 5L;
      MemorySegment segment =
          switch (this) {
            case BYTES -> MemorySegment.ofArray(new byte[(int) size]);
            case NATIVE -> Arena.ofAuto().allocate(size);
            case INTS -> MemorySegment.ofArray(new int[(int) size / 4 + 1]);
          };
      MemorySegment.copy(MemorySegment.ofArray(payload), 0, segment, OFFSET, payload.length);
      return segment;
    }
  }

  record Variant(Execution execution, Place place, boolean compact, boolean references) {
    Serializer serializer() {
      return builder()
          .execution(execution)
          .compactNumbers(compact)
          .references(references)
          .stringEncoding(compact ? StringEncoding.UTF_8 : StringEncoding.UTF_16)
          .build();
    }
  }

  static Stream<Variant> variants() {
    return Stream.of(Execution.COMPILED, Execution.INTERPRETED)
        .flatMap(execution ->
            Arrays.stream(Place.values())
                .flatMap(place ->
                    Stream.of(
                        new Variant(execution, place, false, false),
                        new Variant(execution, place, true, false),
                        new Variant(execution, place, false, true))));
  }

  private static EverythingView view(Variant variant, Everything value) {
    Serializer serializer = variant.serializer();
    MemorySegment segment = variant.place.put(serializer.toBytes(value));
    ViewCursor<EverythingView> cursor = serializer.view(EverythingView.class, Everything.class);
    EverythingView view = cursor.at(segment, OFFSET);
    assertSame(view, cursor.at(segment, OFFSET));
    return view;
  }

  @ParameterizedTest
  @MethodSource("variants")
  void readsFieldsOfEveryShape(Variant variant) {
    Everything value = new Everything();
    EverythingView view = view(variant, value);
    assertEquals(17, view.inherited());
    assertTrue(view.flag());
    assertEquals(-3, view.tiny());
    assertEquals(-300, view.small());
    assertEquals('ß', view.letter());
    assertEquals(-70_000, view.number());
    assertEquals(-70_000, view.numberAsObject());
    assertEquals(-140_000, view.twiceTheNumber());
    assertEquals(1L << 40, view.large());
    assertEquals(1.5f, view.real());
    assertEquals(Math.PI, view.precise());
    assertEquals(5, view.boxed());
    assertEquals(5, view.boxedPrimitive());
    assertEquals(-6, view.boxedLong());
    assertTrue(view.boxedFlag());
    assertTrue(view.hasBoxed());
    assertEquals(Color.GREEN, view.color());
    assertTrue(view.hasColor());
    assertEquals("café", view.latin());
    assertEquals("日本語 text", view.wide());
    assertEquals(3, view.intsCount());
    assertEquals(-2, view.ints(1));
    assertEquals(-1.5, view.doubles(1));
    assertArrayEquals(new int[] {1, -2, 3}, view.ints());
    assertEquals(12, view.intsSlice().byteSize());
    assertTrue(view.intsSlice().isReadOnly());
    assertEquals(8, view.map().get("k"));
    assertEquals(1, view.mapCount());
    assertEquals(Optional.of("opt"), view.any());
    assertEquals(List.of("one", "zwölf", "三"), view.tags());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void readsNulls(Variant variant) {
    EverythingView view = view(variant, new Everything());
    assertNull(view.boxedNull());
    assertFalse(view.hasBoxedNull());
    SerializationException e = assertThrows(SerializationException.class, view::boxedNullPrimitive);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertEquals("Everything.boxedNull", e.path());
    assertNull(view.noColor());
    assertFalse(view.hasNoColor());
    assertNull(view.noText());
    assertNull(view.noViewText());
    assertFalse(view.hasNoText());
    assertTrue(view.hasLatin());
    assertEquals(0, view.noBytesCount());
    assertThrows(IndexOutOfBoundsException.class, () -> view.noBytes(0));
    assertNull(view.noBytesSlice());
    assertNull(view.noPoint());
    assertNull(view.noPointName());
    assertFalse(view.hasNoPointName());
    e = assertThrows(SerializationException.class, view::noPointX);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertEquals("Everything.noPoint.x", e.path());
    e = assertThrows(SerializationException.class, view::deepX);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertNull(view.noPoints());
    assertEquals(0, view.noPointsCount());
    assertNull(view.next());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void readsNestedParts(Variant variant) {
    Everything value = new Everything();
    value.point = new Point(3, "here", new Point(4, "below", null));
    value.next = new Everything();
    value.next.number = 1;
    value.next.next = new Everything();
    value.next.next.number = 2;
    EverythingView view = view(variant, value);
    PointView point = requireNonNull(view.point());
    assertEquals(3, point.x());
    assertEquals("here", point.name());
    assertEquals(4, requireNonNull(point.deeper()).x());
    assertEquals("below", requireNonNull(point.deeper()).name());
    assertNull(requireNonNull(point.deeper()).deeper());
    assertEquals(3, view.pointX());
    assertEquals("here", view.pointName());
    assertEquals(4, view.deepX());
    assertEquals(value.point, view.wholePoint());
    assertEquals(2, view.afterNext());
    EverythingView next = requireNonNull(view.next());
    assertEquals(1, next.number());
    assertEquals(2, requireNonNull(next.next()).number());
    assertEquals(-70_000, view.number());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void readsElements(Variant variant) {
    Everything value = new Everything();
    List<@Nullable Point> points = new ArrayList<>();
    points.add(new Point(7, "seven", null));
    points.add(null);
    points.add(new Point(8, null, null));
    value.points = points;
    value.numbers.addAll(Arrays.asList(1, null, 3, 4, 5, 6, 7, 8, null));
    value.colors.addAll(Arrays.asList(Color.RED, null, Color.GREEN));
    EverythingView view = view(variant, value);
    assertEquals(3, view.pointsCount());
    assertEquals(7, requireNonNull(view.points(0)).x());
    assertEquals("seven", requireNonNull(view.points(0)).name());
    assertNull(view.points(1));
    assertEquals(8, requireNonNull(view.points(2)).x());
    assertThrows(IndexOutOfBoundsException.class, () -> view.points(3));
    assertThrows(IndexOutOfBoundsException.class, () -> view.points(-1));
    ViewList<PointView> list = view.points();
    assertEquals(3, list.size());
    assertEquals(7, requireNonNull(list.get(0)).x());
    assertNull(list.get(1));
    assertEquals(8, requireNonNull(list.get(2)).x());
    assertThrows(IndexOutOfBoundsException.class, () -> list.get(3));
    assertThrows(IndexOutOfBoundsException.class, () -> list.get(-1));
    List<@Nullable Integer> seen = new ArrayList<>();
    for (PointView point : list) {
      seen.add(point == null ? null : point.x());
    }
    assertEquals(Arrays.asList(7, null, 8), seen);
    assertEquals(9, view.pointArray(0).x());
    assertEquals("one", view.tags(0));
    assertEquals("zwölf", view.tags(1));
    assertEquals("三", view.tagTexts(2).toString());
    assertEquals(9, view.numbersCount());
    assertEquals(1, view.numbers(0));
    assertNull(view.numbers(1));
    assertNull(view.numbers(8));
    assertEquals(8, view.numbersPrimitive(7));
    assertEquals(
        Kind.NULL_VALUE,
        assertThrows(SerializationException.class, () -> view.numbersPrimitive(1)).kind());
    assertEquals(Color.RED, view.colors(0));
    assertNull(view.colors(1));
    assertEquals(Color.GREEN, view.colors(2));
    points.set(1, new Point(0, null, null));
    int sum = 0;
    for (PointView point : view(variant, value).points()) {
      sum += requireNonNull(point).x();
    }
    assertEquals(15, sum);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void textsCompareWithoutCreatingStrings(Variant variant) {
    EverythingView view = view(variant, new Everything());
    ViewText latin = view.latinText();
    assertEquals(4, latin.length());
    assertEquals('é', latin.charAt(3));
    assertTrue(latin.contentEquals("café"));
    assertFalse(latin.contentEquals("cafe"));
    assertFalse(latin.contentEquals("caf"));
    assertEquals("café", latin.toString());
    assertEquals("af", latin.subSequence(1, 3).toString());
    assertThrows(IndexOutOfBoundsException.class, () -> latin.charAt(4));
    assertEquals(4, latin.bytes().byteSize());
    assertEquals(StandardCharsets.ISO_8859_1, latin.charset());
    assertSame(latin, view.latinText());
    ViewText wide = view.wideText();
    assertEquals(8, wide.length());
    assertTrue(wide.contentEquals("日本語 text"));
    assertEquals('本', wide.charAt(1));
    assertEquals("日本語 text", wide.toString());
    assertEquals(
        variant.compact ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16LE, wide.charset());
    assertEquals("日本語 text", new String(wide.bytes().toArray(JAVA_BYTE), wide.charset()));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void movesFromPayloadToPayload(Variant variant) {
    Serializer serializer = variant.serializer();
    Everything value = new Everything();
    ViewCursor<EverythingView> cursor = serializer.view(EverythingView.class, Everything.class);
    EverythingView first = null;
    for (int i = 0; i < 3; i++) {
      value.number = i;
      value.point = new Point(i, "p" + i, null);
      EverythingView view = cursor.at(variant.place.put(serializer.toBytes(value)), OFFSET);
      first = first == null ? view : first;
      assertSame(first, view);
      assertEquals(i, view.number());
      assertEquals(i, requireNonNull(view.point()).x());
      assertEquals("p" + i, view.pointName());
    }
    MemorySegment segment = variant.place.put(serializer.toBytes(value));
    ViewCursor<EverythingView> another = serializer.view(EverythingView.class, Everything.class);
    assertNotSame(first, another.at(segment, OFFSET));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void subclassesAreReadThroughTheirOwnView(Variant variant) {
    Serializer serializer = variant.serializer();
    ViewCursor<AnimalView> cursor = serializer.view(AnimalView.class, Animal.class);
    MemorySegment bird = variant.place.put(serializer.toBytes(new Bird()));
    AnimalView other = cursor.at(bird, OFFSET);
    assertEquals(2, other.legs());
    assertEquals("Tweety", other.name());
    AnimalView own = cursor.at(variant.place.put(serializer.toBytes(new Animal())), OFFSET);
    assertEquals(4, own.legs());
    assertSame(other, cursor.at(bird, OFFSET));
    assertNotSame(own, other);
    Zoo zoo = new Zoo();
    ViewCursor<ZooView> zoos = serializer.view(ZooView.class, Zoo.class);
    assertEquals(4, zoos.at(variant.place.put(serializer.toBytes(zoo)), OFFSET).first().legs());
    zoo.first = new Bird();
    zoo.all = List.of(new Bird());
    ZooView zooView = zoos.at(variant.place.put(serializer.toBytes(zoo)), OFFSET);
    assertInstanceOf(Bird.class, zooView.all(0));
    SerializationException e = assertThrows(SerializationException.class, zooView::legs);
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    assertEquals("Zoo.first.legs", e.path());
    e = assertThrows(SerializationException.class, zooView::first);
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void bytesThatAreNotAPayloadAreRefused(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    ViewCursor<AnimalView> cursor = serializer.view(AnimalView.class, Animal.class);
    byte[] good = serializer.toBytes(new Animal());
    AnimalView view = cursor.at(MemorySegment.ofArray(good), 0);
    assertEquals(Kind.NULL_VALUE, refusal(cursor, serializer.toBytes(null)));
    assertEquals(Kind.TYPE_MISMATCH, refusal(cursor, serializer.toBytes(new Point(1, "", null))));
    assertEquals(
        Kind.INCOMPATIBLE_FORMAT,
        refusal(cursor, builder().compactNumbers(true).build().toBytes(new Animal())));
    for (int length = 0; length < good.length; length++) {
      assertEquals(Kind.MALFORMED_INPUT, refusal(cursor, Arrays.copyOf(good, length)));
    }
    byte[] other = good.clone();
    other[8]++;
    assertEquals(Kind.SCHEMA_MISMATCH, refusal(cursor, other));
    other = good.clone();
    other[good.length - 1] = 1;
    assertEquals(Kind.MALFORMED_INPUT, refusal(cursor, other));
    MemorySegment segment = MemorySegment.ofArray(good);
    assertThrows(IndexOutOfBoundsException.class, () -> cursor.at(segment, good.length + 1));
    assertThrows(IndexOutOfBoundsException.class, () -> cursor.at(segment, -1));
    assertEquals(4, view.legs(), "the view is where it was");
  }

  private static Kind refusal(ViewCursor<AnimalView> cursor, byte[] payload) {
    return assertThrows(SerializationException.class, () -> cursor.at(payload)).kind();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void closingTheArenaEndsTheView(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    ViewCursor<AnimalView> cursor = serializer.view(AnimalView.class, Animal.class);
    AnimalView view;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(100);
      serializer.write(new Animal(), segment, 0);
      view = cursor.at(segment, 0);
      assertEquals(4, view.legs());
    }
    assertThrows(IllegalStateException.class, view::legs);
    assertThrows(IllegalStateException.class, view::name);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void arraysAreReadFromAnyOffset(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    ViewCursor<AnimalView> cursor = serializer.view(AnimalView.class, Animal.class);
    byte[] payload = serializer.toBytes(new Animal());
    assertEquals(4, cursor.at(payload).legs());
    byte[] shifted = new byte[payload.length + 7];
    System.arraycopy(payload, 0, shifted, 7, payload.length);
    assertEquals("Rex", cursor.at(shifted, 7).name());
    assertThrows(IndexOutOfBoundsException.class, () -> cursor.at(payload, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> cursor.at(payload, payload.length + 1));
  }

  /// The methods of a view may have the names of the cursor's methods.
  interface AtView {
    int legs();

    default int at(MemorySegment segment, long offset) {
      return legs() + (int) (segment.byteSize() + offset);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void viewsHaveNoMethodsButTheirOwn(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    AtView view = serializer.view(AtView.class, Animal.class).at(serializer.toBytes(new Animal()));
    assertEquals(12, view.at(MemorySegment.ofArray(new byte[5]), 3));
  }

  @Test
  void onlyTheSerializerCreatesCursorsTextsAndLists() {
    assertEquals(0, ViewCursor.class.getConstructors().length);
    assertTrue(ViewText.class.isSealed());
    assertTrue(ViewList.class.isSealed());
  }

  /// With bytes changed at random, each method returns a value or throws a serialization error.
  @ParameterizedTest
  @MethodSource("variants")
  void corruptPayloadsGiveAValueOrAnException(Variant variant) throws Exception {
    Serializer serializer = variant.serializer();
    Everything value = new Everything();
    value.numbers.addAll(Arrays.asList(1, null, 3));
    value.colors.addAll(Arrays.asList(Color.RED, null));
    value.next = new Everything();
    byte[] good = serializer.toBytes(value);
    ViewCursor<EverythingView> cursor = serializer.view(EverythingView.class, Everything.class);
    Random random = new Random(5);
    int count = Full.or(150, 50);
    int errors = 0;
    for (int i = 0; i < count; i++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bad[16 + random.nextInt(bad.length - 17)] = (byte) random.nextInt(256);
      }
      EverythingView view;
      try {
        view = cursor.at(variant.place.put(bad), OFFSET);
      } catch (SerializationException e) {
        errors++;
        continue;
      }
      for (Method method : EverythingView.class.getMethods()) {
        errors += readsOrRefuses(view, method) ? 0 : 1;
      }
    }
    assertTrue(errors > count * 2 / 3, "errors=" + errors);
  }

  private static boolean readsOrRefuses(Object view, Method method) throws Exception {
    method.setAccessible(true);
    boolean isIndexed = method.getParameterCount() == 1;
    try {
      Object result = isIndexed ? method.invoke(view, 0) : method.invoke(view);
      if (result instanceof ViewText text) {
        assertEquals(text.length(), text.toString().length());
      } else if (result instanceof PointView point) {
        point.x();
        point.name();
      } else if (result instanceof ViewList<?> list) {
        for (Object element : list) {
          if (element != null) {
            ((PointView) element).x();
          }
        }
      }
      return true;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IndexOutOfBoundsException && isIndexed) {
        return true;
      }
      assertInstanceOf(SerializationException.class, e.getCause(), method.toString());
      return false;
    } catch (SerializationException e) {
      return false;
    }
  }

  @Test
  @Tag("jit")
  void nothingIsAllocated() {
    Serializer serializer = builder().build();
    Everything value = new Everything();
    value.numbers.add(4);
    MemorySegment segment = Arena.ofAuto().allocate(4096);
    serializer.write(value, segment, 0);
    ViewCursor<EverythingView> cursor = serializer.view(EverythingView.class, Everything.class);
    long[] sum = new long[1];
    double perRun =
        Allocation.perRunOnceCompiled(() -> {
          EverythingView view = cursor.at(segment, 0);
          sum[0] +=
              view.number() + view.large() + view.pointX() + view.ints(1) + view.boxedPrimitive();
          sum[0] += view.intsCount() + view.pointsCount() + view.numbersPrimitive(0);
          sum[0] += requireNonNull(view.points(0)).x() + requireNonNull(view.point()).x();
          sum[0] += view.latinText().contentEquals("café") ? 1 : 0;
          sum[0] +=
              requireNonNull(view.points().get(0)).x() + (view.color() == Color.GREEN ? 1 : 0);
        });
    assertTrue(perRun < 1, "bytes=" + perRun);
    assertTrue(sum[0] != 0);
  }

  record Older(int x) {}

  @Alias("dev.segue.serializer.internal.view.ViewsTest$Older")
  record Newer(int x, String added) {}

  interface NewerView {
    int x();
  }

  /// Payloads that end with their schema are viewed like other payloads.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void payloadsOfCompatibleModeAreViewed(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().execution(execution).schemaMode(SchemaMode.COMPATIBLE);
    Serializer serializer = builder.register(Newer.class).build();
    ViewCursor<NewerView> cursor = serializer.view(NewerView.class, Newer.class);
    byte[] own = serializer.toBytes(new Newer(5, "new"));
    assertEquals(5, cursor.at(own).x());
    byte[] consistent =
        Serializer.builder().register(Newer.class).build().toBytes(new Newer(6, "new"));
    assertEquals(6, cursor.at(consistent).x());
    byte[] other =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Older.class)
            .build()
            .toBytes(new Older(7));
    assertEquals(7, cursor.at(other).x());
  }

  record Names(
      long start, int end, int origin, String segment, int surface, int kept, String view) {}

  /// Names that generated views use themselves, and names of `Object`'s methods.
  interface NamesView {
    long start();

    int end();

    int origin();

    @Nullable String segment();

    int surface();

    int kept();

    String view();

    @Override
    String toString();

    @Override
    int hashCode();

    @Override
    boolean equals(@Nullable Object other);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void fieldsMayHaveAnyName(Execution execution) {
    Serializer serializer = Serializer.builder().register(Names.class).execution(execution).build();
    byte[] payload = serializer.toBytes(new Names(1, 2, 3, "s", 4, 5, "v"));
    ViewCursor<NamesView> cursor = serializer.view(NamesView.class, Names.class);
    NamesView view = cursor.at(payload);
    assertEquals(1, view.start());
    assertEquals(2, view.end());
    assertEquals(3, view.origin());
    assertEquals("s", view.segment());
    assertEquals(4, view.surface());
    assertEquals(5, view.kept());
    assertEquals("v", view.view());
    assertEquals(view, view);
    assertTrue(view.toString().contains("View"));
  }

  interface Unknown {
    int weight();
  }

  interface WrongType {
    long legs();
  }

  interface WrongPath {
    @ViewPath("name.length")
    int length();
  }

  interface WrongPart {
    WrongPoint point();
  }

  interface WrongPoint {
    int z();
  }

  interface WrongParameter {
    int legs(String which);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void viewWithAnIncompatibleFieldIsRefusedOnCreation(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    assertRefused(
        () -> serializer.view(Unknown.class, Animal.class), "weight", "Animal", "[legs, name]");
    assertRefused(
        () -> serializer.view(WrongType.class, Animal.class), "legs", "Animal", "int", "long");
    assertRefused(() -> serializer.view(WrongPath.class, Animal.class), "name", "String");
    assertRefused(
        () -> serializer.view(WrongPart.class, Everything.class), "z", "Point", "[deeper");
    assertRefused(() -> serializer.view(WrongParameter.class, Animal.class), "legs", "String");
    assertRefused(() -> serializer.view(AnimalView.class, Map.class), "java.util.Map");
    assertRefused(() -> serializer.view(AnimalView.class, Point.class), "legs", "Point");
  }

  private static void assertRefused(Runnable making, String... words) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, making::run);
    String message = requireNonNull(e.getMessage());
    for (String word : words) {
      assertTrue(message.contains(word), message);
    }
  }
}
