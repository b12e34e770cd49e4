// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Ignored;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Keys that were different when written but are equal when read are an error, and no entry is lost
/// silently.
@SuppressWarnings({"NullAway", "IdentityHashMapUsage", "serial"})
class EqualKeysTest {

  record Pos(int shelf, int box) implements Comparable<Pos> {
    @Override
    public int compareTo(Pos other) {
      return Comparator.comparingInt(Pos::shelf).thenComparingInt(Pos::box).compare(this, other);
    }
  }

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$Pos")
  record LessPos(int shelf) implements Comparable<LessPos> {
    @Override
    public int compareTo(LessPos other) {
      return Integer.compare(shelf, other.shelf);
    }
  }

  enum Color {
    RED,
    CRIMSON,
    BLUE
  }

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$Color")
  enum FewerColors {
    @Alias("CRIMSON")
    RED,
    BLUE
  }

  /// Only one version lacks the field that distinguishes two of them.
  record Tagged(int number, @Ignored int tag) implements Comparable<Tagged> {
    @Override
    public int compareTo(Tagged other) {
      return Comparator.comparingInt(Tagged::number)
          .thenComparingInt(Tagged::tag)
          .compare(this, other);
    }
  }

  static class OwnMap extends HashMap<Object, Object> {}

  static class OwnSet extends LinkedHashSet<Object> {}

  static class OwnTree extends TreeMap<Object, Object> {}

  /// A cache that keeps its last two entries.
  static class Cache extends LinkedHashMap<Object, Object> {
    static int most = Integer.MAX_VALUE;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
      return size() > most;
    }
  }

  private static SerializerBuilder builder() {
    return Serializer.builder()
        .register(Tagged.class, OwnMap.class, OwnSet.class, OwnTree.class, Cache.class);
  }

  private static SerializerBuilder compatible(Class<?>... types) {
    return builder().schemaMode(SchemaMode.COMPATIBLE).register(types);
  }

  private static final Serializer OLD =
      compatible(Pos.class, Color.class, OldStock.class, Hold.class, Key.class, Unknown.class)
          .build();

  private static SerializerBuilder now() {
    return compatible(LessPos.class, FewerColors.class, Stock.class);
  }

  private static SerializationException refused(Serializer serializer, byte[] payload) {
    return refused(serializer, payload, Object.class);
  }

  private static SerializationException refused(
      Serializer serializer, byte[] payload, Class<?> type) {
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.fromBytes(payload, type));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(payload.length);
      segment.copyFrom(MemorySegment.ofArray(payload));
      SerializationException same =
          assertThrows(SerializationException.class, () -> serializer.read(segment, 0, type));
      assertEquals(e.getMessage(), same.getMessage());
      assertEquals(e.kind(), same.kind());
    }
    return e;
  }

  private static Object filled(Object container, Object... keys) {
    if (container instanceof Map<?, ?>) {
      @SuppressWarnings("unchecked")
      Map<Object, Object> map = (Map<Object, Object>) container;
      for (Object key : keys) {
        map.put(key, map.size());
      }
    } else {
      @SuppressWarnings("unchecked")
      Collection<Object> elements = (Collection<Object>) container;
      elements.addAll(Arrays.asList(keys));
    }
    return container;
  }

  static Stream<Function<Object[], Object>> containers() {
    return Stream.of(
        keys -> filled(new HashMap<>(), keys),
        keys -> filled(new LinkedHashMap<>(), keys),
        keys -> filled(new LinkedHashMap<>(9, 0.75f, true), keys),
        keys -> filled(new TreeMap<>(), keys),
        keys -> filled(new TreeMap<>(Collections.reverseOrder()), keys),
        keys -> filled(new ConcurrentHashMap<>(), keys),
        keys -> filled(new ConcurrentSkipListMap<>(), keys),
        keys -> filled(new Hashtable<>(), keys),
        keys -> filled(new WeakHashMap<>(), keys),
        keys -> Map.copyOf((Map<?, ?>) filled(new HashMap<>(), keys)),
        keys -> filled(new OwnMap(), keys),
        keys -> filled(new OwnTree(), keys),
        keys -> Collections.unmodifiableMap((Map<?, ?>) filled(new HashMap<>(), keys)),
        keys -> Collections.synchronizedMap((Map<?, ?>) filled(new TreeMap<>(), keys)),
        keys -> filled(new HashSet<>(), keys),
        keys -> filled(new LinkedHashSet<>(), keys),
        keys -> filled(new TreeSet<>(), keys),
        keys -> filled(new TreeSet<>(Collections.reverseOrder()), keys),
        keys -> filled(new ConcurrentSkipListSet<>(), keys),
        keys -> filled(new CopyOnWriteArraySet<>(), keys),
        keys -> filled(ConcurrentHashMap.newKeySet(), keys),
        Set::of,
        keys -> filled(new OwnSet(), keys),
        keys -> filled(Collections.newSetFromMap(new LinkedHashMap<>()), keys),
        keys -> Collections.unmodifiableSet((Set<?>) filled(new HashSet<>(), keys)),
        keys -> Collections.synchronizedSet((Set<?>) filled(new HashSet<>(), keys)),
        keys -> ((Map<?, ?>) filled(new HashMap<>(), keys)).keySet(),
        keys -> ((NavigableMap<?, ?>) filled(new TreeMap<>(), keys)).descendingMap(),
        keys -> new ArrayList<>(List.of("x", filled(new HashMap<>(), keys))),
        keys -> new HashMap<>(Map.of("x", filled(new HashSet<>(), keys))));
  }

  private static void assertNames(SerializationException e, Kind kind, String... parts) {
    assertEquals(kind, e.kind(), e.getMessage());
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void keysThatHaveLostAComponentAreNamed(Function<Object[], Object> container) {
    Object[] keys = {new Pos(1, 1), new Pos(2, 2), new Pos(1, 2)};
    byte[] payload = OLD.toBytes(container.apply(keys));
    String key = "LessPos[shelf=1]";
    for (Execution execution : List.of(Execution.COMPILED, Execution.INTERPRETED)) {
      Serializer reader = now().execution(execution).build();
      SerializationException e = refused(reader, payload);
      assertNames(e, Kind.SCHEMA_MISMATCH, "became equal when read: " + key + " and " + key);
      reader = now().execution(execution).mergeEqualKeys(true).build();
      assertEquals(2, size(reader.fromBytes(payload, Object.class)));
    }
  }

  private static int size(Object container) {
    Object held =
        container.getClass() == HashMap.class
                && ((Map<?, ?>) container).get("x") instanceof Set<?> set
            ? set
            : container instanceof ArrayList<?> list ? list.get(1) : container;
    return held instanceof Map<?, ?> map ? map.size() : ((Collection<?>) held).size();
  }

  @ParameterizedTest
  @MethodSource("containers")
  void resultIsTheSameWithReferences(Function<Object[], Object> container) {
    Object[] keys = {new Pos(1, 1), new Pos(2, 2), new Pos(1, 2)};
    Serializer old = compatible(Pos.class, Color.class).references(true).build();
    byte[] payload = old.toBytes(container.apply(keys));
    SerializationException e = refused(now().references(true).build(), payload);
    assertNames(e, Kind.SCHEMA_MISMATCH, "equal when read: ", "LessPos[shelf=1] and ");
  }

  @ParameterizedTest
  @MethodSource("containers")
  void removedValueIsReportedForTheClass(Function<Object[], Object> container) {
    Object value = container.apply(new Object[] {new Tagged(1, 1), new Tagged(1, 2)});
    for (SchemaMode mode : SchemaMode.values()) {
      Serializer serializer = builder().schemaMode(mode).build();
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.copy(value));
      assertNames(e, Kind.HOOK_FAILED, "Tagged[number=1", "@Ignored", "mergeEqualKeys");
      assertEquals(e.getMessage(), refused(serializer, serializer.toBytes(value)).getMessage());
    }
  }

  /// One field for each way to declare a container.
  static final class OldStock {
    Map<Pos, Integer> map = new HashMap<>();
    NavigableMap<Pos, String> sorted = new TreeMap<>();
    Map<Pos, Integer> immutable = Map.of();
    Map<Pos, Integer> wrapped = Collections.unmodifiableMap(new HashMap<>());
    Set<Pos> set = new HashSet<>();
    Set<Pos> immutableSet = Set.of();
    SortedSet<Pos> sortedSet = new TreeSet<>();
    Collection<Pos> any = new ArrayList<>();
    EnumMap<Color, Integer> colors = new EnumMap<>(Color.class);
    EnumSet<Color> colorSet = EnumSet.noneOf(Color.class);
    Set<Color> hashedColors = new HashSet<>();
    Object enumMap = new EnumMap<>(Color.class);
    Object enumSet = EnumSet.of(Color.BLUE);
    Object classes = new HashSet<>();
    Map<String, Map<Pos, Integer>> nested = new HashMap<>();
  }

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$OldStock")
  static final class Stock {
    Map<LessPos, Integer> map;
    NavigableMap<LessPos, String> sorted;
    Map<LessPos, Integer> immutable;
    Map<LessPos, Integer> wrapped;
    Set<LessPos> set;
    Set<LessPos> immutableSet;
    SortedSet<LessPos> sortedSet;
    Collection<LessPos> any;
    EnumMap<FewerColors, Integer> colors;
    EnumSet<FewerColors> colorSet;
    Set<FewerColors> hashedColors;
    Object enumMap;
    Object enumSet;
    Object classes;
    Map<String, Map<LessPos, Integer>> nested;
  }

  private static final Pos ONE = new Pos(1, 1);
  private static final Pos OTHER = new Pos(1, 2);

  /// A field and how it is filled.
  record Case(String path, Consumer<OldStock> fill) {}

  static Stream<Case> cases() {
    Map<Pos, Integer> both = Map.of(ONE, 1, OTHER, 2);
    return Stream.of(
        new Case("map", stock -> stock.map.putAll(both)),
        new Case("sorted", stock -> stock.sorted.putAll(Map.of(ONE, "a", OTHER, "b"))),
        new Case("immutable", stock -> stock.immutable = both),
        new Case("wrapped", stock -> stock.wrapped = Collections.unmodifiableMap(both)),
        new Case("set", stock -> stock.set.addAll(both.keySet())),
        new Case("immutableSet", stock -> stock.immutableSet = Set.of(ONE, OTHER)),
        new Case("sortedSet", stock -> stock.sortedSet.addAll(both.keySet())),
        new Case("any", stock -> stock.any = new LinkedHashSet<>(both.keySet())),
        new Case("colors", stock -> stock.colors.putAll(Map.of(Color.RED, 1, Color.CRIMSON, 2))),
        new Case("colorSet", stock -> stock.colorSet = EnumSet.of(Color.RED, Color.CRIMSON)),
        new Case("hashedColors", stock -> stock.hashedColors.addAll(EnumSet.allOf(Color.class))),
        new Case(
            "enumMap",
            stock -> stock.enumMap = new EnumMap<>(Map.of(Color.RED, 1, Color.CRIMSON, 2))),
        new Case("enumSet", stock -> stock.enumSet = EnumSet.allOf(Color.class)),
        new Case("nested", stock -> stock.nested.put("a", new LinkedHashMap<>(both))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theFieldIsNamed(Case one) {
    OldStock stock = new OldStock();
    one.fill.accept(stock);
    byte[] payload = OLD.toBytes(stock);
    for (Execution execution : List.of(Execution.COMPILED, Execution.INTERPRETED)) {
      SerializationException e = refused(now().execution(execution).build(), payload, Stock.class);
      assertNames(e, Kind.SCHEMA_MISMATCH, "became equal when read: ", " and ");
      assertTrue(e.path().startsWith("Stock." + one.path), e.path());
      Serializer merging = now().execution(execution).mergeEqualKeys(true).build();
      assertEquals(Stock.class, merging.fromBytes(payload, Stock.class).getClass());
    }
  }

  @Test
  void containersWithoutLossAreRead() {
    OldStock stock = new OldStock();
    stock.map.putAll(Map.of(ONE, 1, new Pos(2, 2), 2));
    stock.any = new ArrayList<>(List.of(ONE, ONE));
    Stock read = now().build().fromBytes(OLD.toBytes(stock), Stock.class);
    assertEquals(Map.of(new LessPos(1), 1, new LessPos(2), 2), read.map);
    assertEquals(2, read.any.size());
  }

  record Unknown(int number) {}

  record Key(Object part, String name) {}

  record Hold(Map<Key, Integer> map) {}

  @Test
  void nullsForUnknownKeyPartsAreNamed() {
    Serializer reader = compatible(Hold.class, Key.class).unknownTypes(UnknownTypes.NULL).build();
    Unknown one = new Unknown(1);
    Unknown other = new Unknown(2);
    for (Object keys :
        List.of(
            new Hold(Map.of(new Key(one, "a"), 1, new Key(other, "a"), 2)),
            new HashMap<>(Map.of(Optional.of(one), 1, Optional.of(other), 2)),
            new HashMap<>(Map.of(List.of(one), 1, List.of(other), 2)),
            new HashSet<>(List.of(Map.entry("a", List.of(one)), Map.entry("a", List.of(other)))))) {
      SerializationException e = refused(reader, OLD.toBytes(keys));
      assertNames(e, Kind.SCHEMA_MISMATCH, "became equal when read");
    }
  }

  record OldNumbers(Map<Object, Integer> map, Set<Object> set) {}

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$OldNumbers")
  record Numbers(Map<Long, Integer> map, Set<Long> set) {}

  @Test
  void wideningThatMergesKeysIsNamed() {
    Serializer old = compatible(OldNumbers.class).build();
    SerializationException e =
        refused(
            compatible(Numbers.class).build(),
            old.toBytes(new OldNumbers(Map.of(1, 1, 1L, 2), Set.of())));
    assertNames(e, Kind.SCHEMA_MISMATCH, "1 (java.lang.", "became equal when read: ");
    assertEquals("Numbers.map", e.path());
    byte[] sets = old.toBytes(new OldNumbers(Map.of(), Set.of(1, 1L)));
    e = refused(compatible(Numbers.class).build(), sets);
    assertNames(e, Kind.SCHEMA_MISMATCH, "became equal when read: ");
    assertEquals("Numbers.set", e.path());
    Numbers merged =
        compatible(Numbers.class).mergeEqualKeys(true).build().fromBytes(sets, Numbers.class);
    assertEquals(Set.of(1L), merged.set);
  }

  record Prices(HashSet<BigDecimal> set) {}

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$Prices")
  record SortedPrices(TreeSet<BigDecimal> set) {}

  @Test
  void changedSetTypeThatMergesElementsIsNamed() {
    Prices prices = new Prices(new HashSet<>());
    prices.set.addAll(List.of(new BigDecimal("1.0"), new BigDecimal("1.00")));
    byte[] payload = compatible(Prices.class).build().toBytes(prices);
    SerializationException e = refused(compatible(SortedPrices.class).build(), payload);
    assertNames(e, Kind.SCHEMA_MISMATCH, "became equal when read: 1.0");
  }

  @ParameterizedTest
  @EnumSource
  void cacheMayDropEntries(SchemaMode mode) {
    Cache cache = new Cache();
    cache.putAll(Map.of(1, 1, 2, 2, 3, 3));
    Cache.most = 2;
    try {
      assertEquals(2, builder().schemaMode(mode).build().copy(cache).size());
    } finally {
      Cache.most = Integer.MAX_VALUE;
    }
  }

  @Test
  void equalKeysOfAnIdentityMapStayApart() {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(new Pos(1, 1), 1);
    map.put(new Pos(1, 1), 2);
    assertEquals(2, OLD.copy(map).size());
    Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(List.of(new Pos(1, 1), new Pos(1, 1)));
    assertEquals(2, OLD.copy(set).size());
  }

  /// A mistake of the writer, not a corrupt payload.
  @Test
  void keysChangedInsideTheirContainerAreNotReportedAsCorrupt() {
    List<Integer> changed = new ArrayList<>(List.of(2));
    Map<Object, Object> map = new HashMap<>(Map.of(List.of(1), 1, changed, 2));
    Set<Object> set = new HashSet<>(map.keySet());
    changed.set(0, 1);
    for (Object container : List.of(map, set)) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> OLD.copy(container));
      assertNames(e, Kind.HOOK_FAILED, "became equal when read", "changed while they were in");
    }
  }

  /// Boxes are shared, so these keys cannot be read as two objects.
  @Test
  void mergedKeysOfAnIdentityMapAreAnError() {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(box(5), 1);
    map.put(box(5), 2);
    SerializationException e = assertThrows(SerializationException.class, () -> OLD.copy(map));
    assertNames(e, Kind.HOOK_FAILED, "IdentityHashMap", ": 5 and 5");
  }

  @SuppressWarnings({"removal", "deprecation", "BoxedPrimitiveConstructor"}) // two objects
  private static Integer box(int value) {
    return new Integer(value);
  }

  record Removed(Object map, Object set, Object tree, String left) {}

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$Removed")
  record Left(String left) {}

  /// With references, removed fields are read, since later values may refer to their objects.
  @Test
  void unknownKeysInRemovedFieldsAreAccepted() {
    Map<Object, Integer> map = Map.of(new Unknown(1), 1, new Unknown(2), 2);
    Removed removed =
        new Removed(
            new HashMap<>(map), new OwnSet(), filled(new IdentityHashMap<>(), map.keySet()), "x");
    ((OwnSet) removed.set).addAll(map.keySet());
    Serializer old = compatible(Removed.class, Unknown.class).references(true).build();
    for (UnknownTypes unknown : List.of(UnknownTypes.FAIL, UnknownTypes.NULL)) {
      Serializer now = compatible(Left.class).references(true).unknownTypes(unknown).build();
      assertEquals(new Left("x"), now.fromBytes(old.toBytes(removed), Left.class));
    }
  }

  /// A container whose nulls stand for unknown keys is read again to find that out, but not again
  /// for each enclosing container.
  @Test
  void nestedContainersInRemovedFieldsAreReadInLinearTime() {
    Object nested = "leaf";
    for (int i = 0; i < 60; i++) {
      Map<Object, Object> map = new HashMap<>();
      map.put(new Unknown(i), nested);
      map.put(new Unknown(-1 - i), "x");
      nested = i % 2 == 0 ? map : new ArrayList<>(List.of(map));
    }
    Removed removed = new Removed(nested, null, null, "x");
    Serializer old = compatible(Removed.class, Unknown.class).references(true).build();
    Serializer now = compatible(Left.class).references(true).build();
    assertEquals(new Left("x"), now.fromBytes(old.toBytes(removed), Left.class));
  }

  @Test
  void viewsWithEqualElementsAreNotWritten() {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(new Pos(1, 1), 1);
    map.put(new Pos(1, 1), 1);
    for (Object view :
        List.of(map.keySet(), map.entrySet(), Collections.unmodifiableMap(map).keySet())) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> OLD.toBytes(view));
      assertNames(e, Kind.UNSUPPORTED_TYPE, "IdentityHashMap$", "write the map itself");
    }
    assertEquals(2, OLD.copy((Collection<?>) map.values()).size());
    assertEquals(1, mergingCopy(map.keySet()).size());
    map.keySet().removeIf(key -> map.size() > 1);
    assertEquals(Set.of(new Pos(1, 1)), OLD.copy(map.keySet()));
  }

  private static Set<?> mergingCopy(Set<?> set) {
    return compatible(Pos.class).mergeEqualKeys(true).build().copy(set);
  }

  /// The map is reachable from the key, and is filled when the key is complete.
  static final class Node {
    int shelf;
    int box;
    Map<Object, Object> map = new HashMap<>();
    Set<Object> set = new HashSet<>();

    Node(int shelf, int box) {
      this.shelf = shelf;
      this.box = box;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Node that && shelf == that.shelf && box == that.box;
    }

    @Override
    public int hashCode() {
      return shelf;
    }
  }

  @Alias("dev.segue.serializer.internal.call.EqualKeysTest$Node")
  static final class LessNode {
    int shelf;
    Map<Object, Object> map = new HashMap<>();
    Set<Object> set = new HashSet<>();

    @Override
    public boolean equals(Object other) {
      return other instanceof LessNode that && shelf == that.shelf;
    }

    @Override
    public int hashCode() {
      return shelf;
    }
  }

  @Test
  void keysOnACycleAreNamed() {
    Serializer old = compatible(Node.class).references(true).build();
    Serializer now = compatible(LessNode.class).references(true).build();
    Serializer merging = compatible(LessNode.class).references(true).mergeEqualKeys(true).build();
    for (boolean isMap : new boolean[] {true, false}) {
      Node first = new Node(1, 1);
      Node second = new Node(1, 2);
      second.map = first.map;
      second.set = first.set;
      if (isMap) {
        first.map.putAll(Map.of(first, 1, second, 2));
      } else {
        first.set.addAll(List.of(first, second));
      }
      byte[] payload = old.toBytes(first);
      assertNames(refused(now, payload), Kind.SCHEMA_MISMATCH, "LessNode and a ");
      LessNode merged = (LessNode) merging.fromBytes(payload, Object.class);
      assertEquals(1, merged.map.size() + merged.set.size());
    }
  }
}
