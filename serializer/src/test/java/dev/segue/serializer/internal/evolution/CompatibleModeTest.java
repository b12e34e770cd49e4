// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.UnknownValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The transport of schemas in compatible mode, and the handling of types that a reader does not
/// know. [EvolutionTest] has the possible differences between versions of a class.
@SuppressWarnings({"UnusedVariable", "NullAway", "serial"})
class CompatibleModeTest {

  private static final String HERE = "dev.segue.serializer.internal.evolution.CompatibleModeTest$";

  sealed interface Figure permits Circle, Square, Disc {}

  record Circle(double radius, String label) implements Figure {}

  record Square(int side) implements Figure {}

  @Alias(HERE + "Circle")
  record Disc(String label, double radius) implements Figure {}

  enum Level {
    LOW,
    HIGH
  }

  record Drawing0(
      String title, Figure main, List<Object> others, Object any, Map<String, Object> map) {}

  @Alias(HERE + "Drawing0")
  record Drawing1(
      String title, Figure main, List<Object> others, Object any, Map<String, Object> map) {}

  record Note0(String text, int size) {}

  @Alias(HERE + "Note0")
  record Note1(String text, long size, String added) {}

  static final class Node0 {
    Object removed;
    Object kept;
    Node0 next;
  }

  @Alias(HERE + "Node0")
  static final class Node1 {
    Object kept;
    Node1 next;
  }

  static final class Names0 extends ArrayList<String> {
    int version = 3;
    String removed = "r";
  }

  @Alias(HERE + "Names0")
  static final class Names1 extends ArrayList<String> {
    long version;
  }

  static final class Problem0 extends Exception {
    int code = 7;
    String removed = "r";

    Problem0(String message) {
      super(message);
    }
  }

  record Numbered(int a) {}

  private static SerializerBuilder builder() {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
  }

  private static Drawing0 drawing() {
    Circle circle = new Circle(1.5, "c");
    return new Drawing0(
        "t",
        circle,
        new ArrayList<>(Arrays.asList(1, circle, null)),
        circle,
        new HashMap<>(Map.of("k", circle)));
  }

  private static byte[] drawn() {
    return builder()
        .register(Drawing0.class, Circle.class, Square.class)
        .build()
        .toBytes(drawing());
  }

  @Test
  void unknownClassIsAnErrorThatNamesIt() {
    Serializer reader = builder().register(Drawing1.class, Square.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(drawn(), Drawing1.class));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertEquals("Drawing1.any", e.path());
    assertTrue(e.getMessage().contains(Circle.class.getName()), e.getMessage());
    assertTrue(e.getMessage().contains("@Alias"), e.getMessage());
  }

  @Test
  void unknownClassIsNullOnRequest() {
    Serializer reader =
        builder().unknownTypes(UnknownTypes.NULL).register(Drawing1.class, Square.class).build();
    Drawing1 read = reader.fromBytes(drawn(), Drawing1.class);
    assertEquals(
        new Drawing1(
            "t",
            null,
            Arrays.asList(1, null, null),
            null,
            java.util.Collections.singletonMap("k", null)),
        read);
  }

  @Test
  void unknownRootIsNullOnRequest() {
    byte[] bytes = builder().register(Circle.class).build().toBytes(new Circle(1, "c"));
    Serializer reader = builder().unknownTypes(UnknownTypes.NULL).build();
    assertNull(reader.fromBytesOrNull(bytes, Object.class));
  }

  record Loose0(List<Object> others, Object any) {}

  @Alias(HERE + "Loose0")
  record Loose1(List<Object> others, Object any) {}

  @Test
  void unknownObjectPassesThroughUnchanged() {
    Circle circle = new Circle(2.5, "label");
    Loose0 old = new Loose0(new ArrayList<>(List.of(circle, "s")), new Square(4));
    byte[] first =
        builder().register(Loose0.class, Circle.class, Square.class).build().toBytes(old);
    Serializer between = builder().unknownTypes(UnknownTypes.KEEP).register(Loose1.class).build();
    Loose1 kept = between.fromBytes(first, Loose1.class);
    UnknownValue value = (UnknownValue) kept.others().getFirst();
    assertEquals(Circle.class.getName(), value.typeName());
    assertEquals(value, UnknownValue.fromPayload(value.payload()));
    assertThrows(SerializationException.class, () -> UnknownValue.fromPayload(new byte[30]));
    assertNotEquals(value, kept.any());
    assertTrue(value.toString().contains("Circle"), value.toString());

    byte[] second = between.toBytes(kept);
    Serializer end =
        builder().register(Square.class, Loose0.class, Circle.class, Loose1.class).build();
    Loose1 read = end.fromBytes(second, Loose1.class);
    assertEquals(new Loose1(List.of(circle, "s"), new Square(4)), read);
    // Another process in between, and other versions of the classes at the end.
    byte[] third = between.toBytes(between.fromBytes(second, Loose1.class));
    Serializer other = builder().register(Disc.class, Square.class, Loose1.class).build();
    assertEquals(
        new Loose1(List.of(new Disc("label", 2.5), "s"), new Square(4)),
        other.fromBytes(third, Loose1.class));
  }

  enum Size0 {
    SMALL,
    LARGE
  }

  @Alias(HERE + "Size0")
  enum Size1 {
    LARGE
  }

  @Test
  void unknownConstantPassesThroughUnchanged() {
    Loose0 old = new Loose0(new ArrayList<>(List.of(Size0.SMALL, Size0.LARGE)), Size0.SMALL);
    Serializer writer = builder().register(Loose0.class, Size0.class).build();
    Serializer between =
        builder().unknownTypes(UnknownTypes.KEEP).register(Loose1.class, Size1.class).build();
    Loose1 kept = between.fromBytes(writer.toBytes(old), Loose1.class);
    assertEquals(Size1.LARGE, kept.others().get(1));
    assertEquals(Size0.class.getName(), ((UnknownValue) kept.any()).typeName());
    Serializer end = builder().register(Size0.class, Loose1.class, Size1.class).build();
    Loose1 read = end.fromBytes(between.toBytes(kept), Loose1.class);
    assertEquals(new Loose1(List.of(Size0.SMALL, Size1.LARGE), Size0.SMALL), read);
  }

  @Test
  void unknownObjectCannotBeKeptInAFieldOfAnotherType() {
    Serializer reader =
        builder().unknownTypes(UnknownTypes.KEEP).register(Drawing1.class, Square.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(drawn(), Drawing1.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
    assertEquals("Drawing1.main", e.path());
  }

  record Told0(Object any, int last) {}

  @Alias(HERE + "Told0")
  record Told1(Object any, int last) {}

  record Extra(int x, Object part) {}

  enum ExtraLevel {
    ONE
  }

  private static byte[] told(Object any) {
    return builder()
        .register(Told0.class, Extra.class, ExtraLevel.class)
        .build()
        .toBytes(new Told0(any, 3));
  }

  private static Object any(UnknownTypes unknown, Object any) {
    Serializer reader = builder().unknownTypes(unknown).register(Told1.class).build();
    Told1 read = reader.fromBytes(told(any), Told1.class);
    assertEquals(3, read.last());
    return read.any();
  }

  private static List<Object> namingUnknownClasses() {
    return List.of(
        Extra.class,
        Extra[].class,
        new Extra[0],
        new Extra[1],
        new Extra[] {new Extra(1, null)},
        new Extra[][] {{new Extra(1, null)}},
        ExtraLevel.class,
        new ExtraLevel[] {ExtraLevel.ONE});
  }

  @Test
  void unknownClassValueIsAnErrorThatNamesIt() {
    for (Object value : namingUnknownClasses()) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> any(UnknownTypes.FAIL, value));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind(), e::getMessage);
      assertEquals("Told1.any", e.path());
      assertTrue(e.getMessage().contains(Extra.class.getName()), e.getMessage());
    }
    for (Object value : List.of(Extra.class, Extra[].class)) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> any(UnknownTypes.KEEP, value));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind(), e::getMessage);
    }
  }

  @Test
  void arraysOfAnUnknownClassHoldTheReplacements() {
    Extra[] array = {new Extra(1, "part"), null};
    assertNull(any(UnknownTypes.NULL, Extra.class));
    assertNull(any(UnknownTypes.NULL, Extra[].class));
    assertArrayEquals(new Object[2], (Object[]) any(UnknownTypes.NULL, array));
    assertArrayEquals(
        new Object[][] {{null, null}, null},
        (Object[][]) any(UnknownTypes.NULL, new Extra[][] {array, null}));
    assertArrayEquals(
        new Object[1], (Object[]) any(UnknownTypes.NULL, new ExtraLevel[] {ExtraLevel.ONE}));
    Object[] kept = (Object[]) any(UnknownTypes.KEEP, array);
    assertEquals(Extra.class.getName(), ((UnknownValue) kept[0]).typeName());
    assertNull(kept[1]);
  }

  /// Array elements are referenced elsewhere.
  @Test
  void elementsOfUnknownArraysCanBeReferenced() {
    List<Object> shared = new ArrayList<>(List.of("x"));
    Extra[] array = {new Extra(1, shared)};
    byte[] bytes =
        builder()
            .references(true)
            .register(Told0.class, Extra.class)
            .build()
            .toBytes(new Told0(new ArrayList<>(Arrays.asList(array, shared, array)), 3));
    Serializer reader =
        builder().references(true).unknownTypes(UnknownTypes.NULL).register(Told1.class).build();
    List<?> read = (List<?>) reader.fromBytes(bytes, Told1.class).any();
    assertArrayEquals(new Object[1], (Object[]) read.get(0));
    assertEquals(shared, read.get(1));
    assertSame(read.get(0), read.get(2));
  }

  @Test
  void nestingOfKeptValuesIsBounded() {
    Serializer serializer = builder().unknownTypes(UnknownTypes.KEEP).maxDepth(20).build();
    byte[] payload = builder().register(Numbered.class).build().toBytes(new Numbered(1));
    Object value = UnknownValue.fromPayload(payload);
    SerializationException e = null;
    for (int i = 0; i < 40 && e == null; i++) {
      payload = PassedOnTest.around(payload);
      try {
        assertEquals(value, serializer.fromBytes(payload, Object.class));
      } catch (SerializationException tooDeep) {
        e = tooDeep;
      }
    }
    assertEquals(Kind.TOO_DEEP, Objects.requireNonNull(e, "an error at some depth").kind());
  }

  @Test
  void versionsOfAClassReadEachOthersPayloads() {
    Serializer old = builder().register(Note0.class).build();
    Serializer now = builder().register(Note1.class).build();
    byte[] before = now.toBytes(new Note1("n", 5, "a"));
    assertEquals(
        new Note1("o", 4, null), now.fromBytes(old.toBytes(new Note0("o", 4)), Note1.class));
    assertArrayEquals(before, now.toBytes(new Note1("n", 5, "a")));
    assertEquals(new Note1("n", 5, "a"), now.fromBytes(before, Note1.class));
  }

  @Test
  void objectsInRemovedFieldsCanBeReferenced() {
    for (Execution execution : Execution.values()) {
      Serializer old =
          builder()
              .references(true)
              .execution(execution)
              .register(Node0.class, Circle.class, Square.class)
              .build();
      Serializer now =
          builder()
              .references(true)
              .execution(execution)
              .register(Node1.class, Square.class)
              .build();
      Square shared = new Square(3);
      Node0 node = new Node0();
      node.next = new Node0();
      node.next.next = node;
      node.kept = shared;
      // `removed` comes last by name: objects that it shares with `kept` are written in `kept`, so
      // the second node's `removed` is the first to hold the list of the cycle.
      node.next.removed = new ArrayList<>(List.of(new Circle(1, "unknown here"), shared));
      node.removed = node.next.removed;
      node.next.kept = node.removed;
      byte[] bytes = old.toBytes(node);
      SerializationException e =
          assertThrows(SerializationException.class, () -> now.fromBytes(bytes, Node1.class));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind());

      node.next.kept = null;
      byte[] fine = old.toBytes(node);
      for (int i = 0; i < 80; i++) {
        Node1 read = now.fromBytes(fine, Node1.class);
        assertSame(read, read.next.next);
        assertEquals(shared, read.kept);
      }
    }
  }

  static final class Pair0 {
    List<Square> a;
    List<Square> b;
  }

  @Alias(HERE + "Pair0")
  static final class Pair1 {
    List<Square> b;
  }

  @Test
  void objectInARemovedFieldIsReadForLaterReferences() {
    for (Execution execution : Execution.values()) {
      Serializer old =
          builder()
              .references(true)
              .execution(execution)
              .register(Pair0.class, Square.class)
              .build();
      Serializer now =
          builder()
              .references(true)
              .execution(execution)
              .register(Pair1.class, Square.class)
              .build();
      Pair0 pair = new Pair0();
      pair.a = new ArrayList<>(List.of(new Square(8)));
      pair.b = pair.a;
      byte[] bytes = old.toBytes(pair);
      for (int i = 0; i < 80; i++) {
        assertEquals(List.of(new Square(8)), now.fromBytes(bytes, Pair1.class).b);
      }
    }
  }

  @Test
  void classesWithMoreStateThanFieldsCanChangeFields() {
    Serializer old = builder().register(Names0.class).build();
    Serializer now = builder().register(Names1.class).build();
    Names0 names = new Names0();
    names.add("x");
    Names1 read = now.fromBytes(old.toBytes(names), Names1.class);
    assertEquals(List.of("x"), List.copyOf(read));
    assertEquals(3, read.version);
  }

  @Test
  void exceptionsAreRead() {
    Serializer serializer = builder().register(Problem0.class).build();
    Problem0 read = serializer.fromBytes(serializer.toBytes(new Problem0("m")), Problem0.class);
    assertEquals("m", read.getMessage());
    assertEquals(7, read.code);
  }

  @Alias(HERE + "Names0")
  record NoLongerAList(int version) {}

  @Test
  void kindOfAClassCannotChange() {
    byte[] bytes = builder().register(Names0.class).build().toBytes(new Names0());
    Serializer reader = builder().register(NoLongerAList.class).build();
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> reader.fromBytes(bytes, NoLongerAList.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
    assertTrue(e.getMessage().contains("EXTENSION"), e.getMessage());
  }

  @Test
  void classNumbersMayDiffer() {
    Serializer writer =
        builder().register(Circle.class, Square.class).register(Drawing0.class).build();
    Serializer reader =
        builder().register(Drawing0.class, 900).register(Square.class, Circle.class).build();
    assertEquals(drawing(), reader.fromBytes(writer.toBytes(drawing()), Drawing0.class));
  }

  @ParameterizedTest
  @EnumSource
  void nullsSimpleTypesAndCollectionsAreRoots(Level level) {
    Serializer serializer = builder().register(Square.class, Level.class).build();
    for (Object root : Arrays.asList(null, 1, "s", level, List.of(new Square(1)), new int[0])) {
      Object read = serializer.fromBytesOrNull(serializer.toBytes(root), Object.class);
      assertEquals(
          root instanceof int[] ints ? ints.length : root,
          read instanceof int[] ints ? ints.length : read);
    }
  }

  @Test
  void modesAreInteroperableWherePossible() {
    Serializer consistent = Serializer.builder().register(Square.class).build();
    Serializer compatible = builder().register(Square.class).build();
    Square square = new Square(6);
    assertEquals(square, compatible.fromBytes(consistent.toBytes(square), Square.class));
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> consistent.fromBytes(compatible.toBytes(square), Square.class));
    assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
    assertTrue(e.getMessage().contains(".schemaMode(SchemaMode.COMPATIBLE)"), e.getMessage());
  }

  @Test
  void registryHoldsTheSchemas() {
    Map<Long, byte[]> schemas = new ConcurrentHashMap<>();
    SchemaRegistry registry =
        new SchemaRegistry() {
          @Override
          public void put(long fingerprint, byte[] schema) {
            schemas.put(fingerprint, schema.clone());
          }

          @Override
          public byte[] get(long fingerprint) {
            return schemas.get(fingerprint);
          }
        };
    Serializer writer = Serializer.builder().schemaRegistry(registry).register(Note0.class).build();
    byte[] bytes = writer.toBytes(new Note0("text", 3));
    assertEquals(1, schemas.size());
    int embedded = builder().register(Note0.class).build().toBytes(new Note0("text", 3)).length;
    assertEquals(embedded - schemas.values().iterator().next().length, bytes.length);
    Serializer reader = Serializer.builder().schemaRegistry(registry).register(Note1.class).build();
    assertEquals(new Note1("text", 3, null), reader.fromBytes(bytes, Note1.class));

    Serializer other =
        Serializer.builder()
            .schemaRegistry(SchemaRegistry.inMemory())
            .register(Note1.class)
            .build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> other.fromBytes(bytes, Note1.class));
    assertEquals(Kind.UNKNOWN_SCHEMA, e.kind());

    schemas.replaceAll((fingerprint, schema) -> new byte[] {1, 2, 3});
    Serializer late = Serializer.builder().schemaRegistry(registry).register(Note1.class).build();
    e = assertThrows(SerializationException.class, () -> late.fromBytes(bytes, Note1.class));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
  }

  @Test
  void streamsLeaveSchemasToTheRegistry() throws IOException {
    SchemaRegistry registry = SchemaRegistry.inMemory();
    Serializer writer = Serializer.builder().schemaRegistry(registry).register(Note0.class).build();
    Note0 note = new Note0("text", 3);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (PayloadWriter payloads = writer.writer(stream)) {
      assertEquals(writer.toBytes(note).length, payloads.write(note));
    }
    Serializer reader = Serializer.builder().schemaRegistry(registry).register(Note1.class).build();
    try (PayloadReader payloads = reader.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      assertEquals(new Note1("text", 3, null), payloads.read(Note1.class));
    }
  }

  @Test
  void folderHoldsTheSchemas(@TempDir Path folder) throws IOException {
    Path schemas = folder.resolve("a/b");
    Serializer writer =
        Serializer.builder()
            .schemaRegistry(SchemaRegistry.inDirectory(schemas))
            .register(Note0.class)
            .build();
    byte[] bytes = writer.toBytes(new Note0("text", 3));
    writer.toBytes(new Note0("again", 4));
    Serializer reader =
        Serializer.builder()
            .schemaRegistry(SchemaRegistry.inDirectory(schemas))
            .register(Note1.class)
            .build();
    assertEquals(new Note1("text", 3, null), reader.fromBytes(bytes, Note1.class));
    try (var files = Files.list(schemas)) {
      assertEquals(1, files.filter(file -> file.toString().endsWith(".schema")).count());
    }
    assertNull(SchemaRegistry.inDirectory(schemas).get(12));
    assertNull(SchemaRegistry.inDirectory(folder.resolve("none")).get(12));
  }

  @Test
  void streamAnnouncesEachSchemaOnce() throws IOException {
    Serializer writer = builder().register(Note0.class, Square.class).build();
    Serializer reader = builder().register(Note1.class, Square.class).build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<Integer> lengths = new ArrayList<>();
    try (PayloadWriter out = writer.writer(bytes)) {
      for (int i = 0; i < 3; i++) {
        lengths.add(out.write(new Note0("n", i)));
        lengths.add(out.write(new Square(i)));
      }
      out.announceSchemas();
      lengths.add(out.write(new Note0("n", 3)));
    }
    assertTrue(lengths.get(2) < lengths.get(0), lengths.toString());
    assertEquals(lengths.get(0), lengths.get(6));
    try (PayloadReader in = reader.reader(new ByteArrayInputStream(bytes.toByteArray()))) {
      for (int i = 0; i < 3; i++) {
        assertEquals(new Note1("n", i, null), in.read(Note1.class));
        assertEquals(new Square(i), in.read(Square.class));
      }
      assertEquals(new Note1("n", 3, null), in.read(Note1.class));
    }
  }

  /// A schema that a payload only refers to may be the reader's own, whatever was read before.
  @Test
  void jdkTypesAreReadFromTheStart() throws IOException {
    Serializer serializer = builder().register(Note0.class).build();
    var bytes = new ByteArrayOutputStream();
    UUID value = new UUID(1, 2);
    int first;
    try (PayloadWriter out = serializer.writer(bytes)) {
      first = out.write(value);
      out.write(value);
    }
    byte[] all = bytes.toByteArray();
    Serializer late = builder().register(Note0.class).build();
    try (PayloadReader in = late.reader(new ByteArrayInputStream(all, first, all.length - first))) {
      assertEquals(value, in.read(UUID.class));
    }
  }

  @Test
  void lateReaderOfAStreamWaitsForSchemas() throws IOException {
    Serializer writer = builder().register(Note0.class).build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int first;
    try (PayloadWriter out = writer.writer(bytes)) {
      first = out.write(new Note0("a", 0));
      out.write(new Note0("b", 1));
      out.announceSchemas();
      out.write(new Note0("c", 2));
      out.write(new Note0("d", 3));
    }
    byte[] all = bytes.toByteArray();
    Serializer reader = builder().register(Note1.class).build();
    try (PayloadReader in =
        reader.reader(new ByteArrayInputStream(all, first, all.length - first))) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> in.read(Note1.class));
      assertEquals(Kind.UNKNOWN_SCHEMA, e.kind());
      assertEquals(new Note1("c", 2, null), in.read(Note1.class));
      assertEquals(new Note1("d", 3, null), in.read(Note1.class));
    }
  }

  @Test
  void schemasOfAStreamOutliveTheCache() throws IOException {
    Serializer writer = builder().register(Note0.class).build();
    Serializer reader = builder().register(Note1.class).build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter out = writer.writer(bytes)) {
      out.write(new Note0("a", 0));
      out.write(new Note0("b", 1));
    }
    try (PayloadReader in = reader.reader(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(new Note1("a", 0, null), in.read(Note1.class));
      for (int i = 0; i < 1_100; i++) {
        Serializer other = builder().register(Note0.class, i + 5).build();
        assertEquals(
            new Note1("x", i, null),
            reader.fromBytes(other.toBytes(new Note0("x", i)), Note1.class));
      }
      assertEquals(new Note1("b", 1, null), in.read(Note1.class));
    }
  }

  static final class Holder<T> {
    T held;
    AtomicReference<Object> reference = new AtomicReference<>();
  }

  @Test
  void schemaCoversEveryPossibleValue() {
    Serializer writer =
        builder()
            .register(Holder.class, Square.class, Level.class, Names0.class)
            .register(Figure[].class)
            .build();
    Serializer reader =
        builder()
            .register(Names1.class)
            .register(Figure[].class)
            .register(Square.class, Level.class)
            .register(Holder.class)
            .build();
    Holder<Object> holder = new Holder<>();
    Names0 names = new Names0();
    names.add("n");
    holder.held = new Object[] {new Figure[] {new Square(1)}, Level.HIGH, names, Level.class};
    holder.reference.set(new Square(2));
    for (int i = 0; i < 80; i++) {
      Holder<?> read = reader.fromBytes(writer.toBytes(holder), Holder.class);
      Object[] held = (Object[]) read.held;
      assertArrayEquals(new Figure[] {new Square(1)}, (Figure[]) held[0]);
      assertEquals(Level.HIGH, held[1]);
      assertEquals("n", ((Names1) held[2]).getFirst());
      assertEquals(Level.class, held[3]);
      assertEquals(new Square(2), read.reference.get());
    }
  }

  @Test
  void inspectionShowsForeignPayloads() {
    byte[] bytes = builder().register(Note0.class).build().toBytes(new Note0("text", 3));
    String own = builder().register(Note0.class).build().inspect(MemorySegment.ofArray(bytes), 0);
    assertTrue(own.contains("size = 3"), own);
    assertTrue(own.contains("schema"), own);
    String foreign =
        builder().register(Note1.class).build().inspect(MemorySegment.ofArray(bytes), 0);
    assertTrue(foreign.contains("size = 3"), foreign);
    String unknown = builder().build().inspect(MemorySegment.ofArray(bytes), 0);
    assertTrue(unknown.contains("Note0"), unknown);
    String consistent = Serializer.builder().build().inspect(MemorySegment.ofArray(bytes), 0);
    assertTrue(consistent.contains("schema"), consistent);
  }
}
