// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.StringEncoding;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.ViewCursor;
import dev.segue.serializer.ViewList;
import dev.segue.serializer.ViewPath;
import dev.segue.serializer.ViewText;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Full;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Views of payloads whose writers have other versions of the classes. The two versions have
/// different names here, and an [Alias].
@SuppressWarnings({"ArrayRecordComponent", "NullAway", "UnusedVariable"})
class EvolvedViewsTest {

  private static final String HERE = "dev.segue.serializer.internal.view.EvolvedViewsTest$";
  private static final int OFFSET = 5;

  enum OldColor {
    RED,
    GREEN
  }

  @Alias(HERE + "OldColor")
  enum Color {
    BLUE,
    GREEN,
    RED
  }

  record OldItem(int weight, String removed, String label) {}

  @Alias(HERE + "OldItem")
  record Item(@DefaultValue("9") int added, String label, long weight) {}

  record OldOrder(
      int id,
      byte tiny,
      float real,
      char letter,
      Integer boxed,
      Integer nothing,
      int boxedNow,
      int big,
      int number,
      int[] removed,
      String oldTitle,
      OldColor color,
      OldColor colorName,
      OldItem first,
      OldItem hidden,
      Object any,
      List<OldItem> items,
      List<OldItem> itemArray,
      ArrayList<String> tags,
      int[] ints,
      int[] wide,
      List<Integer> numbers,
      Map<String, Integer> map,
      long last) {}

  @Alias(HERE + "OldOrder")
  record Order(
      long last,
      Map<String, Long> map,
      List<Long> numbers,
      long[] wide,
      int[] ints,
      List<String> tags,
      Item[] itemArray,
      List<Item> items,
      Object any,
      Object hidden,
      Item first,
      String colorName,
      Color color,
      @Alias("oldTitle") String title,
      Number number,
      BigInteger big,
      Integer boxedNow,
      Long nothing,
      long boxed,
      int letter,
      double real,
      short tiny,
      long id,
      int zero,
      @DefaultValue("42") int answer,
      @DefaultValue("EUR") String currency,
      @DefaultValue("") List<String> list,
      String none,
      Integer noBox,
      Color noColor,
      Item noItem,
      List<Item> noItems,
      int[] noInts) {}

  interface ItemView {
    int added();

    @Nullable String label();

    long weight();

    @ViewPath("label")
    @Nullable ViewText text();
  }

  interface OrderView {
    long id();

    short tiny();

    double real();

    int letter();

    long boxed();

    @ViewPath("boxed")
    Long boxedAsObject();

    @Nullable Long nothing();

    boolean hasNothing();

    Integer boxedNow();

    @ViewPath("boxedNow")
    int boxedNowPrimitive();

    BigInteger big();

    Number number();

    String title();

    @ViewPath("title")
    ViewText titleText();

    Color color();

    String colorName();

    @ViewPath("colorName")
    ViewText colorText();

    ItemView first();

    @ViewPath("first.weight")
    long firstWeight();

    @ViewPath("first.added")
    int firstAdded();

    @ViewPath("first.label")
    String firstLabel();

    @ViewPath("first")
    Item wholeFirst();

    boolean hasFirst();

    Object hidden();

    Object any();

    @ViewPath("items")
    ViewList<ItemView> itemList();

    ItemView items(int index);

    @ViewPath("items")
    Item wholeItems(int index);

    int itemsCount();

    ItemView itemArray(int index);

    int itemArrayCount();

    List<String> tags();

    String tags(int index);

    int tagsCount();

    int[] ints();

    int ints(int index);

    long[] wide();

    long wide(int index);

    int wideCount();

    @ViewPath("wide")
    MemorySegment wideSlice();

    long numbers(int index);

    List<Long> numbers();

    int numbersCount();

    Map<String, Long> map();

    int mapCount();

    int zero();

    int answer();

    boolean hasAnswer();

    String currency();

    boolean hasCurrency();

    @ViewPath("currency")
    ViewText currencyText();

    List<String> list();

    int listCount();

    @Nullable String none();

    @ViewPath("none")
    @Nullable ViewText noText();

    boolean hasNone();

    @Nullable Integer noBox();

    @ViewPath("noBox")
    int noBoxPrimitive();

    @Nullable Color noColor();

    @Nullable ItemView noItem();

    @ViewPath("noItem.weight")
    long noWeight();

    @ViewPath("noItem.label")
    @Nullable String noLabel();

    @ViewPath("noItem.label")
    boolean hasNoLabel();

    int noItemsCount();

    ItemView noItems(int index);

    @ViewPath("noItems")
    @Nullable ViewList<ItemView> noItemList();

    int noIntsCount();

    int noInts(int index);

    long last();
  }

  private static OldOrder old() {
    OldItem item = new OldItem(3, "x", "labél");
    List<OldItem> items = new ArrayList<>(Arrays.asList(new OldItem(4, null, "four"), null));
    return new OldOrder(
        Integer.MIN_VALUE,
        (byte) -5,
        1.5f,
        'ß',
        -6,
        null,
        8,
        1 << 30,
        11,
        new int[100],
        "títle",
        OldColor.RED,
        OldColor.GREEN,
        item,
        new OldItem(6, null, "hidden"),
        new OldItem(5, null, "any"),
        items,
        List.of(new OldItem(7, "", "seven"), new OldItem(8, "", "eight")),
        new ArrayList<>(List.of("one", "zwölf")),
        new int[] {1, -2, 3},
        new int[] {4, -5, Integer.MAX_VALUE},
        List.of(10, -20),
        Map.of("k", 5),
        Long.MAX_VALUE);
  }

  enum Memory {
    ARRAY,
    NATIVE,
    INTS;

    MemorySegment put(byte[] payload) {
      int bytes = OFFSET + payload.length + 3;
      MemorySegment segment =
          switch (this) {
            case ARRAY -> MemorySegment.ofArray(new byte[bytes]);
            case NATIVE -> Arena.ofAuto().allocate(bytes);
            case INTS -> MemorySegment.ofArray(new int[bytes / Integer.BYTES + 1]);
          };
      MemorySegment.copy(payload, 0, segment, ValueLayout.JAVA_BYTE, OFFSET, payload.length);
      return segment;
    }
  }

  /// @param theirs whether the writer's numbers are compact
  /// @param ours whether the reader's numbers are compact
  record Variant(Execution execution, Memory memory, boolean theirs, boolean ours, boolean refs) {

    private SerializerBuilder builder(boolean compact) {
      return Serializer.builder()
          .schemaMode(SchemaMode.COMPATIBLE)
          .execution(execution)
          .compactNumbers(compact)
          .references(refs)
          .stringEncoding(ours ? StringEncoding.UTF_8 : StringEncoding.UTF_16);
    }

    Serializer writer() {
      return builder(theirs).register(OldOrder.class, OldItem.class, OldColor.class).build();
    }

    Serializer reader() {
      return builder(ours).register(Color.class, Item.class, Order.class).build();
    }
  }

  static Stream<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    for (Execution execution : List.of(Execution.COMPILED, Execution.INTERPRETED)) {
      for (Memory memory : Memory.values()) {
        variants.add(new Variant(execution, memory, false, false, false));
        variants.add(new Variant(execution, memory, true, true, false));
        variants.add(new Variant(execution, memory, false, false, true));
      }
    }
    return variants.stream();
  }

  private static OrderView view(Variant variant) {
    ViewCursor<OrderView> cursor = variant.reader().view(OrderView.class, Order.class);
    return cursor.at(variant.memory.put(variant.writer().toBytes(old())), OFFSET);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void fieldsOfTheWriterAreReadWithTheirCurrentTypes(Variant variant) {
    OrderView view = view(variant);
    assertEquals(Integer.MIN_VALUE, view.id());
    assertEquals(-5, view.tiny());
    assertEquals(1.5, view.real());
    assertEquals('ß', view.letter());
    assertEquals(-6, view.boxed());
    assertEquals(-6L, view.boxedAsObject());
    assertNull(view.nothing());
    assertFalse(view.hasNothing());
    assertEquals(8, view.boxedNow());
    assertEquals(BigInteger.valueOf(1 << 30), view.big());
    assertEquals(11, view.number());
    assertEquals("títle", view.title());
    assertTrue(view.titleText().contentEquals("títle"));
    assertEquals(Color.RED, view.color());
    assertEquals("GREEN", view.colorName());
    assertTrue(view.colorText().contentEquals("GREEN"));
    assertEquals(new Item(9, "any", 5), view.any());
    assertEquals(new Item(9, "hidden", 6), view.hidden());
    assertEquals(List.of("one", "zwölf"), view.tags());
    assertEquals(2, view.tagsCount());
    assertEquals("zwölf", view.tags(1));
    assertArrayEquals(new int[] {1, -2, 3}, view.ints());
    assertEquals(-2, view.ints(1));
    assertArrayEquals(new long[] {4, -5, Integer.MAX_VALUE}, view.wide());
    assertEquals(-5, view.wide(1));
    assertEquals(3, view.wideCount());
    assertEquals(24, view.wideSlice().byteSize());
    assertThrows(IndexOutOfBoundsException.class, () -> view.wide(3));
    assertEquals(List.of(10L, -20L), view.numbers());
    assertEquals(-20, view.numbers(1));
    assertEquals(2, view.numbersCount());
    assertThrows(IndexOutOfBoundsException.class, () -> view.numbers(2));
    assertEquals(Map.of("k", 5L), view.map());
    assertEquals(1, view.mapCount());
    assertEquals(Long.MAX_VALUE, view.last());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void fieldMissingFromTheWriterHasItsDefault(Variant variant) {
    OrderView view = view(variant);
    assertEquals(0, view.zero());
    assertEquals(42, view.answer());
    assertTrue(view.hasAnswer());
    assertEquals("EUR", view.currency());
    assertTrue(view.hasCurrency());
    assertTrue(view.currencyText().contentEquals("EUR"));
    assertEquals(List.of(), view.list());
    assertEquals(0, view.listCount());
    assertNull(view.none());
    assertNull(view.noText());
    assertFalse(view.hasNone());
    assertNull(view.noBox());
    SerializationException e = assertThrows(SerializationException.class, view::noBoxPrimitive);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertEquals("Order.noBox", e.path());
    assertNull(view.noColor());
    assertNull(view.noItem());
    e = assertThrows(SerializationException.class, view::noWeight);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertEquals("Order.noItem.weight", e.path());
    assertNull(view.noLabel());
    assertFalse(view.hasNoLabel());
    assertEquals(0, view.noItemsCount());
    assertNull(view.noItemList());
    assertThrows(IndexOutOfBoundsException.class, () -> view.noItems(0));
    assertEquals(0, view.noIntsCount());
    assertThrows(IndexOutOfBoundsException.class, () -> view.noInts(0));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void partsAndElementsAreReadInTheWritersLayout(Variant variant) {
    OrderView view = view(variant);
    ItemView first = requireNonNull(view.first());
    assertEquals(3, first.weight());
    assertEquals("labél", first.label());
    assertTrue(requireNonNull(first.text()).contentEquals("labél"));
    assertEquals(9, first.added());
    assertSame(first, view.first());
    assertEquals(3, view.firstWeight());
    assertEquals(9, view.firstAdded());
    assertEquals("labél", view.firstLabel());
    assertTrue(view.hasFirst());
    assertEquals(new Item(9, "labél", 3), view.wholeFirst());
    assertEquals(2, view.itemsCount());
    assertEquals(4, view.items(0).weight());
    assertEquals("four", view.items(0).label());
    assertEquals(9, view.items(0).added());
    assertNull(view.items(1));
    assertEquals(new Item(9, "four", 4), view.wholeItems(0));
    ViewList<ItemView> list = view.itemList();
    assertEquals(2, list.size());
    assertNull(list.get(1));
    assertEquals(4, requireNonNull(list.get(0)).weight());
    assertEquals(2, view.itemArrayCount());
    assertEquals("seven", view.itemArray(0).label());
    assertEquals(8, view.itemArray(1).weight());
    assertThrows(IndexOutOfBoundsException.class, () -> view.itemArray(2));
  }

  /// The same values as in the object, for both schemas alternately, through the same two views.
  @ParameterizedTest
  @MethodSource("variants")
  void ownAndOtherPayloadsAlternate(Variant variant) {
    Serializer reader = variant.reader();
    byte[] foreign = variant.writer().toBytes(old());
    Order now = requireNonNull(reader.fromBytes(foreign, Order.class));
    MemorySegment theirs = variant.memory.put(foreign);
    MemorySegment ours = variant.memory.put(reader.toBytes(now));
    ViewCursor<OrderView> cursor = reader.view(OrderView.class, Order.class);
    OrderView view = cursor.at(ours, OFFSET);
    OrderView other = cursor.at(theirs, OFFSET);
    assertNotSame(view, other);
    for (int i = 0; i < 3; i++) {
      assertSame(view, cursor.at(ours, OFFSET));
      check(now, view);
      assertSame(other, cursor.at(theirs, OFFSET));
      check(now, other);
    }
  }

  private static void check(Order order, OrderView view) {
    assertEquals(order.id, view.id());
    assertEquals(order.real, view.real());
    assertEquals(order.title, view.title());
    assertEquals(order.answer, view.answer());
    assertEquals(order.big, view.big());
    assertEquals(order.color, view.color());
    assertEquals(order.first.weight, view.firstWeight());
    assertEquals(order.items.getFirst().label, view.items(0).label());
    assertEquals(order.wide[1], view.wide(1));
    assertEquals(order.numbers.get(1), view.numbers(1));
    assertEquals(order.currency, view.currencyText().toString());
  }

  /// Widened, removed and moved fields allocate nothing.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED"})
  void numbersOfAnotherLayoutAllocateNothing(Execution execution) {
    Variant variant = new Variant(execution, Memory.NATIVE, false, false, false);
    Serializer reader = variant.reader();
    MemorySegment theirs = variant.memory.put(variant.writer().toBytes(old()));
    OrderView other = reader.view(OrderView.class, Order.class).at(theirs, OFFSET);
    long[] sum = new long[1];
    double perRun =
        Allocation.perRunOnceCompiled(() -> {
          sum[0] += other.id() + other.tiny() + other.answer() + other.zero() + other.boxed();
          sum[0] += other.firstWeight() + other.items(0).weight() + other.itemsCount();
          sum[0] += (long) other.real() + other.titleText().length();
        });
    assertTrue(perRun < 1, "bytes=" + perRun);
    assertTrue(sum[0] != 0);
  }

  record OldNarrow(long number, int fine) {}

  @Alias(HERE + "OldNarrow")
  record Narrow(int number, int fine) {}

  interface NarrowView {
    int fine();
  }

  record OldHolder(int x, OldNarrow narrow) {}

  @Alias(HERE + "OldHolder")
  record Holder(int x, Narrow narrow) {}

  interface FineHolderView {
    int x();
  }

  interface HolderView {
    int x();

    @ViewPath("narrow.fine")
    int fine();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void incompatibleReferencedValueIsRefused(Execution execution) {
    Serializer writer = compatible(execution).register(OldNarrow.class, OldHolder.class).build();
    Serializer reader = compatible(execution).register(Narrow.class, Holder.class).build();
    MemorySegment narrow = MemorySegment.ofArray(writer.toBytes(new OldNarrow(1, 2)));
    OldHolder held = new OldHolder(3, new OldNarrow(1, 2));
    MemorySegment holder = MemorySegment.ofArray(writer.toBytes(held));
    ViewCursor<NarrowView> cursor = reader.view(NarrowView.class, Narrow.class);
    for (int i = 0; i < 2; i++) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> cursor.at(narrow, 0));
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
      assertTrue(requireNonNull(e.getMessage()).contains("Narrow.number"), e.getMessage());
    }
    MemorySegment own = MemorySegment.ofArray(reader.toBytes(new Narrow(4, 5)));
    assertEquals(5, cursor.at(own, 0).fine());
    ViewCursor<HolderView> through = reader.view(HolderView.class, Holder.class);
    assertEquals(
        Kind.SCHEMA_MISMATCH,
        assertThrows(SerializationException.class, () -> through.at(holder, 0)).kind());
    assertEquals(3, reader.view(FineHolderView.class, Holder.class).at(holder, 0).x());
  }

  private static SerializerBuilder compatible(Execution execution) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
  }

  record OldNumber(Integer number, Integer big, Set<OldItem> set, Object item) {}

  @Alias(HERE + "OldNumber")
  record Numbered(int number, BigInteger big, List<Item> set, Item item) {}

  interface NumberedView {
    int number();

    BigInteger big();

    ItemView set(int index);

    @ViewPath("item.weight")
    long weight();

    ItemView item();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void kindOfAContainerIsKnownOnlyFromTheValue(Execution execution) {
    Serializer writer = compatible(execution).register(OldNumber.class, OldItem.class).build();
    Serializer reader = compatible(execution).register(Numbered.class, Item.class).build();
    ViewCursor<NumberedView> cursor = reader.view(NumberedView.class, Numbered.class);
    OldItem item = new OldItem(5, "", "five");
    OldNumber good = new OldNumber(1, 2, Set.of(item), item);
    NumberedView seen = cursor.at(MemorySegment.ofArray(writer.toBytes(good)), 0);
    assertEquals(1, seen.number());
    assertEquals(BigInteger.TWO, seen.big());
    assertEquals(5, seen.set(0).weight());
    assertEquals(5, seen.weight());
    assertEquals("five", requireNonNull(seen.item()).label());
    OldNumber bad = new OldNumber(null, null, null, "text");
    NumberedView wrong = cursor.at(MemorySegment.ofArray(writer.toBytes(bad)), 0);
    SerializationException e = assertThrows(SerializationException.class, wrong::number);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertNull(wrong.big());
    assertThrows(IndexOutOfBoundsException.class, () -> wrong.set(0));
    e = assertThrows(SerializationException.class, wrong::weight);
    assertEquals("Numbered.item.weight", e.path());
    assertThrows(SerializationException.class, wrong::item);
  }

  static class OldAnimal {
    int legs = 4;
  }

  static class OldBird extends OldAnimal {
    String song = "tweet";
  }

  @Alias(HERE + "OldAnimal")
  static class Animal {
    String name = "no name";
    long legs;
  }

  @Alias(HERE + "OldBird")
  static class Bird extends Animal {
    String song = "";
  }

  interface AnimalView {
    long legs();

    @Nullable String name();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void subclassesOfAnotherVersionAreViewed(Execution execution) {
    Serializer writer = compatible(execution).register(OldAnimal.class, OldBird.class).build();
    Serializer reader = compatible(execution).register(Animal.class, Bird.class).build();
    ViewCursor<AnimalView> cursor = reader.view(AnimalView.class, Animal.class);
    OldBird bird = new OldBird();
    bird.legs = 2;
    assertEquals(2, cursor.at(writer.toBytes(bird)).legs());
    AnimalView animal = cursor.at(writer.toBytes(new OldAnimal()));
    assertEquals(4, animal.legs());
    assertNull(animal.name());
    assertEquals(
        Kind.NULL_VALUE,
        assertThrows(SerializationException.class, () -> cursor.at(writer.toBytes(null))).kind());
  }

  record Strange(int x) {}

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void rootsThatTheReaderLacksAreRefused(Execution execution) {
    Serializer writer = compatible(execution).register(Strange.class).build();
    MemorySegment strange = MemorySegment.ofArray(writer.toBytes(new Strange(1)));
    for (UnknownTypes unknown : UnknownTypes.values()) {
      Serializer reader =
          compatible(execution).register(Animal.class).unknownTypes(unknown).build();
      ViewCursor<AnimalView> cursor = reader.view(AnimalView.class, Animal.class);
      SerializationException e =
          assertThrows(SerializationException.class, () -> cursor.at(strange, 0));
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
    }
  }

  /// More schemas than are cached: each is read correctly, even after its eviction.
  @Test
  void evictedSchemasAreReadAgain() {
    Serializer reader = compatible(Execution.INTERPRETED).register(Animal.class).build();
    ViewCursor<AnimalView> cursor = reader.view(AnimalView.class, Animal.class);
    byte[] own = reader.toBytes(new Animal());
    AnimalView first = cursor.at(own);
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Serializer writer =
          compatible(Execution.INTERPRETED).register(OldAnimal.class, i + 1).build();
      OldAnimal animal = new OldAnimal();
      animal.legs = i;
      payloads.add(writer.toBytes(animal));
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < payloads.size(); i++) {
        assertEquals(i, cursor.at(payloads.get(i)).legs());
      }
      assertSame(first, cursor.at(own));
    }
  }

  /// With bytes changed at random, each method returns a value or throws a serialization error.
  @ParameterizedTest
  @MethodSource("variants")
  void corruptPayloadsGiveAValueOrAnException(Variant variant) throws Exception {
    byte[] good = variant.writer().toBytes(old());
    ViewCursor<OrderView> cursor = variant.reader().view(OrderView.class, Order.class);
    Random random = new Random(7);
    int count = Full.or(120, 40);
    int errors = 0;
    int seen = 0;
    for (int i = 0; i < count; i++) {
      byte[] bad = good.clone();
      int reach = i % 3 == 0 ? bad.length : Math.min(bad.length, 500);
      for (int n = random.nextInt(4); n >= 0; n--) {
        bad[random.nextInt(reach)] = (byte) random.nextInt(256);
      }
      OrderView other;
      try {
        other = cursor.at(variant.memory.put(bad), OFFSET);
        seen++;
      } catch (SerializationException e) {
        errors++;
        continue;
      }
      for (Method method : OrderView.class.getMethods()) {
        errors += readsOrRefuses(other, method) ? 0 : 1;
      }
    }
    assertTrue(errors > count * 5 / 12 && seen > count / 12, "errors=" + errors + ", seen=" + seen);
  }

  private static boolean readsOrRefuses(Object view, Method method) throws Exception {
    method.setAccessible(true);
    boolean isIndexed = method.getParameterCount() == 1;
    try {
      Object result = isIndexed ? method.invoke(view, 0) : method.invoke(view);
      switch (result) {
        case ViewText text -> assertEquals(text.length(), text.toString().length());
        case ItemView item -> {
          item.label();
          item.weight();
          item.added();
        }
        case ViewList<?> list ->
            list.forEach(item -> {
              if (item != null) {
                ((ItemView) item).weight();
              }
            });
        case null, default -> {}
      }
      return true;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IndexOutOfBoundsException && isIndexed) {
        return true;
      }
      if (!(e.getCause() instanceof SerializationException)) {
        throw e;
      }
      return false;
    } catch (SerializationException e) {
      return false;
    }
  }
}
