// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Refused;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The maximum cost of a payload by default, with strict limits, and with explicit limits.
@SuppressWarnings({"NullAway", "JdkObsolete", "IdentityHashMapUsage"})
class DefaultLimitsTest {

  private static final String HERE = "dev.segue.serializer.DefaultLimitsTest$";
  private static final int HASH_SET = 202;
  private static final int IMMUTABLE_SET = 205;

  /// The maximum number of colliding keys in the legitimate data of all tests.
  private static final int LEGITIMATE = 1_200;

  record Point(int x, int y) {}

  record Points(Set<Point> points) {}

  record PointList(List<Point> points) {}

  record Edge(long packed) {}

  record Scripts(List<EnumMap<Character.UnicodeScript, Integer>> maps) {}

  record Copies0(List<Integer> list, List<Integer> array) {}

  @Alias(HERE + "Copies0")
  record Copies1(List<Long> list, List<Integer> array) {}

  @Alias(HERE + "Copies0")
  record Copies2(List<Integer> list, ArrayList<Integer> array) {}

  record Drawing0(Set<Point> set, List<Point> list) {}

  @Alias(HERE + "Drawing0")
  record Drawing1(Set<Point> set, Set<Point> list, int more) {}

  private static SerializerBuilder builder() {
    return Serializer.builder()
        .register(Point.class, Points.class, PointList.class, Edge.class, Scripts.class);
  }

  @SuppressWarnings("NonApiType") // a component is one
  private static <T> ArrayList<T> list(int count, IntFunction<T> element) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(element).toList());
  }

  private static Point point(int i) {
    return new Point(i, -31 * i);
  }

  /// A payload whose elements would take too long to add to a container of another type.
  private static byte[] as(int type, Object elements) {
    byte[] payload = builder().build().toBytes(elements);
    ByteArrays.putInt(payload, Header.TYPE, type);
    return payload;
  }

  private static void assertLimited(Serializer serializer, byte[] payload) {
    SerializationException e = Refused.soon(serializer, payload, Object.class);
    assertEquals(Kind.LIMIT_EXCEEDED, e.kind(), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {HASH_SET, IMMUTABLE_SET})
  void collidingKeysAreRefusedQuickly(int type) {
    Serializer serializer = builder().build();
    assertLimited(serializer, as(type, list(60_000, DefaultLimitsTest::point)));
    assertLimited(serializer, as(type, list(90_000, i -> List.of(i, -31 * i))));
  }

  @Test
  void collisionsInTablesWithoutTreesAreRefusedQuickly() {
    Serializer serializer = builder().build();
    List<Long> edges = list(130_000, i -> (long) i << 32 | i + 1);
    assertLimited(serializer, as(IMMUTABLE_SET, edges));
    Map<Object, Object> identities = new IdentityHashMap<>();
    edges.forEach(edge -> identities.put(edge, 1));
    int hashtable = 160;
    assertLimited(serializer, as(hashtable, identities));
    int weakMap = 163;
    assertLimited(serializer, as(weakMap, identities));
    int copyOnWriteSet = 152;
    assertLimited(serializer, as(copyOnWriteSet, new Vector<>(list(200_000, i -> i))));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void collidingElementsOfADeclaredSetAreRefusedQuickly(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    byte[] payload = serializer.toBytes(new PointList(list(60_000, DefaultLimitsTest::point)));
    byte[] set = serializer.toBytes(new Points(new HashSet<>()));
    System.arraycopy(set, Header.TYPE, payload, Header.TYPE, 8); // the same layout
    assertLimited(serializer, payload);
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 23, 25})
  void nestedSetsAreNotHashedAtEachLevel(int type) {
    ArrayList<Object> lists = list(250_000, _ -> new ArrayList<>(List.of(1)));
    byte[] elements = builder().build().toBytes(lists);
    byte[] payload = new byte[elements.length + 3 * 150];
    System.arraycopy(elements, 0, payload, 0, Header.BYTES);
    int at = Header.BYTES;
    for (int i = 0; i < 150; i++) {
      payload[at++] = 1; // one element
      payload[at++] = 4; // a container
      payload[at++] = (byte) (i < 149 ? type : 18);
    }
    System.arraycopy(elements, Header.BYTES, payload, at, elements.length - Header.BYTES);
    ByteArrays.putInt(payload, Header.TYPE, 180 + type);
    ByteArrays.putInt(payload, Header.ROOT, (payload.length - Header.BYTES - 1) << 2 | 1);
    assertLimited(builder().build(), payload);
  }

  @Test
  void sharedKeysAreRefusedQuickly() {
    Object key = new ArrayList<>(List.of(1));
    for (int i = 0; i < 100; i++) {
      key = new ArrayList<>(List.of(key, key));
    }
    Serializer tracking = builder().references(true).build();
    byte[] payload = tracking.toBytes(new ArrayList<>(List.of(key)));
    int table = 22;
    ByteArrays.putInt(payload, Header.TYPE, table);
    assertLimited(tracking, payload);
  }

  @Test
  void manyPatternsAreRefusedQuickly() {
    List<Pattern> patterns = list(20_000, _ -> Pattern.compile("[a-z]+"));
    assertLimited(builder().build(), builder().build().toBytes(patterns));
  }

  @Test
  void legitimateKeysAreRead() {
    Serializer serializer = builder().build();
    for (Object value :
        List.of(
            new HashSet<>(list(LEGITIMATE, DefaultLimitsTest::point)),
            new Points(new HashSet<>(list(LEGITIMATE, DefaultLimitsTest::point))),
            new HashSet<>(list(4_000, i -> new Edge((long) i << 32 | i + 1))),
            Set.copyOf(list(4_000, i -> (long) i << 32 | i + 1)),
            new HashSet<>(list(100_000, i -> (long) i << 32 | i + 1)),
            new HashSet<>(list(100_000, i -> new Point(i / 300, i % 300))),
            Set.of(Set.of(Set.of(Set.of(Set.copyOf(list(50_000, i -> i)))))))) {
      assertEquals(value, serializer.copy(value));
    }
  }

  @Test
  void explicitLimitAllowsItsWork() {
    byte[] payload = as(HASH_SET, list(6_000, DefaultLimitsTest::point));
    assertLimited(builder().build(), payload);
    Serializer generous = builder().maxCollidingKeys(10_000).build();
    assertEquals(6_000, generous.fromBytes(payload, Set.class).size());
    Serializer unlimited = builder().untrusted().maxCollidingKeys(Integer.MAX_VALUE).build();
    assertEquals(6_000, unlimited.fromBytes(payload, Set.class).size());
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void mapsOfLargeEnumsAreCounted(Execution execution) {
    Scripts many = new Scripts(list(200_000, _ -> new EnumMap<>(Character.UnicodeScript.class)));
    byte[] payload = builder().build().toBytes(many);
    SerializationException e =
        Refused.soon(builder().execution(execution).build(), payload, Object.class);
    assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    assertTrue(e.getMessage().contains(".maxAllocation(bytes)"), e.getMessage());
  }

  @Test
  void oneCallSetsStrictLimits() {
    Serializer untrusted = builder().untrusted().build();
    assertLimited(untrusted, as(HASH_SET, list(1_001, DefaultLimitsTest::point)));
    Object nested = 1;
    for (int i = 0; i < 65; i++) {
      nested = new ArrayList<>(List.of(nested));
    }
    SerializationException e =
        Refused.soon(untrusted, builder().build().toBytes(nested), Object.class);
    assertEquals(Kind.TOO_DEEP, e.kind());
    assertLimited(untrusted, builder().build().toBytes(new byte[65 << 20]));
    assertTrue(untrusted.toString().contains("maxDepth=64, untrusted"), untrusted.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void explicitLimitsTakePrecedence(boolean before) {
    SerializerBuilder builder = builder();
    if (!before) {
      builder.untrusted();
    }
    builder.maxDepth(100).maxAllocation(70 << 20).maxCollidingKeys(2_000);
    if (before) {
      builder.untrusted();
    }
    Serializer serializer = builder.build();
    Object nested = 1;
    for (int i = 0; i < 90; i++) {
      nested = new ArrayList<>(List.of(nested));
    }
    assertEquals(nested, serializer.copy(nested));
    assertEquals(65 << 20, serializer.copy(new byte[65 << 20]).length);
    Set<Point> points = new HashSet<>(list(1_500, DefaultLimitsTest::point));
    assertEquals(points, serializer.copy(points));
  }

  @Test
  void payloadsOfOtherVersionsAreLimited() {
    Serializer writer = versions().register(Drawing0.class).build();
    Serializer reader = versions().register(Drawing1.class).build();
    List<Point> colliding = list(6_000, DefaultLimitsTest::point);
    for (Drawing0 drawing :
        List.of(
            new Drawing0(new HashSet<>(colliding), List.of()), new Drawing0(Set.of(), colliding))) {
      assertLimited(reader, writer.toBytes(drawing));
    }
    List<Point> fine = colliding.subList(0, 200);
    Drawing0 drawing = new Drawing0(new HashSet<>(fine), fine);
    Drawing1 read = reader.fromBytes(writer.toBytes(drawing), Drawing1.class);
    assertEquals(new Drawing1(new HashSet<>(fine), new HashSet<>(fine), 0), read);
  }

  private static SerializerBuilder versions() {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Point.class);
  }

  @Test
  void nCopiesListStaysOneWhenConverted() {
    SerializerBuilder writer =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Copies0.class);
    List<Integer> copies = Collections.nCopies(Integer.MAX_VALUE, 7);
    byte[] payload = writer.build().toBytes(new Copies0(copies, copies));
    Serializer longs =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Copies1.class).build();
    Copies1 read = longs.fromBytes(payload, Copies1.class);
    assertEquals(Integer.MAX_VALUE, read.list().size());
    assertEquals(7L, read.list().getLast());
    Serializer arrays =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Copies2.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> arrays.fromBytes(payload, Copies2.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
  }
}
