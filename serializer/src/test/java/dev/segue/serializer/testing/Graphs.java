// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The classes that the tests use, and graphs of their objects.
@SuppressWarnings({"EnumOrdinal", "EqualsGetClass", "MutablePublicArray"})
public final class Graphs {

  private Graphs() {}

  public static final Class<?>[] TYPES = {
    Scalars.class,
    Boxes.class,
    Order.class,
    Line.class,
    DiscountedLine.class,
    Point.class,
    Holder.class,
    Derived.class,
    Wide.class,
    Containers.class,
    Nothing.class,
    Status.class
  };

  public enum Status {
    OPEN,
    CLOSED {
      @Override
      public boolean isFinal() {
        return true;
      }
    },
    LOST;

    public boolean isFinal() {
      return false;
    }
  }

  /// One field of each primitive.
  public static class Scalars {
    public boolean z;
    public byte b;
    public short s;
    public char c;
    public int i;
    public long l;
    public float f;
    private double d;

    public static Scalars of(RandomGenerator random) {
      Scalars scalars = new Scalars();
      scalars.z = random.nextBoolean();
      scalars.b = (byte) random.nextInt();
      scalars.s = (short) random.nextInt();
      scalars.c = (char) random.nextInt();
      scalars.i = random.nextInt();
      scalars.l = random.nextLong();
      scalars.f = random.nextFloat();
      scalars.d = random.nextDouble();
      return scalars;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Scalars o && toString().equals(o.toString());
    }

    @Override
    public int hashCode() {
      return i;
    }

    @Override
    public String toString() {
      return z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d;
    }
  }

  /// One field of each box, some null.
  public record Boxes(
      @Nullable Boolean z,
      @Nullable Byte b,
      @Nullable Short s,
      @Nullable Character c,
      @Nullable Integer i,
      @Nullable Long l,
      @Nullable Float f,
      @Nullable Double d) {

    public static Boxes of(RandomGenerator random) {
      return new Boxes(
          random.nextBoolean() ? random.nextBoolean() : null,
          random.nextBoolean() ? (byte) random.nextInt() : null,
          random.nextBoolean() ? (short) random.nextInt() : null,
          random.nextBoolean() ? (char) random.nextInt() : null,
          random.nextBoolean() ? random.nextInt() : null,
          random.nextBoolean() ? random.nextLong() : null,
          random.nextBoolean() ? random.nextFloat() : null,
          random.nextBoolean() ? random.nextDouble() : null);
    }
  }

  public record Point(int x, int y) {}

  /// A bean with strings, lists, arrays and other objects.
  @SuppressWarnings("serial") // JDK 26 sets final fields only by serialization
  public static class Order implements Serializable {
    private @Nullable String id;
    @Nullable public String note;
    private final List<Line> lines;
    public List<@Nullable String> tags = new ArrayList<>();
    public List<@Nullable Integer> counts = new ArrayList<>();
    public List<@Nullable Status> history = new ArrayList<>();
    public List<List<Point>> paths = new ArrayList<>();
    @Nullable public Status status;
    @Nullable public Point origin;
    @Nullable public Line first;
    @Nullable public Object anything;
    public byte @Nullable [] bytes;
    public long @Nullable [] longs;
    public boolean @Nullable [] flags;
    public transient int ignored = 7;
    public static int alsoIgnored = 8;

    private Order() {
      this.lines = new ArrayList<>();
    }

    public static Order of(RandomGenerator random) {
      Order order = new Order();
      order.id = string(random);
      order.note = random.nextBoolean() ? string(random) : null;
      for (int i = random.nextInt(4); i > 0; i--) {
        order.lines.add(random.nextBoolean() ? Line.of(random) : DiscountedLine.of(random));
        order.tags.add(random.nextInt(4) == 0 ? null : string(random));
        order.counts.add(random.nextInt(4) == 0 ? null : (Integer) random.nextInt());
        order.history.add(random.nextInt(4) == 0 ? null : Status.values()[random.nextInt(3)]);
        order.paths.add(new ArrayList<>(List.of(new Point(i, random.nextInt()))));
      }
      order.status = random.nextInt(4) == 0 ? null : Status.values()[random.nextInt(3)];
      order.origin = random.nextBoolean() ? new Point(random.nextInt(), 3) : null;
      order.first = random.nextBoolean() ? DiscountedLine.of(random) : Line.of(random);
      order.anything =
          switch (random.nextInt(6)) {
            case 0 -> new Point(1, 2);
            case 1 -> string(random);
            case 2 -> random.nextDouble();
            case 3 -> new ArrayList<Object>(List.of(1, "two", new Point(3, 4)));
            case 4 -> List.of(Line.of(random), 5L);
            default -> null;
          };
      order.bytes = string(random).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      order.longs = random.longs(random.nextInt(5)).toArray();
      order.flags = random.nextBoolean() ? new boolean[] {true, false, true} : null;
      return order;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Order o
          && Objects.equals(id, o.id)
          && Objects.equals(note, o.note)
          && lines.equals(o.lines)
          && tags.equals(o.tags)
          && counts.equals(o.counts)
          && history.equals(o.history)
          && paths.equals(o.paths)
          && status == o.status
          && Objects.equals(origin, o.origin)
          && Objects.equals(first, o.first)
          && Objects.equals(anything, o.anything)
          && java.util.Arrays.equals(bytes, o.bytes)
          && java.util.Arrays.equals(longs, o.longs)
          && java.util.Arrays.equals(flags, o.flags);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, note, lines);
    }
  }

  public static class Line {
    @Nullable public String product;
    public int quantity;
    public double price;

    public static Line of(RandomGenerator random) {
      return new Line().fill(random);
    }

    public Line fill(RandomGenerator random) {
      product = string(random);
      quantity = random.nextInt(100);
      price = random.nextDouble();
      return this;
    }

    @Override
    public boolean equals(Object other) {
      return other != null
          && getClass() == other.getClass()
          && Objects.equals(product, ((Line) other).product)
          && quantity == ((Line) other).quantity
          && Double.compare(price, ((Line) other).price) == 0;
    }

    @Override
    public int hashCode() {
      return Objects.hash(product, quantity, price);
    }
  }

  public static class DiscountedLine extends Line {
    @Nullable public Float discount;

    public static DiscountedLine of(RandomGenerator random) {
      DiscountedLine line = new DiscountedLine();
      line.fill(random);
      line.discount = random.nextBoolean() ? random.nextFloat() : null;
      return line;
    }

    @Override
    public boolean equals(Object other) {
      return super.equals(other) && Objects.equals(discount, ((DiscountedLine) other).discount);
    }

    @Override
    public int hashCode() {
      return super.hashCode() + Objects.hashCode(discount);
    }
  }

  /// A node of a chain or a cycle.
  public static class Holder {
    @Nullable public Object value;
    @Nullable public Holder next;
  }

  public static class Base {
    private int shadowed = 1;
    public @Nullable String inherited;

    public int baseShadowed() {
      return shadowed;
    }

    public void baseShadowed(int value) {
      shadowed = value;
    }
  }

  public static class Derived extends Base {
    public int shadowed = 2;
  }

  /// More boxed fields than a word of the null bitmap has bits, and more slots than one method
  /// handles.
  public static class Wide {
    @Nullable public Integer i00, i01, i02, i03, i04, i05, i06, i07, i08, i09;
    @Nullable public Integer i10, i11, i12, i13, i14, i15, i16, i17, i18, i19;
    @Nullable public Integer i20, i21, i22, i23, i24, i25, i26, i27, i28, i29;
    @Nullable public Byte b0, b1, b2, b3, b4, b5, b6, b7, b8, b9;
    @Nullable public String s00, s01, s02, s03, s04, s05, s06, s07, s08, s09;
    @Nullable public String s10, s11, s12, s13, s14, s15, s16, s17, s18, s19;

    public static Wide of(RandomGenerator random) throws IllegalAccessException {
      Wide wide = new Wide();
      for (var field : Wide.class.getDeclaredFields()) {
        if (random.nextInt(3) > 0) {
          Object value =
              field.getType() == String.class
                  ? string(random)
                  : field.getType() == Byte.class
                      ? (Object) (byte) random.nextInt()
                      : (Object) random.nextInt();
          field.set(wide, value);
        }
      }
      return wide;
    }

    @Override
    public String toString() {
      try {
        StringBuilder text = new StringBuilder();
        for (var field : Wide.class.getDeclaredFields()) {
          text.append(field.get(this)).append('|');
        }
        return text.toString();
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// A class without state.
  public static class Nothing {
    @Override
    public boolean equals(Object other) {
      return other instanceof Nothing;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  /// Every kind of container that code is generated for.
  @SuppressWarnings("ArrayRecordComponent") // equals compares their contents
  public record Containers(
      Set<@Nullable String> strings,
      LinkedHashSet<Point> points,
      Set<@Nullable Status> statuses,
      Deque<Long> longs,
      LinkedList<@Nullable Double> doubles,
      Collection<@Nullable Character> characters,
      Map<@Nullable String, @Nullable Integer> counts,
      Map<@Nullable Status, @Nullable Line> lines,
      LinkedHashMap<Long, List<Point>> paths,
      ConcurrentMap<Integer, Boolean> bits,
      Map<Object, Object> anything,
      @Nullable String @Nullable [] names,
      @Nullable Short[] shorts,
      @Nullable Status[][] table,
      int[][][] cube,
      @Nullable Object[] objects,
      List<@Nullable String>[] lists,
      Line @Nullable [] lineArray,
      Comparable<?>[] comparables) {

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static Containers of(RandomGenerator random) {
      int size = random.nextInt(20);
      Containers made =
          new Containers(
              random.nextBoolean() ? new HashSet<>() : new LinkedHashSet<>(),
              new LinkedHashSet<>(),
              new HashSet<>(),
              random.nextBoolean() ? new ArrayDeque<>() : new LinkedList<>(),
              new LinkedList<>(),
              random.nextBoolean() ? new ArrayList<>() : new LinkedHashSet<>(),
              random.nextBoolean() ? new HashMap<>() : new LinkedHashMap<>(),
              new HashMap<>(),
              new LinkedHashMap<>(),
              new ConcurrentHashMap<>(),
              new HashMap<>(),
              random.nextBoolean() ? new String[size] : null,
              new Short[size],
              new Status[size][],
              new int[size][][],
              random.nextBoolean() ? new Object[size] : new Line[size],
              new List[size],
              random.nextBoolean() ? new DiscountedLine[size] : null,
              new Comparable<?>[size]);
      for (int i = 0; i < size; i++) {
        boolean isNull = random.nextInt(5) == 0;
        made.strings.add(isNull ? null : string(random));
        made.points.add(new Point(i, random.nextInt()));
        made.statuses.add(isNull ? null : Status.values()[random.nextInt(3)]);
        made.longs.add(random.nextLong());
        made.doubles.add(isNull ? null : (Double) random.nextDouble());
        made.characters.add(isNull ? null : (Character) (char) random.nextInt());
        made.counts.put(isNull ? null : string(random), isNull ? (Integer) i : null);
        made.lines.put(isNull ? null : Status.LOST, isNull ? null : Line.of(random));
        made.paths.put(random.nextLong(), List.of(new Point(i, i), new Point(1, i)));
        made.bits.put(i, random.nextBoolean());
        made.anything.put(i, isNull ? new Point[][] {{new Point(i, 2)}, null} : "value");
        if (made.names != null && !isNull) {
          made.names[i] = string(random);
        }
        made.shorts[i] = isNull ? null : (Short) (short) random.nextInt();
        made.table[i] = new Status[] {Status.OPEN, null};
        made.cube[i] = new int[][] {{i}, {}, random.ints(i).toArray()};
        if (made.objects.getClass() == Object[].class) {
          made.objects[i] = isNull ? new int[] {1, i} : new Nothing();
        }
        made.lists[i] = new ArrayList<>(List.of(string(random)));
        made.comparables[i] = isNull ? (Comparable<?>) i : Status.CLOSED;
      }
      return made;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Containers o
          && strings.equals(o.strings)
          && strings.getClass() == o.strings.getClass()
          && points.equals(o.points)
          && statuses.equals(o.statuses)
          && List.copyOf(longs).equals(List.copyOf(o.longs))
          && longs.getClass() == o.longs.getClass()
          && doubles.equals(o.doubles)
          && Arrays.equals(characters.toArray(), o.characters.toArray())
          && counts.equals(o.counts)
          && (!(counts instanceof LinkedHashMap) || counts.toString().equals(o.counts.toString()))
          && lines.equals(o.lines)
          && List.copyOf(paths.entrySet()).equals(List.copyOf(o.paths.entrySet()))
          && bits.equals(o.bits)
          && anything.keySet().equals(o.anything.keySet())
          && Arrays.deepEquals(anything.values().toArray(), o.anything.values().toArray())
          && Arrays.equals(names, o.names)
          && Arrays.equals(shorts, o.shorts)
          && Arrays.deepEquals(table, o.table)
          && Arrays.deepEquals(cube, o.cube)
          && Arrays.deepEquals(objects, o.objects)
          && objects.getClass() == o.objects.getClass()
          && Arrays.equals(lists, o.lists)
          && Arrays.equals(lineArray, o.lineArray)
          && classOf(lineArray) == classOf(o.lineArray)
          && Arrays.equals(comparables, o.comparables);
    }

    private static @Nullable Class<?> classOf(@Nullable Object value) {
      return value == null ? null : value.getClass();
    }

    @Override
    public int hashCode() {
      return counts.hashCode();
    }
  }

  /// Strings of all kinds: empty, ASCII, Latin-1 and beyond, with question marks and lone
  /// surrogates.
  public static String string(RandomGenerator random) {
    int length = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(60);
    int max =
        switch (random.nextInt(4)) {
          case 0 -> 0x80;
          case 1 -> 0x100;
          case 2 -> 0x105;
          default -> 0x10000;
        };
    char[] characters = new char[length];
    for (int i = 0; i < length; i++) {
      characters[i] = random.nextInt(10) == 0 ? '?' : (char) random.nextInt(max);
    }
    return new String(characters);
  }
}
