// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.testing.DeepEquality;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.RandomGraphs;
import dev.segue.sources.MadeUpSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Payloads with a field of type `Object`, among 300 registered classes: a payload's schema covers
/// the classes that the payload holds, however they get there.
class HeldSchemasTest {

  private static final int CLASSES = 300;
  private static final String NAME = "made.up.Held";

  /// The maximum number of sets of classes with a schema, for each root class.
  private static final int MOST_SETS = 512;

  /// A longer schema is replaced with the schema of all classes.
  private static final int SMALL_BYTES = 400;

  /// More reads of another version than it takes to compile the reader.
  private static final int READS = 80;

  private static final int GRAPHS = Integer.getInteger("segue.graphs", Full.or(60, 20));

  private static final MadeUpSource OLD = new MadeUpSource(NAME, source("int", "String removed"));
  private static final MadeUpSource NEW = new MadeUpSource(NAME, source("long", "Object added"));

  private static String source(String type, String field) {
    StringBuilder text = new StringBuilder("package made.up; public class Held {");
    text.append("public record Envelope(Object content) {}\n")
        .append("public sealed interface Figure permits Box {}\n")
        .append("public record Box(" + type + " side, " + field + ") implements Figure {}\n")
        .append("public record Drawing(Figure figure, java.util.List<Figure> more) {}\n");
    text.append(
        "public enum Level {LOW, " + (type.equals("int") ? "HIGH" : "MIDDLE, HIGH") + "}\n");
    for (int i = 0; i < CLASSES; i++) {
      text.append("public record Kind%d(%s value, %s) {}\n".formatted(i, type, field));
    }
    return text.append("}").toString();
  }

  private static Class<?>[] types(MadeUpSource source) {
    return Stream.concat(
            Stream.of("Envelope", "Level", "Box", "Drawing"),
            IntStream.range(0, CLASSES).mapToObj(i -> "Kind" + i))
        .map(name -> source.load(NAME + "$" + name))
        .toArray(Class<?>[]::new);
  }

  private static SerializerBuilder builder(MadeUpSource source) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(types(source));
  }

  private static Object make(MadeUpSource source, String name, @Nullable Object... values) {
    Constructor<?> constructor = source.load(NAME + "$" + name).getDeclaredConstructors()[0];
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  private static Object old(int kind, Object other) {
    return make(OLD, "Kind" + kind, kind, other);
  }

  private static Object old(int kind) {
    return old(kind, "removed");
  }

  private static Object envelope(Object content) {
    return make(OLD, "Envelope", content);
  }

  private static Class<?> root(MadeUpSource source) {
    return source.load(NAME + "$Envelope");
  }

  private static String now(int kind) {
    return "Kind%d[value=%d, added=null]".formatted(kind, kind);
  }

  @Test
  void payloadIsShortDespiteManyClasses() {
    Serializer serializer = builder(OLD).build();
    for (int i = 0; i < CLASSES; i++) {
      Object root = envelope(old(i, "text"));
      byte[] bytes = serializer.toBytes(root);
      assertTrue(bytes.length <= 198, () -> bytes.length + " bytes");
      assertEquals(root, serializer.fromBytes(bytes, Object.class));
    }
    Object empty = envelope("text");
    byte[] bytes = serializer.toBytes(empty);
    assertTrue(bytes.length <= 120, () -> bytes.length + " bytes");
    assertEquals(empty, builder(OLD).build().fromBytes(bytes, Object.class));
  }

  /// A JDK type as root, which declares no classes.
  @Test
  void rootListHasTheSchemaOfItsElements() {
    byte[] bytes = builder(OLD).build().toBytes(List.of(old(3), old(4)));
    assertTrue(bytes.length <= 198, () -> bytes.length + " bytes");
    assertEquals(
        "[" + now(3) + ", " + now(4) + "]",
        builder(NEW).build().fromBytes(bytes, List.class).toString());
  }

  static Stream<Arguments> options() {
    return Stream.of(Execution.values())
        .flatMap(
            execution -> Stream.of(Arguments.of(execution, false), Arguments.of(execution, true)));
  }

  private static Serializer reader(Execution execution, boolean references) {
    return builder(NEW).execution(execution).references(references).build();
  }

  private static Serializer writer(Execution execution, boolean references) {
    return builder(OLD).execution(execution).references(references).build();
  }

  /// The content of an envelope that another version reads, as text.
  private static String read(Serializer reader, byte[] bytes) {
    return reader.fromBytes(bytes, root(NEW)).toString();
  }

  @ParameterizedTest
  @MethodSource("options")
  void anotherVersionReadsClassesInContainers(Execution execution, boolean references) {
    Map<String, Object> contents = new HashMap<>();
    contents.put(now(1), old(1));
    contents.put("[%s, 7, %s]".formatted(now(1), now(299)), Arrays.asList(old(1), 7, old(299)));
    contents.put("{k=" + now(2) + "}", new TreeMap<>(Map.of("k", old(2))));
    contents.put("{" + now(3) + "=v}", new HashMap<>(Map.of(old(3), "v")));
    contents.put("[[%s], null]".formatted(now(4)), Arrays.asList(List.of(old(4)), null));
    contents.put(
        "Envelope[content=Envelope[content=[" + now(5) + "]]]",
        envelope(envelope(Collections.singletonList(old(5)))));
    contents.put(
        "Drawing[figure=Box[side=6, added=null], more=[Box[side=7, added=null]]]",
        make(
            OLD,
            "Drawing",
            make(OLD, "Box", 6, "r"),
            new ArrayList<>(List.of(make(OLD, "Box", 7, "r")))));
    Serializer writer = writer(execution, references);
    Serializer reader = reader(execution, references);
    for (int i = 0; i < READS; i++) {
      contents.forEach((expected, content) -> {
        byte[] bytes = writer.toBytes(envelope(content));
        assertTrue(bytes.length <= SMALL_BYTES, () -> bytes.length + " bytes: " + expected);
        assertEquals("Envelope[content=" + expected + "]", read(reader, bytes));
      });
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void anotherVersionReadsArraysAndClasses(Execution execution, boolean references) {
    Class<?> kind = OLD.load(NAME + "$Kind8");
    Object array = Array.newInstance(kind, 2);
    Array.set(array, 0, old(8));
    Object[] objects = {array, kind, kind.arrayType(), old(9), new Object[] {old(10)}};
    byte[] bytes = writer(execution, references).toBytes(List.of(envelope(objects)));
    Serializer reader = reader(execution, references);
    for (int i = 0; i < READS; i++) {
      assertTrue(bytes.length <= SMALL_BYTES, () -> bytes.length + " bytes");
      Object[] read = (Object[]) content(reader.fromBytes(bytes, List.class).getFirst());
      Class<?> newKind = NEW.load(NAME + "$Kind8");
      assertEquals(newKind.arrayType(), read[0].getClass());
      assertEquals("[" + now(8) + ", null]", Arrays.toString((Object[]) read[0]));
      assertEquals(newKind, read[1]);
      assertEquals(newKind.arrayType(), read[2]);
      assertEquals(now(9), read[3].toString());
      assertEquals("[" + now(10) + "]", Arrays.toString((Object[]) read[4]));
    }
  }

  /// The class of the constants is named separately.
  @ParameterizedTest
  @MethodSource("options")
  @SuppressWarnings({"unchecked", "rawtypes"})
  void anotherVersionReadsContainersOfConstants(Execution execution, boolean references) {
    Class level = OLD.load(NAME + "$Level");
    Object high = Enum.valueOf(level, "HIGH");
    Map<Object, Object> map = new EnumMap(level);
    map.put(high, old(2));
    List<Object> content =
        List.of(EnumSet.noneOf(level), EnumSet.allOf(level), map, new EnumMap(level), high);
    byte[] bytes = writer(execution, references).toBytes(envelope(content));
    assertTrue(bytes.length <= SMALL_BYTES, () -> bytes.length + " bytes");
    assertEquals(
        "Envelope[content=[[], [LOW, HIGH], {HIGH=" + now(2) + "}, {}, HIGH]]",
        read(reader(execution, references), bytes));
    byte[] empty = writer(execution, references).toBytes(envelope(EnumSet.noneOf(level)));
    assertEquals("Envelope[content=[]]", read(reader(execution, references), empty));
  }

  private static Object content(Object envelope) {
    try {
      return envelope.getClass().getMethod("content").invoke(envelope);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("content", e);
    }
  }

  /// A payload that does not fit is written again: to arrays that grow, and to native memory.
  @ParameterizedTest
  @MethodSource("options")
  void schemaCoversAllOfALongPayload(Execution execution, boolean references) {
    List<Object> content = new ArrayList<>(Collections.nCopies(5_000, "text"));
    content.set(0, old(11));
    content.set(4_999, old(12));
    Serializer writer = writer(execution, references);
    byte[] bytes = writer.toBytes(envelope(content));
    String read = read(reader(execution, references), bytes);
    assertTrue(read.startsWith("Envelope[content=[" + now(11)), read);
    assertTrue(read.endsWith(now(12) + "]]"), read);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.length);
      assertEquals(bytes.length, writer.write(envelope(content), memory, 0));
      assertArrayEquals(bytes, memory.toArray(ValueLayout.JAVA_BYTE));
      assertThrows(
          SerializationException.class,
          () -> writer.write(envelope(content), memory.asSlice(0, bytes.length - 1), 0));
      assertEquals(bytes.length, writer.write(envelope(content), memory, 0));
    }
  }

  /// Classes from one payload are not in the schema of the next.
  @Test
  void schemaDoesNotCoverEarlierPayloads() {
    Serializer writer = builder(OLD).build();
    byte[] first = writer.toBytes(envelope(old(1)));
    writer.toBytes(envelope(List.of(old(2), old(290))));
    assertThrows(
        SerializationException.class,
        () -> writer.toBytes(envelope(List.of(old(3), Thread.currentThread()))));
    assertArrayEquals(first, writer.toBytes(envelope(old(1))));
    assertArrayEquals(first, builder(OLD).build().toBytes(envelope(old(1))));
  }

  @Test
  void numberOfKeptSchemasIsBounded() {
    Serializer writer = builder(OLD).build();
    Serializer same = builder(OLD).build();
    Serializer reader = builder(NEW).build();
    int small = 0;
    for (int i = 0; i < 2 * CLASSES; i++) {
      Object content = List.of(old(i % CLASSES), old(i / CLASSES * 7));
      byte[] bytes = writer.toBytes(envelope(content));
      small += bytes.length < SMALL_BYTES ? 1 : 0;
      assertEquals(envelope(content), same.fromBytes(bytes, root(OLD)));
      if (i % 50 == 0 || i == 2 * CLASSES - 1) {
        assertEquals(
            "Envelope[content=[" + now(i % CLASSES) + ", " + now(i / CLASSES * 7) + "]]",
            read(reader, bytes));
      }
    }
    assertTrue(small >= MOST_SETS && small <= MOST_SETS + 2, small + " short payloads");
    // Kept schemas continue to be used.
    assertTrue(writer.toBytes(envelope(List.of(old(1), old(0)))).length < SMALL_BYTES);
  }

  /// The new version's numbers for the classes differ, and there are more classes.
  @Test
  void unknownClassIsAnErrorThatNamesIt() {
    byte[] bytes = builder(OLD).build().toBytes(envelope(old(20)));
    Serializer reader =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(root(NEW), 900).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, root(NEW)));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertTrue(e.getMessage().contains("Kind20"), e.getMessage());
    Serializer keeping =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .unknownTypes(UnknownTypes.KEEP)
            .register(root(NEW))
            .build();
    byte[] passedOn = keeping.toBytes(keeping.fromBytes(bytes, root(NEW)));
    assertTrue(passedOn.length <= SMALL_BYTES, () -> passedOn.length + " bytes");
    assertEquals("Envelope[content=" + now(20) + "]", read(builder(NEW).build(), passedOn));
  }

  @Test
  void streamHasTheSchemaOfAllClassesOnce() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter out = builder(OLD).build().writer(bytes)) {
      assertTrue(out.write(envelope(old(1))) > SMALL_BYTES);
      for (int i = 2; i < CLASSES; i++) {
        assertTrue(out.write(envelope(old(i))) <= 198);
      }
    }
    for (MadeUpSource source : List.of(OLD, NEW)) {
      try (PayloadReader in =
          builder(source).build().reader(new ByteArrayInputStream(bytes.toByteArray()))) {
        for (int i = 1; i < CLASSES; i++) {
          String read = in.read(root(source)).toString();
          assertTrue(read.startsWith("Envelope[content=Kind%d[value=%d,".formatted(i, i)), read);
        }
      }
    }
  }

  /// A reader that knows the schema by its fingerprint need not look at the document.
  @Test
  void damagedSchemaIsAnError() {
    byte[] bytes = builder(OLD).build().toBytes(envelope(List.of(old(1), old(2))));
    int documentBytes =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 5);
    int document = bytes.length - 13 - documentBytes;
    assertTrue(documentBytes > 50 && document > 16);
    Serializer known = builder(OLD).build();
    known.fromBytes(bytes, root(OLD));
    for (MadeUpSource source : List.of(OLD, NEW)) {
      Serializer reader = builder(source).build();
      for (int i = 8 * document; i < 8 * bytes.length; i++) {
        byte[] damaged = bytes.clone();
        damaged[i >> 3] ^= (byte) (1 << (i & 7));
        assertThrows(
            SerializationException.class,
            () -> reader.fromBytes(damaged, root(source)),
            "bit " + i);
        try {
          known.fromBytes(damaged, root(OLD));
        } catch (SerializationException _) {
          // Nothing else may be thrown.
        }
      }
    }
  }

  /// Every class of a graph has another number here: if its schema did not cover it, it could not
  /// be read.
  @ParameterizedTest
  @MethodSource("options")
  void schemaOfAnyGraphIsComplete(Execution execution, boolean references) {
    SerializerBuilder builder =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .references(references);
    SerializerBuilder others =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .references(references);
    int id = 2_000;
    for (Class<?> type : RandomGraphs.TYPES) {
      id -= 7;
      others.register(type, id);
    }
    Serializer writer = builder.register(RandomGraphs.TYPES).build();
    Serializer reader = others.build();
    for (long seed = 0; seed < GRAPHS; seed++) {
      Object graph = RandomGraphs.of(seed);
      DeepEquality.assertSame(
          graph, reader.fromBytes(writer.toBytes(graph), Object.class), "seed=" + seed);
      DeepEquality.assertSame(
          graph, writer.fromBytes(reader.toBytes(graph), Object.class), "seed=" + seed);
    }
  }
}
