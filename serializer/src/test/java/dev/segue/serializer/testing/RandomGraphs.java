// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Random graphs of many kinds of classes. The same seed gives the same graph.
// NullAway is suppressed: nulls are deliberately everywhere, and fields are read by reflection.
@SuppressWarnings({"NullAway", "UnusedVariable", "MutablePublicArray"})
public final class RandomGraphs {

  public static final Class<?>[] TYPES = {
    Node.class,
    SpecialNode.class,
    Pair.class,
    Range.class,
    Circle.class,
    Polygon.class,
    Point.class,
    Values.class,
    Level.class,
    Numbers.class
  };

  public enum Level {
    LOW,
    MIDDLE {
      @Override
      public boolean odd() {
        return true;
      }
    },
    HIGH;

    public boolean odd() {
      return false;
    }
  }

  public sealed interface Figure {}

  public record Point(int x, int y) {}

  public record Circle(Point center, float radius) implements Figure {}

  public record Polygon(List<Point> corners, @Nullable Figure hole) implements Figure {}

  public record Pair<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}

  public static class Range<T extends Comparable<T>> {
    @Nullable public T from;
    @Nullable public T to;
    public boolean open;
  }

  @SuppressWarnings("ArrayRecordComponent") // compared field by field
  public record Numbers(
      boolean[] flags,
      byte[] bytes,
      short @Nullable [] shorts,
      char[] chars,
      int[] ints,
      long @Nullable [] longs,
      float[] floats,
      double[] doubles,
      @Nullable Boolean flag,
      @Nullable Character letter,
      @Nullable Long number,
      @Nullable Double fraction) {}

  public static class Node {
    private int id;
    @Nullable public String name;
    @Nullable public Level level;
    @Nullable public Node left;
    @Nullable public Object any;
    @Nullable public Figure figure;
    @Nullable public Comparable<?> comparable;
    @Nullable public List<@Nullable Node> children;
    @Nullable public Collection<@Nullable String> lines;
    @Nullable public Set<String> tags;
    @Nullable public Map<String, @Nullable Object> attributes;
    @Nullable public Map<Level, List<Point>> places;
    @Nullable public SortedMap<String, @Nullable Point> index;
    @Nullable public NavigableSet<Integer> marks;
    @Nullable public EnumMap<Level, @Nullable String> labels;
    @Nullable public EnumSet<Level> reached;
    public Optional<Figure> spare = Optional.empty();
    @Nullable public Optional<String> @Nullable [] remarks;
    @Nullable public Pair<@Nullable String, @Nullable Pair<Integer, Point>> pair;
    @Nullable public Range<String> range;
    @Nullable public Deque<Integer> queue;
    @Nullable public Numbers numbers;
    public transient @Nullable Object forgotten;

    public final void id(int id) {
      this.id = id;
    }
  }

  public static class SpecialNode extends Node {
    private long id;
    @Nullable public Values values;
    @Nullable public List<List<@Nullable Integer>> matrix;
    @Nullable public List<@Nullable Level> levels;
    @Nullable public Object @Nullable [] mixed;
    @Nullable public Figure @Nullable [] figures;
    @Nullable public String @Nullable [] words;
    @Nullable public Integer @Nullable [] boxes;
    public int @Nullable [] @Nullable [] grid;
  }

  public record Values(
      @Nullable UUID uuid,
      @Nullable Instant instant,
      @Nullable Duration duration,
      @Nullable LocalDate date,
      @Nullable ZonedDateTime zoned,
      @Nullable BigDecimal decimal,
      @Nullable BigInteger integer,
      @Nullable URI uri,
      @Nullable Locale locale,
      @Nullable BitSet bits,
      @Nullable AtomicLong counter,
      @Nullable StringBuilder text) {}

  private final Random random;

  /// The number of objects that this graph may still get.
  private int budget;

  private RandomGraphs(long seed) {
    this.random = new Random(seed);
    this.budget = 1 << random.nextInt(8);
  }

  public static Object of(long seed) {
    RandomGraphs graphs = new RandomGraphs(seed);
    return switch (graphs.random.nextInt(4)) {
      case 0 -> graphs.node();
      case 1 -> graphs.special();
      case 2 -> graphs.collection();
      default -> graphs.any();
    };
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> @Nullable T maybe(Supplier<T> supplier) {
    return budget-- > 0 && !chance(3) ? supplier.get() : null;
  }

  private String string() {
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> "\ud83d\ude00 pairs \ud800 lone \udc00".substring(random.nextInt(8));
      case 2 -> "long ".repeat(random.nextInt(100)) + (chance(2) ? "\u20ac" : "?");
      default -> Graphs.string(random);
    };
  }

  private Level level() {
    return Level.values()[random.nextInt(3)];
  }

  private Point point() {
    return new Point(random.nextInt(), random.nextInt(10));
  }

  private <T, C extends Collection<T>> C fill(C collection, Supplier<? extends T> elements) {
    for (int i = random.nextInt(6); i > 0; i--) {
      collection.add(elements.get());
    }
    return collection;
  }

  private <K, V, M extends Map<K, V>> M fill(
      M map, Supplier<? extends K> keys, Supplier<? extends V> values) {
    for (int i = random.nextInt(6); i > 0; i--) {
      map.put(keys.get(), values.get());
    }
    return map;
  }

  private Node node() {
    return node(chance(3) ? special() : new Node());
  }

  private Node node(Node node) {
    node.id(random.nextInt());
    node.name = maybe(this::string);
    node.level = maybe(this::level);
    node.left = maybe(this::node);
    node.any = maybe(this::any);
    node.figure = maybe(this::figure);
    node.comparable = maybe(this::comparable);
    node.children = maybe(() -> this.<@Nullable Node>list(() -> maybe(this::node)));
    node.lines = maybe(() -> this.<@Nullable String>list(() -> maybe(this::string)));
    node.tags = maybe(() -> chance(2) ? Set.of("a", string() + "b") : fill(set(), this::string));
    node.attributes = maybe(() -> fill(map(), this::string, () -> maybe(this::any)));
    node.places = maybe(() -> fill(this.<List<Point>>places(), this::level, this::points));
    node.index = maybe(() -> fill(this.<@Nullable Point>index(), this::string, this::maybePoint));
    node.marks = maybe(() -> fill(marks(), random::nextInt));
    node.labels = maybe(() -> fill(new EnumMap<>(Level.class), this::level, this::maybeString));
    node.reached = maybe(() -> fill(EnumSet.noneOf(Level.class), this::level));
    node.pair = maybe(() -> new Pair<>(maybe(this::string), maybe(this::innerPair)));
    node.range = maybe(this::range);
    node.spare = Optional.ofNullable(maybe(this::figure));
    node.remarks = maybe(this::remarks);
    node.queue = maybe(() -> fill(new ArrayDeque<>(), random::nextInt));
    node.numbers = maybe(this::numbers);
    node.forgotten = null;
    return node;
  }

  private <V> Map<Level, V> places() {
    return chance(2) ? new HashMap<>() : new EnumMap<>(Level.class);
  }

  private <V extends @Nullable Object> SortedMap<String, V> index() {
    return chance(4) ? new TreeMap<>(Comparator.reverseOrder()) : new TreeMap<>();
  }

  private NavigableSet<Integer> marks() {
    return chance(4) ? new TreeSet<>(Comparator.reverseOrder()) : new TreeSet<>();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private @Nullable Optional<String>[] remarks() {
    return new Optional[] {Optional.of(string()), null, Optional.empty()};
  }

  private @Nullable Point maybePoint() {
    return maybe(this::point);
  }

  private @Nullable String maybeString() {
    return maybe(this::string);
  }

  private Pair<Integer, Point> innerPair() {
    return new Pair<>(random.nextInt(), point());
  }

  private SpecialNode special() {
    SpecialNode node = new SpecialNode();
    node.id = random.nextLong();
    node.values = maybe(this::values);
    node.matrix =
        maybe(() -> fill(new ArrayList<>(), () -> this.<@Nullable Integer>list(this::someInteger)));
    node.levels = maybe(() -> this.<@Nullable Level>list(() -> maybe(this::level)));
    node.mixed = maybe(() -> list(() -> maybe(this::any)).toArray());
    node.figures = maybe(() -> list(() -> maybe(this::figure)).toArray(new Figure[0]));
    node.words = maybe(() -> list(() -> maybe(this::string)).toArray(new String[0]));
    node.boxes = maybe(() -> list(this::someInteger).toArray(new Integer[0]));
    node.grid = maybe(() -> new int[][] {{}, random.ints(random.nextInt(5)).toArray(), null});
    return node;
  }

  private @Nullable Integer someInteger() {
    return chance(4) ? null : (Integer) random.nextInt();
  }

  private List<Point> points() {
    return fill(new ArrayList<>(), this::point);
  }

  private Range<String> range() {
    Range<String> range = new Range<>();
    range.from = maybe(this::string);
    range.to = maybe(this::string);
    range.open = random.nextBoolean();
    return range;
  }

  private Figure figure() {
    return chance(2)
        ? new Circle(point(), random.nextFloat())
        : new Polygon(points(), maybe(this::figure));
  }

  private Comparable<?> comparable() {
    return switch (random.nextInt(6)) {
      case 0 -> string();
      case 1 -> random.nextInt();
      case 2 -> random.nextDouble();
      case 3 -> level();
      case 4 -> new UUID(random.nextLong(), random.nextLong());
      default -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    };
  }

  /// A list of a random implementation.
  private <T extends @Nullable Object> List<T> list(Supplier<? extends T> elements) {
    List<T> list = fill(new ArrayList<>(), elements);
    return switch (random.nextInt(7)) {
      case 0 -> new LinkedList<>(list);
      case 1 -> list.stream().toList();
      case 2 -> asList(list);
      case 3 -> new CopyOnWriteArrayList<>(list);
      default -> list;
    };
  }

  @SuppressWarnings("unchecked") // it holds only its own elements
  private static <T extends @Nullable Object> List<T> asList(List<T> list) {
    return (List<T>) Arrays.asList(list.toArray());
  }

  private <T> Set<T> set() {
    return chance(2) ? new HashSet<>() : new LinkedHashSet<>();
  }

  private <K, V extends @Nullable Object> Map<K, V> map() {
    return switch (random.nextInt(3)) {
      case 0 -> new HashMap<>();
      case 1 -> new LinkedHashMap<>();
      default -> new TreeMap<>();
    };
  }

  private Object collection() {
    return switch (random.nextInt(8)) {
      case 0 -> fill(new TreeSet<>(), this::string);
      case 1 -> fill(new ConcurrentHashMap<>(), this::comparable, this::any);
      case 2 -> Set.of(level());
      case 3 -> Map.of(point(), any(), "key", any());
      case 4 -> fill(new HashMap<>(), () -> maybe(this::point), () -> maybe(this::any));
      case 5 -> fill(new HashSet<>(), () -> chance(2) ? point() : comparable());
      case 6 -> new Pair<>(any(), list(this::any));
      default -> this.<@Nullable Object>list(() -> maybe(this::any));
    };
  }

  private Object any() {
    if (budget-- <= 0) {
      return random.nextInt();
    }
    return switch (random.nextInt(10)) {
      case 9 -> list(() -> maybe(this::any)).toArray();
      case 0 -> node();
      case 1 -> collection();
      case 2 -> figure();
      case 3 -> numbers();
      case 4 -> random.ints(random.nextInt(20)).toArray();
      case 5 -> values();
      case 6 -> (char) random.nextInt();
      case 7 -> range();
      default -> comparable();
    };
  }

  private Numbers numbers() {
    int length = random.nextInt(chance(10) ? 2000 : 8);
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    short[] shorts = new short[length];
    char[] chars = string().toCharArray();
    boolean[] flags = new boolean[length];
    for (int i = 0; i < length; i++) {
      shorts[i] = (short) random.nextInt();
      flags[i] = random.nextBoolean();
    }
    float[] floats = {random.nextFloat(), Float.NaN, -0.0f, Float.MIN_VALUE};
    double[] doubles = random.doubles(length).toArray();
    return new Numbers(
        flags,
        bytes,
        chance(3) ? null : shorts,
        chars,
        random.ints(length).toArray(),
        chance(3) ? null : random.longs(length).toArray(),
        floats,
        doubles,
        maybe(random::nextBoolean),
        maybe(() -> (char) random.nextInt()),
        maybe(random::nextLong),
        maybe(() -> chance(3) ? Double.NaN : random.nextDouble()));
  }

  private Values values() {
    return new Values(
        maybe(() -> new UUID(random.nextLong(), random.nextLong())),
        maybe(() -> Instant.ofEpochMilli(random.nextLong())),
        maybe(() -> Duration.ofNanos(random.nextLong())),
        maybe(() -> LocalDate.ofEpochDay(random.nextInt())),
        maybe(() ->
            LocalDateTime.of(2026, 1 + random.nextInt(12), 1, 0, 0)
                .atZone(java.time.ZoneId.of("Europe/Berlin"))),
        maybe(() -> new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(9))),
        maybe(() -> new BigInteger(random.nextInt(300), random).negate()),
        maybe(() -> URI.create("https://example.com/" + random.nextInt() + "?q=%20")),
        maybe(() -> Locale.forLanguageTag(chance(2) ? "de-CH-1996" : "sr-Latn-RS")),
        maybe(() -> BitSet.valueOf(random.longs(random.nextInt(3)).toArray())),
        maybe(() -> new AtomicLong(random.nextLong())),
        maybe(() -> new StringBuilder(string())));
  }
}
