// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Refused;
import dev.segue.serializer.testing.Sample;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Payloads of an attacker who wants the reader to run code, to hang or to run out of memory. They
/// have the shapes of known attacks on Java serialization and on marshallers, with classes of this
/// test in place of library gadgets.
@SuppressWarnings({
  "serial",
  "UnusedVariable",
  "ReturnValueIgnored",
  "NullAway",
  "IdentityHashMapUsage" // it is written as any map
})
class HostileInputTest {

  /// The distance of a container's number as a tree from its number as a table.
  private static final int TREES = 180;

  /// The number of times that code of a gadget has run.
  private static final AtomicInteger FIRED = new AtomicInteger();

  private static void fire() {
    FIRED.incrementAndGet();
  }

  /// Runs code in every method that containers call, in its constructor and in its hooks.
  static class Gadget implements Serializable, Comparable<Gadget> {

    String command = "calc";

    Gadget() {
      fire();
    }

    @Override
    public boolean equals(Object other) {
      fire();
      return other == this;
    }

    @Override
    public int hashCode() {
      fire();
      return 1;
    }

    @Override
    public String toString() {
      fire();
      return "gadget";
    }

    @Override
    public int compareTo(Gadget other) {
      fire();
      return 0;
    }

    @Serial
    private Object readResolve() {
      fire();
      return this;
    }
  }

  /// A comparator that calls a method of the compared objects.
  static final class BeanComparator implements Comparator<Object>, Serializable {

    String property = "outputProperties";

    BeanComparator() {
      fire();
    }

    @Override
    public int compare(Object one, Object other) {
      fire();
      return 0;
    }
  }

  /// An invocation handler that calls a method.
  static final class Handler implements InvocationHandler, Serializable {

    String method = "exec";

    @Override
    public Object invoke(Object proxy, Method called, Object[] arguments) {
      fire();
      return null;
    }
  }

  static final class External implements Externalizable {

    public External() {
      fire();
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {
      fire();
    }
  }

  /// A map that computes missing values.
  static final class LazyMap extends HashMap<Object, Object> {

    Object factory = "transformer";

    LazyMap() {
      fire();
    }

    @Override
    public Object get(Object key) {
      fire();
      return super.get(key);
    }
  }

  static final class BadException extends Exception {
    Object val = new ArrayList<>();

    BadException() {
      super("b");
      fire();
    }
  }

  /// A class whose initializer is the attack.
  static final class Initializer {

    static {
      fire();
    }

    int field;
  }

  static final class Harmless {
    Object value = "v";
    List<Object> list = new ArrayList<>();
  }

  record Key(int a, int b) {}

  @BeforeEach
  void disarm() {
    FIRED.set(0);
  }

  private static SerializerBuilder attacker() {
    return Serializer.builder()
        .register(Harmless.class, Gadget.class, BeanComparator.class, External.class)
        .register(LazyMap.class, BadException.class);
  }

  /// The shapes of attacks, as graphs.
  static Stream<Object> shapes() {
    PriorityQueue<Object> queue = new PriorityQueue<>(new BeanComparator());
    queue.add(new Gadget());
    queue.add(new Gadget());
    Map<Object, Object> hashed = new HashMap<>(Map.of(new Gadget(), 1));
    Hashtable<Object, Object> table = new Hashtable<>();
    table.put(new Gadget(), 1);
    LazyMap lazy = new LazyMap();
    lazy.put("k", "v");
    TreeMap<Object, Object> tree = new TreeMap<>(new BeanComparator());
    tree.put("a", 1);
    Harmless holder = new Harmless();
    holder.value = new Gadget();
    holder.list.add(new BeanComparator());
    LinkedHashMap<Object, Object> nested = new LinkedHashMap<>();
    nested.put(new HashSet<>(Set.of(new Gadget())), List.of(new External()));
    return Stream.of(
        new Gadget(),
        queue,
        hashed,
        table,
        lazy,
        tree,
        holder,
        nested,
        new External(),
        new BadException(),
        new Gadget[] {new Gadget()},
        new Object[] {new LazyMap()});
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void neverRunsCodeOfUnregisteredClasses(Object shape) {
    byte[] consistent = attacker().build().toBytes(shape);
    byte[] compatible = attacker().schemaMode(SchemaMode.COMPATIBLE).build().toBytes(shape);
    List<Serializer> victims = new ArrayList<>();
    for (Execution execution : Execution.values()) {
      victims.add(Serializer.builder().execution(execution).register(Harmless.class).build());
      for (UnknownTypes unknown : UnknownTypes.values()) {
        victims.add(
            Serializer.builder()
                .execution(execution)
                .schemaMode(SchemaMode.COMPATIBLE)
                .unknownTypes(unknown)
                .register(Harmless.class)
                .build());
      }
    }
    FIRED.set(0);
    for (Serializer victim : victims) {
      for (byte[] payload : List.of(consistent, compatible)) {
        try {
          victim.fromBytes(payload, Object.class);
        } catch (SerializationException refused) {
          assertTrue(refused.getMessage() != null, "says why");
        }
        victim.inspect(java.lang.foreign.MemorySegment.ofArray(payload), 0);
      }
    }
    assertEquals(0, FIRED.get());
  }

  @Test
  void proxiesAreNotWritten() {
    Object proxy =
        Proxy.newProxyInstance(
            HostileInputTest.class.getClassLoader(), new Class<?>[] {Map.class}, new Handler());
    assertThrows(SerializationException.class, () -> attacker().build().toBytes(proxy));
  }

  /// A class that the payload names is neither loaded nor initialized.
  @Test
  void namesInSchemasLoadNothing() throws Exception {
    URL here = HostileInputTest.class.getProtectionDomain().getCodeSource().getLocation();
    List<String> asked = new ArrayList<>();
    String name = Initializer.class.getName();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {here}, HostileInputTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String wanted, boolean resolve)
              throws ClassNotFoundException {
            asked.add(wanted);
            return super.loadClass(wanted, resolve);
          }
        }) {
      byte[] payload =
          Serializer.builder()
              .schemaMode(SchemaMode.COMPATIBLE)
              .register(Initializer.class)
              .build()
              .toBytes(new Initializer());
      int fired = FIRED.getAndSet(0);
      assertEquals(1, fired);
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(loader);
      try {
        for (UnknownTypes unknown : UnknownTypes.values()) {
          Serializer victim =
              Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).unknownTypes(unknown).build();
          try {
            victim.fromBytesOrNull(payload, Object.class);
          } catch (SerializationException refused) {
            assertTrue(refused.getMessage().contains(name), refused.getMessage());
          }
        }
      } finally {
        thread.setContextClassLoader(before);
      }
      assertFalse(asked.contains(name));
      assertEquals(0, FIRED.get());
    }
  }

  /// The hash code of a JDK URL queries a name server.
  @Test
  void urlKeysCauseNoNameLookup() throws Exception {
    Serializer serializer = Serializer.builder().build();
    // A list becomes the keys of a set or map by changing its type number, so writing causes no
    // lookup either.
    byte[] bytes =
        serializer.toBytes(
            new ArrayList<>(List.of(URI.create("http://segue.invalid:81/a?b#c").toURL())));
    ByteArrays.putInt(bytes, 4, 22 + TREES);
    Set<?> set = (Set<?>) Objects.requireNonNull(serializer.fromBytes(bytes, Object.class));
    URL read = (URL) set.iterator().next();
    assertTrue(set.contains(read));
    assertEquals("http://segue.invalid:81/a?b#c", read.toString());
    assertEquals("segue.invalid", read.getHost());
    assertEquals(80, read.getDefaultPort());
    assertTrue(set.contains(serializer.copy(read)));
    assertFalse(RecordingResolver.ASKED.contains("segue.invalid"));
    int _ = URI.create("http://segue-asks.invalid").toURL().hashCode();
    assertTrue(RecordingResolver.ASKED.contains("segue-asks.invalid"), "lookups are not recorded");
  }

  /// The limits are those for untrusted input; by default, everything that was written can be read.
  private static SerializerBuilder bounded() {
    return Serializer.builder().maxCollidingKeys(1_000);
  }

  /// Different keys that all have the same hash code.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void collidingKeysAreRefusedQuickly(Execution execution) {
    Serializer serializer = bounded().register(Key.class, Keyed.class).execution(execution).build();
    int keys = 60_000;
    // Building such a map takes too long; a list with the same rows suffices.
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      rows.add(new Key(i, -31 * i));
    }
    byte[] list = serializer.toBytes(rows);
    for (int number : new int[] {22, 23, 25}) {
      byte[] set = list.clone();
      ByteArrays.putInt(set, 4, number + TREES);
      SerializationException e = Refused.soon(serializer, set, Object.class);
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      assertTrue(e.getMessage().contains("hash code"), e.getMessage());
    }
    Keyed keyed = new Keyed();
    for (int i = 0; i < 20_000; i++) {
      keyed.set.add(new Key(i, i));
      keyed.map.put(new Key(i, i), i);
    }
    Keyed read = serializer.fromBytes(serializer.toBytes(keyed), Keyed.class);
    assertEquals(keyed.set, read.set);
    assertEquals(keyed.map, read.map);
  }

  static final class Sequenced {
    SequencedCollection<Key> keys = new LinkedList<>();
  }

  /// The declared type is not a set type, but the value may be a set.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void collidingKeysOfASequencedCollectionAreRefusedQuickly(Execution execution) {
    Serializer serializer =
        bounded().register(Key.class, Sequenced.class).execution(execution).build();
    Sequenced sequenced = new Sequenced();
    for (int i = 0; i < 20_000; i++) {
      sequenced.keys.add(new Key(i, -31 * i));
    }
    byte[] bytes = serializer.toBytes(sequenced);
    int reference = 16 + 4;
    assertEquals(19, ByteArrays.getInt(bytes, reference));
    ByteArrays.putInt(bytes, reference, 23);
    SerializationException e = Refused.soon(serializer, bytes, Sequenced.class);
    assertTrue(e.getMessage().contains("hash code"), e.getMessage());
  }

  /// Containers that order their keys, or do not hash them, accept any number of keys with the same
  /// hash code.
  @Test
  void containersThatDoNotHashAcceptKeysWithOneHash() {
    Serializer serializer = bounded().register(Key.class, Same.class, OwnTree.class).build();
    IdentityHashMap<Object, Integer> identities = new IdentityHashMap<>();
    Map<Same, Integer> ordered = new TreeMap<>();
    for (int i = 0; i < 2000; i++) {
      identities.put(new Key(1, 1), i);
      ordered.put(new Same(i), i);
    }
    assertEquals(2000, serializer.copy(identities).size());
    Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(identities.keySet());
    assertEquals(2000, serializer.copy(set).size());
    assertEquals(ordered, serializer.copy(ordered));
    assertEquals(ordered, serializer.copy(new ConcurrentSkipListMap<>(ordered)));
    assertEquals(ordered.keySet(), serializer.copy(new TreeSet<>(ordered.keySet())));
    OwnTree own = new OwnTree();
    own.putAll(ordered);
    assertEquals(own, serializer.copy(own));
  }

  record Same(int number) implements Comparable<Same> {

    @Override
    public int hashCode() {
      return 42;
    }

    @Override
    public int compareTo(Same other) {
      return Integer.compare(number, other.number);
    }
  }

  static final class OwnTree extends TreeMap<Same, Integer> {}

  static final class Keyed {
    Set<Key> set = new HashSet<>();
    Map<Key, Integer> map = new HashMap<>();
  }

  /// Only keys are checked: many of them may have the same value.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void manyKeysMayHaveOneValue(Execution execution) {
    Serializer serializer = Serializer.builder().execution(execution).build();
    List<Map<Object, Object>> maps =
        List.of(
            new HashMap<>(),
            new Hashtable<>(),
            new Properties(),
            new WeakHashMap<>(),
            new ConcurrentHashMap<>());
    List<Object> keys = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      keys.add("key" + i);
    }
    for (Map<Object, Object> map : maps) {
      keys.forEach(key -> map.put(key, "the same"));
      assertEquals(map, serializer.copy(map));
    }
    assertEquals(Map.copyOf(maps.getFirst()), serializer.copy(Map.copyOf(maps.getFirst())));
  }

  /// Tables that search all strings with the same hash code linearly.
  @ParameterizedTest
  @ValueSource(ints = {44 + TREES, 160, 163})
  void collidingStringsInTablesWithoutTreesAreRefusedQuickly(int number) {
    Serializer serializer = bounded().build();
    Map<String, Integer> map = new HashMap<>();
    colliding().forEach(text -> map.put(text, 1));
    byte[] bytes = number > TREES ? serializer.toBytes(map) : table(map);
    ByteArrays.putInt(bytes, 4, number);
    SerializationException e = Refused.soon(serializer, bytes, Object.class);
    assertTrue(e.getMessage().contains("hash code"), e.getMessage());
  }

  /// The payload of a map as a table, which only writers with references use.
  private static byte[] table(Map<?, ?> map) {
    byte[] bytes = Serializer.builder().references(true).build().toBytes(map);
    bytes[2] = 0;
    return bytes;
  }

  /// Strings that all have the same hash code.
  private static List<String> colliding() {
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < 1 << 15; i++) {
      StringBuilder text = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      strings.add(text.toString());
    }
    return strings;
  }

  @Test
  void stringsThatCollideAreOrderedByComparison() {
    Serializer serializer = bounded().build();
    List<String> strings = colliding();
    byte[] bytes = serializer.toBytes(strings);
    ByteArrays.putInt(bytes, 4, 22 + TREES);
    Set<?> set =
        (Set<?>)
            assertTimeoutPreemptively(
                Refused.SOON, () -> serializer.fromBytes(bytes, Object.class));
    assertEquals(strings.size(), set.size());
    // An immutable set does not order them, so it refuses such strings.
    ByteArrays.putInt(bytes, 4, 25 + TREES);
    assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, Object.class));
  }

  static Stream<Sample> smallSamples() throws Exception {
    Serializer serializer = Serializer.builder().build();
    return JdkTypesRoundTripTest.samples()
        .filter(sample -> serializer.toBytes(sample.value()).length <= 100);
  }

  /// Replaces every four bytes of a small payload with a large number, for every type.
  @ParameterizedTest
  @MethodSource("smallSamples")
  void hundredBytesDoNotAllocateAMegabyte(Sample sample) {
    Serializer serializer = Serializer.builder().build();
    byte[] whole = serializer.toBytes(sample.value());
    for (int at = 4; at < whole.length - 4; at++) {
      for (int number : new int[] {Integer.MAX_VALUE, 1 << 24, (1 << 28) - 4 | 1}) {
        byte[] bytes = whole.clone();
        ByteArrays.putInt(bytes, at, number);
        readBounded(serializer, bytes);
      }
    }
  }

  private static void readBounded(Serializer serializer, byte[] bytes) {
    // Once to load classes, once to measure.
    for (int i = 0; i < 2; i++) {
      long before = Allocation.ofThisThread();
      try {
        serializer.fromBytes(bytes, Object.class);
      } catch (SerializationException refused) {
        assertTrue(refused.getMessage() != null, "says why");
      }
      long allocated = Allocation.ofThisThread() - before;
      assertTrue(i == 0 || allocated < 1 << 20, () -> "allocated=" + allocated);
    }
  }

  static final class Link {
    Link next;
  }

  /// A list of a million objects that each hold the next one.
  @ParameterizedTest
  @EnumSource
  void chainOfAMillionObjectsIsAnError(Execution execution) {
    Link first = new Link();
    Link last = first;
    for (int i = 0; i < 1_000_000; i++) {
      last.next = new Link();
      last = last.next;
    }
    for (boolean references : new boolean[] {false, true}) {
      for (int depth : new int[] {BuilderOptions.DEFAULT_MAX_DEPTH, Integer.MAX_VALUE}) {
        Serializer serializer =
            Serializer.builder()
                .references(references)
                .maxDepth(depth)
                .execution(execution)
                .register(Link.class)
                .build();
        SerializationException e =
            assertThrows(SerializationException.class, () -> serializer.toBytes(first));
        assertEquals(Kind.TOO_DEEP, e.kind());
        // As deep as the bytes allow: a chain of slots, each with one more link.
        byte[] chain = chain(serializer, 200_000);
        e =
            assertThrows(
                SerializationException.class, () -> serializer.fromBytes(chain, Link.class));
        assertEquals(Kind.TOO_DEEP, e.kind());
        assertEquals(1, depth(serializer.fromBytes(serializer.toBytes(new Link()), Link.class)));
      }
    }
  }

  private static int depth(Link link) {
    int depth = 0;
    for (Link l = link; l != null; l = l.next) {
      depth++;
    }
    return depth;
  }

  /// The payload of a chain that no writer can produce: each link is a slot, followed by the next
  /// link.
  private static byte[] chain(Serializer serializer, int links) {
    byte[] one = serializer.toBytes(new Link());
    byte[] chain = new byte[16 + 4 * links + 1];
    System.arraycopy(one, 0, chain, 0, 16);
    ByteArrays.putInt(chain, 12, ((4 * links) << 2) | 1);
    for (int i = 0; i < links - 1; i++) {
      ByteArrays.putInt(chain, 16 + 4 * i, ((4 * (links - 1 - i)) << 2) | 1);
    }
    return chain;
  }

  @Test
  void randomBytesAreRefused() {
    Serializer serializer =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Harmless.class).build();
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, Object.class));
    }
  }
}
