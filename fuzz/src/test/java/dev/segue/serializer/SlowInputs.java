// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Sample;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/// Payloads of a given length that take as long to read as possible: families of colliding keys, of
/// containers in keys, and of every JDK type, repeated as often as the length allows.
///
/// If a container would take too long to fill, its payload is written as a list, and gets the
/// container's type number afterwards.
@SuppressWarnings({"NullAway", "JdkObsolete", "IdentityHashMapUsage"})
final class SlowInputs {

  record Point(int x, int y) {}

  record Points(Set<Point> points) {}

  record PointList(List<Point> points) {}

  record Nested(Set<Nested> keys, int number) {}

  private static final int ARRAY_LIST = 0xc6;
  private static final int HASH_SET = 0xca;
  private static final int IMMUTABLE_SET = 0xcd;

  /// The containers that can be trees of any elements.
  static final List<Integer> LISTS = List.of(ARRAY_LIST, HASH_SET, IMMUTABLE_SET);

  private static final int COPY_ON_WRITE_SET = 152;
  private static final int KEY_SET = 164;
  private static final int HASHTABLE = 160;
  private static final int WEAK_MAP = 163;

  /// What a call may allocate for any payload, such as its exception.
  private static final int SLACK_BYTES = 1 << 16;

  private final int bytes;
  private final Serializer writer;

  SlowInputs(int bytes) {
    this.bytes = bytes;
    this.writer = builder().maxCollidingKeys(Integer.MAX_VALUE).build();
  }

  static SerializerBuilder builder() {
    return Serializer.builder().register(Point.class, Points.class, PointList.class, Nested.class);
  }

  /// The payloads by name.
  Map<String, byte[]> all() throws Exception {
    Map<String, byte[]> all = new LinkedHashMap<>();
    colliding(all);
    nested(all);
    numbers(all);
    patterns(all);
    everyType(all);
    dense(all);
    return all;
  }

  private void colliding(Map<String, byte[]> all) {
    List<Object> lists = list(i -> new ArrayList<>(List.of(i, -31 * i)), bytes / 11);
    List<Object> shorts = list(SlowInputs::blocks, bytes / 32);
    List<Object> points = list(i -> new Point(i, -31 * i), bytes / 17);
    List<Object> edges = list(i -> (long) i << 32 | i + 1, bytes / 8);
    List<Object> ints = list(i -> i, bytes / 4);
    List<Object> strided = list(i -> i * 0x5fff, bytes / 5);
    for (int type : List.of(HASH_SET, IMMUTABLE_SET)) {
      all.put("lists as " + type, as(type, lists));
      all.put("blocks as " + type, as(type, shorts));
      all.put("points as " + type, as(type, points));
      all.put("edges as " + type, as(type, edges));
      all.put("long lists as " + type, as(type, list(i -> longList(i, 1000), bytes / 1008)));
      all.put("lists of 100 as " + type, as(type, list(i -> longList(i, 100), bytes / 108)));
    }
    for (int type : List.of(COPY_ON_WRITE_SET, KEY_SET)) {
      all.put("lists as " + type, patched(new Vector<>(lists), type));
      all.put("points as " + type, patched(new Vector<>(points), type));
      all.put("ints as " + type, patched(new Vector<>(ints), type));
      all.put(
          "long lists as " + type,
          patched(new Vector<>(list(i -> longList(i, 1000), bytes / 1008)), type));
    }
    for (int type : List.of(HASHTABLE, WEAK_MAP)) {
      all.put("edges as " + type, patched(identity(edges.subList(0, edges.size() / 3)), type));
      all.put("strided as " + type, patched(identity(strided.subList(0, bytes / 20)), type));
      all.put("points as " + type, patched(identity(points.subList(0, points.size() / 2)), type));
    }
    byte[] declared = writer.toBytes(new Points(new HashSet<>()));
    PointList list = new PointList(new ArrayList<>());
    for (Object point : points) {
      list.points.add((Point) point);
    }
    byte[] body = writer.toBytes(list);
    System.arraycopy(declared, Header.TYPE, body, Header.TYPE, 8); // the same layout
    all.put("declared points", body);
    for (int size : List.of(16, 64, 256, 1024)) {
      List<Object> several = new ArrayList<>();
      for (int i = 0; i < lists.size() / size; i++) {
        several.add(new HashSet<>(lists.subList(0, size)));
      }
      all.put("sets of " + size + " lists", writer.toBytes(several));
    }
  }

  private void nested(Map<String, byte[]> all) {
    List<Object> leaves = list(i -> new ArrayList<>(List.of(i & 31)), bytes / 2);
    List<Object> distinct = list(i -> i, bytes / 4);
    for (int depth : List.of(5, 20, 60, 180)) {
      for (int type : List.of(22, 25, 23)) {
        all.put("depth %d of %d".formatted(depth, type), tree(type, depth, leaves));
        all.put("depth %d of %d, numbers".formatted(depth, type), tree(type, depth, distinct));
      }
    }
    Nested nested = new Nested(Set.of(), 0);
    for (int i = 0; i < 80; i++) {
      nested = new Nested(new HashSet<>(Set.of(nested)), i);
    }
    List<Object> many = new ArrayList<>(Collections.nCopies(bytes / 2000, nested));
    all.put("records of sets", writer.toBytes(many));
  }

  /// Nested sets, around a set with a list of many elements.
  private byte[] tree(int type, int depth, List<Object> elements) {
    byte[] inner = writer.toBytes(new ArrayList<>(elements));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < depth; i++) {
      if (i > 0) {
        body.write(4);
        body.write(type);
      }
      body.write(1);
    }
    body.write(4);
    body.write(18);
    body.write(inner, Header.BYTES, inner.length - Header.BYTES - Header.TRAILER_BYTES);
    return payload(180 + type, body.toByteArray());
  }

  private static byte[] payload(int type, byte[] body) {
    byte[] payload = new byte[Header.BYTES + body.length + Header.TRAILER_BYTES];
    ByteArrays.putInt(payload, 0, 0x1e5);
    ByteArrays.putInt(payload, Header.TYPE, type);
    ByteArrays.putInt(payload, Header.ROOT, body.length << 2 | 1);
    System.arraycopy(body, 0, payload, Header.BYTES, body.length);
    return payload;
  }

  private void numbers(Map<String, byte[]> all) {
    for (int count : List.of(2, 10, 100, 1000)) {
      int digits = bytes / count;
      List<Object> decimals =
          list(
              i -> {
                BigInteger unscaled = BigInteger.ONE.shiftLeft(digits * 8 - 90 - i);
                return new BigDecimal(unscaled, i * 7);
              },
              count);
      all.put(count + " decimals as a tree", as(204, decimals));
      all.put(count + " decimals as a set", as(HASH_SET, decimals));
      all.put(count + " decimals in order", patched(new Vector<>(decimals), 29));
    }
  }

  private void patterns(Map<String, byte[]> all) {
    all.put("a pattern of groups", writer.toBytes(Pattern.compile("(a)".repeat(500))));
    all.put("a pattern of classes", writer.toBytes(Pattern.compile("[a-f]".repeat(500))));
    all.put("a pattern of branches", writer.toBytes(Pattern.compile("a|b|".repeat(500))));
    all.put(
        "a class of unions", writer.toBytes(Pattern.compile("[" + "a-bx".repeat(bytes / 8) + "]")));
    all.put(
        "patterns of properties",
        writer.toBytes(list(i -> Pattern.compile("\\p{IsAlphabetic}" + i), bytes / 40)));
    String text = "e\u0301".repeat(300);
    all.put("canonical", writer.toBytes(Pattern.compile(text, Pattern.CANON_EQ)));
  }

  /// Lists of the values with the most memory for their bytes.
  private void dense(Map<String, byte[]> all) {
    List<String> units = new ArrayList<>(List.of("c0", "d0", "e0", "d10000", "e10000", "c100"));
    for (int type : List.of(18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 40, 41, 43, 44, 45, 46)) {
      units.add("04%02x00".formatted(type));
      units.add("04%02x01202020".formatted(type).substring(0, type < 40 ? 8 : 10));
    }
    units.addAll(List.of("14ff", "151fff", "4161", "41", "1088", "01"));
    for (String unit : units) {
      byte[] one = HexFormat.of().parseHex(unit.equals("41") ? "4141" : unit);
      all.put("dense " + unit, repeated(ARRAY_LIST, one, bytes));
    }
  }

  /// A tree with one element after the other.
  ///
  /// @param type the type number of the container
  static byte[] repeated(int type, byte[] element, int bytes) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int count = bytes / element.length;
    int rest = count;
    while (rest > 127) {
      body.write((rest & 127) | 128);
      rest >>>= 7;
    }
    body.write(rest);
    for (int i = 0; i < count; i++) {
      body.writeBytes(element);
    }
    return payload(type, body.toByteArray());
  }

  private void everyType(Map<String, byte[]> all) throws Exception {
    JdkTypesRoundTripTest.samples()
        .map(Sample::value)
        .filter(value -> !(value instanceof URL))
        .forEach(value -> {
          int one = writer.toBytes(new ArrayList<>(Collections.nCopies(2, value))).length / 2;
          int count = Math.max(1, bytes / one);
          byte[] payload = writer.toBytes(new ArrayList<>(Collections.nCopies(count, value)));
          all.put("many " + value.getClass().getName() + " " + all.size(), payload);
        });
  }

  private static List<Object> list(IntFunction<Object> element, int count) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(element.apply(i));
    }
    return list;
  }

  /// Lists with the same hash code: each pair is 0 and 31, or 1 and 0.
  private static Object blocks(int number) {
    List<Object> blocks = new ArrayList<>();
    for (int bit = 0; bit < 15; bit++) {
      boolean isSet = (number >> bit & 1) != 0;
      blocks.add(isSet ? 1 : 0);
      blocks.add(isSet ? 0 : 31);
    }
    return blocks;
  }

  /// Lists with the same hash code that differ at the end.
  private static Object longList(int number, int length) {
    List<Object> list = new ArrayList<>(Collections.nCopies(length, 7));
    list.add(number);
    list.add(-31 * number);
    return list;
  }

  private static Map<Object, Object> identity(List<Object> keys) {
    Map<Object, Object> map = new IdentityHashMap<>();
    keys.forEach(key -> map.put(key, 1));
    return map;
  }

  private byte[] as(int type, List<Object> elements) {
    return patched(new ArrayList<>(elements), type);
  }

  private byte[] patched(Object value, int type) {
    byte[] payload = writer.toBytes(value);
    ByteArrays.putInt(payload, Header.TYPE, type);
    return payload;
  }

  /// Reads all payloads with one serializer, and prints the ones that take the most time and
  /// memory.
  ///
  /// @param name the serializer's name
  /// @param mostPerByte bytes that a payload may allocate for each of its own
  /// @return what allocated more
  List<String> report(String name, Serializer serializer, int mostPerByte) throws Exception {
    Ranking times = new Ranking();
    Ranking factors = new Ranking();
    List<String> excessive = new ArrayList<>();
    for (Map.Entry<String, byte[]> one : all().entrySet()) {
      long time = Long.MAX_VALUE;
      long memory = Long.MAX_VALUE;
      String outcome = "";
      for (int round = 0; round < 2; round++) {
        long before = allocated();
        long start = cpu();
        outcome = outcome(serializer, one.getValue());
        time = Math.min(time, cpu() - start);
        memory = Math.min(memory, allocated() - before);
      }
      int length = one.getValue().length;
      times.add(time / 1000, "%s, %,d bytes: %s".formatted(one.getKey(), length, outcome));
      factors.add(memory / length, "%s: %s".formatted(one.getKey(), outcome));
      if (memory > (long) mostPerByte * length + SLACK_BYTES) {
        excessive.add("%s: %,d bytes for %,d: %s".formatted(one.getKey(), memory, length, outcome));
      }
    }
    times.print("processor time in us, " + name);
    factors.print("allocated bytes for each byte, " + name);
    return excessive;
  }

  static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static String outcome(Serializer serializer, byte[] payload) {
    try {
      return String.valueOf(serializer.fromBytesOrNull(payload, Object.class).getClass());
    } catch (SerializationException e) {
      String text = e.getMessage();
      return e.kind() + " " + text.substring(0, Math.min(100, text.length()));
    }
  }

  private static final class Ranking {

    private static final int MOST = 25;

    private final List<Map.Entry<Long, String>> entries = new ArrayList<>();

    void add(long number, String text) {
      entries.add(Map.entry(number, text));
    }

    void print(String title) {
      System.out.println(title);
      entries.sort(Map.Entry.<Long, String>comparingByKey().reversed());
      entries.stream()
          .limit(MOST)
          .forEach(entry -> System.out.printf("  %,12d  %s%n", entry.getKey(), entry.getValue()));
    }
  }
}
