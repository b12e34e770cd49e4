// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.ruled.Shop;
import dev.segue.serializer.ruled.Shop.Circle;
import dev.segue.serializer.ruled.Shop.Company;
import dev.segue.serializer.ruled.Shop.Customer;
import dev.segue.serializer.ruled.Shop.Drawing;
import dev.segue.serializer.ruled.Shop.Item;
import dev.segue.serializer.ruled.Shop.Node;
import dev.segue.serializer.ruled.Shop.Order;
import dev.segue.serializer.ruled.Shop.Shape;
import dev.segue.serializer.ruled.Shop.Square;
import dev.segue.serializer.ruled.Shop.Status;
import dev.segue.serializer.ruled.stock.Shelf;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.Graphs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Classes that a rule allows need no registration.
class ClassRulesTest {

  private static final ClassRule SHOP = ClassRule.packagesOf(Shop.class);

  private static final Order ORDER =
      new Order(7, List.of(new Item("pen", 2), new Item("ink", 1)), Status.PAID, new Shelf(3, "c"));

  private static SerializerBuilder builder() {
    return Serializer.builder().allow(SHOP);
  }

  private static SerializerBuilder builder(SchemaMode mode) {
    return builder().schemaMode(mode);
  }

  private static Company company() {
    Company company = new Company();
    company.name = "Acme";
    company.contact = new Customer();
    company.contact.name = "Ann";
    return company;
  }

  static Stream<Object> graphs() {
    return Stream.of(
        ORDER,
        new Item("pen", 2),
        Status.PAID,
        new Drawing(new Circle(1), List.of(new Square(2), new Circle(3))),
        new Shop.Inventory(Map.of("a", new Shelf(1, "x"))),
        company(),
        new Shop.Alternative("xxxx"),
        List.of(new Item("pen", 2), Status.OPEN, new Shelf(1, "y")),
        Map.of(Status.OPEN, new Circle(2)),
        new ArrayList<>(List.of(ORDER, ORDER)),
        EnumSet.of(Status.OPEN, Status.PAID));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void graphsNeedNoRegistration(Object graph) {
    for (SchemaMode mode : SchemaMode.values()) {
      needsNoRegistration(graph, mode);
    }
  }

  private static void needsNoRegistration(Object graph, SchemaMode mode) {
    Serializer serializer = builder(mode).build();
    Serializer cold = builder(mode).build();
    for (Execution execution : Execution.values()) {
      for (boolean references : new boolean[] {false, true}) {
        Serializer other = builder(mode).execution(execution).references(references).build();
        assertEquals(graph, other.copy(graph));
        assertEquals(graph, other.copy(graph));
      }
    }
    byte[] bytes = serializer.toBytes(graph);
    assertEquals(graph, serializer.fromBytes(bytes, Object.class));
    assertEquals(graph, cold.fromBytes(bytes, Object.class));
    assertEquals(graph, cold.fromBytes(serializer.toBytes(graph), Object.class));
    assertArrayEquals(bytes, serializer.toBytes(graph), "the payload does not depend on the time");
    assertArrayEquals(bytes, cold.toBytes(graph), "nor on what was read before");
  }

  static Stream<Arguments> arrays() {
    return Stream.<Object>of(
            new Object[] {new Item("pen", 2), new Circle(1)},
            new Item[] {new Item("pen", 2)},
            new Item[][] {{new Item("pen", 2)}, {}},
            new Shape[] {new Circle(1), new Square(2)},
            new Shape[][] {{new Circle(1)}, {}},
            new Status[] {Status.OPEN, Status.PAID},
            new Customer[] {company(), new Customer()},
            new List<?>[] {List.of(new Item("pen", 2))})
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void arraysNeedNoRegistration(Object[] array) {
    for (SchemaMode mode : SchemaMode.values()) {
      Serializer serializer = builder(mode).build();
      byte[] bytes = serializer.toBytes(array);
      for (Serializer reader : List.of(serializer, builder(mode).build())) {
        Object same = reader.fromBytes(bytes, Object.class);
        assertSame(array.getClass(), same.getClass());
        assertArrayEquals(array, (Object[]) same);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void throwablesAndExtensionsNeedNoRegistration(SchemaMode mode) {
    Serializer serializer = builder(mode).build();
    assertEquals("no", serializer.copy(new Shop.Refusal("no")).getMessage());
    Shop.Names names = new Shop.Names();
    names.add("Ann");
    assertEquals(names, serializer.copy(names));
    assertSame(Shop.Names.class, serializer.copy(names).getClass());
  }

  @ParameterizedTest
  @EnumSource
  void cyclesAreRead(SchemaMode mode) {
    Serializer serializer = builder(mode).references(true).build();
    Node node = new Node();
    node.name = "n";
    node.next = node;
    node.others.add(node);
    for (Serializer reader : List.of(serializer, builder(mode).references(true).build())) {
      Node same = reader.fromBytes(serializer.toBytes(node), Node.class);
      assertSame(same, same.next);
      assertSame(same, same.others.getFirst());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDestinationSupportsThem(SchemaMode mode) {
    Serializer serializer = builder(mode).build();
    try (Arena arena = Arena.ofConfined();
        GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
      MemorySegment memory = arena.allocate(4096);
      long length = serializer.write(ORDER, memory, 8);
      assertEquals(ORDER, serializer.read(memory, 8, Order.class));
      assertEquals(length, serializer.payloadSize(memory, 8));
      assertEquals(length, serializer.measure(ORDER));
      serializer.write(ORDER, buffer);
      assertEquals(ORDER, serializer.read(buffer.segment(), Order.class));
    }
  }

  @Test
  void classesDeclaredByAllowedOnesAreLaidOutInPlace() {
    Serializer serializer = builder().build();
    Serializer registered =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Order.class, Item.class, Status.class, Shelf.class)
            .build();
    int added = serializer.toBytes(ORDER).length - registered.toBytes(ORDER).length;
    assertTrue(added <= 24, () -> "more bytes than with registered classes: " + added);
  }

  @ParameterizedTest
  @EnumSource
  void orderOfCallsDoesNotMatter(SchemaMode mode) {
    Object[] graphs = graphs().toArray();
    Serializer forward = builder(mode).build();
    Serializer backward = builder(mode).build();
    Map<Integer, byte[]> written = new HashMap<>();
    for (int i = 0; i < graphs.length; i++) {
      written.put(i, forward.toBytes(graphs[i]));
    }
    for (int i = graphs.length - 1; i >= 0; i--) {
      assertArrayEquals(written.get(i), backward.toBytes(graphs[i]), graphs[i].toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void streamsAndConnectionsCarryEachSchemaOnce(SchemaMode mode) throws Exception {
    Serializer serializer = builder(mode).build();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    List<Object> graphs = graphs().toList();
    int[] lengths = new int[2];
    try (PayloadWriter writer = serializer.writer(stream)) {
      for (int round = 0; round < 3; round++) {
        int before = stream.size();
        for (Object graph : graphs) {
          writer.write(graph);
        }
        lengths[Math.min(round, 1)] = stream.size() - before;
      }
    }
    assertTrue(lengths[1] < lengths[0] * 2 / 3, () -> lengths[1] + " of " + lengths[0]);
    try (PayloadReader reader =
        builder(mode).build().reader(new ByteArrayInputStream(stream.toByteArray()))) {
      for (int round = 0; round < 3; round++) {
        for (Object graph : graphs) {
          assertEquals(graph, reader.read(Object.class));
        }
      }
      assertFalse(reader.hasNext());
    }
    PayloadEncoder encoder = serializer.encoder();
    PayloadDecoder decoder = builder(mode).build().decoder();
    for (int round = 0; round < 3; round++) {
      for (Object graph : graphs) {
        ByteBuffer[] last = new ByteBuffer[1];
        encoder.write(graph, bytes -> last[0] = ByteBuffer.allocate(bytes));
        assertEquals(graph, decoder.read(last[0].flip(), Object.class));
      }
    }
  }

  /// Classes that become known between two payloads with the same root class change the root's
  /// schema.
  @ParameterizedTest
  @EnumSource
  void streamsAnnounceALargerSchema(SchemaMode mode) throws Exception {
    record Holder(Object content) {}
    Serializer serializer = builder(mode).register(Holder.class).build();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    List<Object> contents = List.of("text", new Circle(1), 1, new Square(2), Status.OPEN, "text");
    try (PayloadWriter writer = serializer.writer(stream)) {
      for (Object content : contents) {
        writer.write(new Holder(content));
        writer.write(new Holder(content));
      }
    }
    Serializer other = builder(mode).register(Holder.class).build();
    try (PayloadReader reader = other.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      for (Object content : contents) {
        assertEquals(new Holder(content), reader.read(Holder.class));
        assertEquals(new Holder(content), reader.read(Holder.class));
      }
    }
  }

  @Test
  void schemaRegistryHoldsTheirSchemas() {
    Map<Long, byte[]> schemas = new HashMap<>();
    SchemaRegistry registry =
        new SchemaRegistry() {
          @Override
          public void put(long fingerprint, byte[] schema) {
            schemas.put(fingerprint, schema);
          }

          @Override
          public byte @Nullable [] get(long fingerprint) {
            return schemas.get(fingerprint);
          }
        };
    Serializer writer = builder().schemaRegistry(registry).build();
    Serializer reader = builder().schemaRegistry(registry).build();
    graphs()
        .forEach(graph -> {
          assertEquals(graph, reader.fromBytes(writer.toBytes(graph), Object.class));
          assertEquals(graph, reader.fromBytes(writer.toBytes(graph), Object.class));
        });
  }

  interface OrderView {
    long id();

    ViewList<ItemView> items();
  }

  interface ItemView {
    int count();
  }

  @ParameterizedTest
  @EnumSource
  void viewsReadThem(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    byte[] bytes = builder().build().toBytes(ORDER);
    for (Serializer reader : List.of(serializer, builder().build())) {
      OrderView view = reader.view(OrderView.class, Order.class).at(bytes);
      assertEquals(7, view.id());
      assertEquals(2, Objects.requireNonNull(view.items().get(0)).count());
    }
  }

  @ParameterizedTest
  @EnumSource
  void inspectAndExplainShowThem(SchemaMode mode) {
    byte[] bytes = builder(mode).build().toBytes(ORDER);
    Serializer cold = builder(mode).build();
    String tree = cold.inspect(bytes);
    assertTrue(tree.contains("pen"), tree);
    assertTrue(tree.contains("Shop$Order"), tree);
    assertFalse(tree.contains("!"), tree);
    String layout = cold.explain(Order.class);
    assertTrue(layout.contains("items"), layout);
    assertTrue(cold.inspect(cold.toBytes(ORDER)).contains("pen"));
  }

  @Test
  void rulesDoNotChangePayloadsOfRegisteredClasses() {
    Serializer without =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Graphs.TYPES).build();
    Serializer with = builder().register(Graphs.TYPES).build();
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      Graphs.Order order = Graphs.Order.of(random);
      assertArrayEquals(without.toBytes(order), with.toBytes(order));
      assertEquals(ORDER, with.copy(ORDER));
    }
    assertEquals(without.registrationFingerprint(), with.registrationFingerprint());
  }

  @ParameterizedTest
  @EnumSource
  void surrogateTakesPrecedenceOverRule(SchemaMode mode) {
    TypeSurrogate<Shape, String> surrogate =
        TypeSurrogate.of(
                Shape.class,
                String.class,
                shape -> shape.toString(),
                text -> text.startsWith("Circle") ? new Circle(9) : new Square(9))
            .withSubclasses();
    Serializer serializer = builder(mode).register(surrogate).build();
    assertEquals(new Circle(9), serializer.copy(new Circle(1)));
    Drawing drawing = new Drawing(new Circle(1), List.of(new Square(1)));
    assertEquals(new Drawing(new Circle(9), List.of(new Square(9))), serializer.copy(drawing));
    assertEquals(new Item("pen", 1), serializer.copy(new Item("pen", 1)));
  }

  @ParameterizedTest
  @EnumSource
  void canWriteAndRegisteredClassesFollowTheRules(SchemaMode mode) {
    Serializer serializer = builder(mode).register(Graphs.Holder.class).build();
    for (Class<?> type :
        List.of(
            Order.class,
            Status.class,
            ((Object) Status.PAID).getClass(),
            Item[].class,
            Shape[].class,
            Shelf.class,
            String.class,
            int.class,
            int[].class,
            ArrayList.class,
            Graphs.Holder.class,
            List.of().getClass(),
            Object[].class)) {
      assertTrue(serializer.canWrite(type), type.getName());
    }
    Runnable lambda = () -> {};
    for (Class<?> type :
        List.of(
            ClassRulesTest.class,
            lambda.getClass(),
            Thread.class,
            Shape.class,
            Shop.class,
            ClassRulesTest[].class,
            void.class)) {
      assertEquals(type == Shop.class, serializer.canWrite(type), type.getName());
    }
    assertEquals(
        List.of(Graphs.Holder.class), List.copyOf(serializer.registeredClasses().values()));
    serializer.toBytes(new Item("pen", 1));
    assertTrue(serializer.registeredClasses().containsValue(Item.class));
    assertFalse(serializer.registeredClasses().containsValue(Order.class));
  }

  private static SerializationException refusal(Supplier<Object> call) {
    return assertThrows(SerializationException.class, call::get);
  }

  @ParameterizedTest
  @EnumSource
  void oneMessageListsAllClassesOutsideTheRules(SchemaMode mode) {
    record First(int i) {}
    record Second(int i) {}
    Serializer serializer = builder(mode).build();
    Order order = new Order(1, List.of(), Status.OPEN, List.of(new First(1), new Second(2)));
    SerializationException e = refusal(() -> serializer.toBytes(order));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertNotNull(e.getMessage());
    assertTrue(e.getMessage().contains("First"), e.getMessage());
    assertTrue(e.getMessage().contains("Second"), e.getMessage());
    assertTrue(e.getMessage().contains("ClassRule.packages("), e.getMessage());
    assertFalse(e.getMessage().contains("Item"), e.getMessage());
  }

  @Test
  void lambdasAreRefusedWithTheReason() {
    Serializer serializer =
        Serializer.builder()
            .allow(
                ClassRule.matching(
                    ClassRulesTest.class.getClassLoader(), name -> name.startsWith("dev.segue.")))
            .build();
    Supplier<Object> lambda = (Supplier<Object> & Serializable) () -> 1;
    Object anonymous = new Object() {};
    for (Object value : List.of(lambda, anonymous, List.of(lambda))) {
      SerializationException e = refusal(() -> serializer.toBytes(value));
      assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
      String message = e.getMessage();
      assertTrue(message.contains("this JVM") || message.contains("anonymous"), message);
    }
  }

  @Test
  void rulesThatAllowEverythingAreRefused() {
    ClassLoader loader = ClassRulesTest.class.getClassLoader();
    for (String name : List.of("", " ", "*", "a..b", ".a", "a.", "java", "java.util", "a/b")) {
      assertThrows(
          IllegalArgumentException.class, () -> ClassRule.packages(loader, name), () -> name);
    }
    assertThrows(IllegalArgumentException.class, () -> ClassRule.packages(loader));
    assertThrows(IllegalArgumentException.class, () -> ClassRule.matching(loader, _ -> true));
    assertThrows(IllegalArgumentException.class, () -> ClassRule.packagesOf(String.class));
  }

  @Test
  void peerMayRegisterTheClassesInstead() {
    Serializer registered =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Order.class, Item.class, Status.class, Shelf.class, Item[].class)
            .build();
    Serializer ruled = builder().build();
    for (Object value : List.of(ORDER, List.of(ORDER, Status.OPEN), new Item("pen", 1))) {
      assertEquals(value, ruled.fromBytes(registered.toBytes(value), Object.class));
      assertEquals(value, registered.fromBytes(ruled.toBytes(value), Object.class));
      assertEquals(value, ruled.fromBytes(registered.toBytes(value), Object.class));
    }
    Item[] items = {new Item("pen", 1)};
    assertArrayEquals(items, builder().build().fromBytes(registered.toBytes(items), Item[].class));
    assertArrayEquals(items, registered.fromBytes(ruled.toBytes(items), Item[].class));
  }

  /// The first object of a class with hooks occurs while writing a payload that does not fit into
  /// the first array.
  @Test
  void hooksRunOnceForTheFirstObject() {
    record Holder(Object content, String text) {}
    for (Execution execution : Execution.values()) {
      Serializer serializer = builder().execution(execution).register(Holder.class).build();
      Shop.Counted counted = new Shop.Counted();
      byte[] bytes = serializer.toBytes(new Holder(counted, "x".repeat(1 << 20)));
      assertEquals(1, counted.calls);
      assertEquals(1 << 20, serializer.fromBytes(bytes, Holder.class).text().length());
    }
  }

  /// Regardless of the number of previous payloads without hooks, and of the destination.
  @ParameterizedTest
  @MethodSource("options")
  void hooksRunOnceAfterManyPayloadsWithoutHooks(SerializerBuilder builder) throws Exception {
    record Holder(Object content, String text) {}
    builder.register(Holder.class);
    List<Function<Serializer, Consumer<Object>>> destinations = destinations();
    for (int i = 0; i < destinations.size(); i++) {
      Consumer<Object> destination = destinations.get(i).apply(builder.build());
      for (int calm = 0; calm < Full.or(5_000, 500); calm++) {
        destination.accept(new Holder("text", "short"));
      }
      for (int length : new int[] {1 << 18, 1 << 20}) {
        Shop.Counted counted = new Shop.Counted();
        destination.accept(new Holder(counted, "x".repeat(length)));
        int number = i;
        assertEquals(1, counted.calls, () -> "calls for destination " + number);
      }
    }
  }

  static Stream<SerializerBuilder> options() {
    return Stream.of(SchemaMode.values())
        .flatMap(mode -> Stream.of(builder(mode), builder(mode).references(true)));
  }

  private static List<Function<Serializer, Consumer<Object>>> destinations() {
    MemorySegment memory = Arena.ofAuto().allocate(1 << 22);
    return List.of(
        serializer -> serializer::toBytes,
        serializer -> serializer::copy,
        serializer -> value -> serializer.write(value, memory, 0),
        serializer -> value -> serializer.write(value, memory.asByteBuffer()),
        serializer -> value -> serializer.write(value, ByteBuffer::allocate),
        serializer -> value -> serializer.write(value, ByteBuffer::allocateDirect),
        serializer -> value -> serializer.write(value, MemorySegment.ofArray(new long[1 << 18])),
        serializer -> {
          PayloadWriter writer = serializer.writer(OutputStream.nullOutputStream());
          return value -> {
            try {
              writer.write(value);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          };
        },
        serializer ->
            value -> {
              try (GrowableBuffer buffer = GrowableBuffer.ofConfined(64, 1 << 22)) {
                serializer.write(value, buffer);
              }
            });
  }

  @Test
  void payloadsOfConsistentModeNameTheirClassesOnce() {
    Serializer serializer = builder(SchemaMode.CONSISTENT).register(Graphs.TYPES).build();
    Serializer without = Serializer.builder().register(Graphs.TYPES).build();
    Graphs.Order registered = Graphs.Order.of(new Random(1));
    assertEquals(ORDER, serializer.copy(ORDER));
    assertArrayEquals(without.toBytes(registered), serializer.toBytes(registered));
    assertEquals(registered, without.fromBytes(serializer.toBytes(registered), Graphs.Order.class));
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      items.add(new Item("pen", i));
    }
    String bytes = new String(serializer.toBytes(items), StandardCharsets.ISO_8859_1);
    int first = bytes.indexOf(Item.class.getName());
    assertTrue(first > 0);
    assertEquals(-1, bytes.indexOf(Item.class.getName(), first + 1));
    Serializer compatible = builder().register(Graphs.TYPES).build();
    assertEquals(items, compatible.fromBytes(serializer.toBytes(items), List.class));
    SerializationException e =
        refusal(() -> serializer.fromBytes(compatible.toBytes(items), List.class));
    assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
  }

  /// The numbers of allowed classes depend on the numbers of registered ones.
  @Test
  void consistentModeReadsOtherNumbers() {
    Serializer writer = builder(SchemaMode.CONSISTENT).build();
    SerializerBuilder other = builder(SchemaMode.CONSISTENT);
    writer.toBytes(ORDER);
    writer
        .registeredClasses()
        .forEach((id, type) -> {
          if (type == Item.class) {
            other.register(Graphs.Holder.class, id);
          }
        });
    Serializer reader = other.build();
    Object[] values = {ORDER, List.of(ORDER), new Item("pen", 1), new Item[] {new Item("pen", 1)}};
    for (Object value : values) {
      Object[] written = {value};
      Object[] same = reader.fromBytes(writer.toBytes(written), Object[].class);
      assertArrayEquals(written, same);
      assertArrayEquals(written, reader.copy(written));
      assertArrayEquals(written, writer.fromBytes(reader.toBytes(written), Object[].class));
    }
  }

  @Test
  void packagesIncludeSubpackagesOnly() {
    Serializer serializer = Serializer.builder().allow(ClassRule.packagesOf(Shelf.class)).build();
    assertEquals(new Shelf(1, "x"), serializer.copy(new Shelf(1, "x")));
    SerializationException e = refusal(() -> serializer.toBytes(new Item("pen", 1)));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    for (SchemaMode mode : SchemaMode.values()) {
      byte[] bytes = builder(mode).build().toBytes(new Item("pen", 1));
      e = refusal(() -> serializer.fromBytes(bytes, Object.class));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    }
  }
}
