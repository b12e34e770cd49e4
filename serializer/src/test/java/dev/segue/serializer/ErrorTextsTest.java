// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.sources.MadeUpSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.SAXException;
import shop.Point;

/// Messages name the problem, its place and the remedy.
class ErrorTextsTest {

  static final class Node {
    @Nullable Object next;
    String name = "";
  }

  static class Circle {}

  static final class Circle$HibernateProxy$abc extends Circle {}

  record Order(long id, Node node, List<String> names) {}

  interface Wrong {
    int id();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Counted(int[] names) {}

  interface WrongCount {
    int names();
  }

  interface WrongList {
    int names(int index);
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Node.class, Order.class, Circle.class)
        .execution(execution)
        .build();
  }

  private static final Serializer SERIALIZER = serializer(Execution.COMPILED);

  private static SerializationException error(Kind kind, Executable call) {
    SerializationException e = assertThrows(SerializationException.class, call);
    assertEquals(kind, e.kind(), e::getMessage);
    return e;
  }

  private static void says(String text, Kind kind, Executable call) {
    String message = error(kind, call).getMessage();
    assertTrue(message.contains(text), message);
  }

  private static void read(byte[] bytes) {
    SERIALIZER.fromBytes(bytes, Object.class);
  }

  private static void readNative(byte[] bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
      segment.copyFrom(MemorySegment.ofArray(bytes));
      SERIALIZER.read(segment, 0, Object.class);
    }
  }

  @Test
  void truncatedPayloadsAreExplained() {
    byte[] bytes = SERIALIZER.toBytes("x".repeat(49));
    assertEquals(70, bytes.length);
    for (int length : List.of(0, 1, 16)) {
      String text = "payload truncated: 17 bytes needed, " + length + " available";
      byte[] cut = Arrays.copyOf(bytes, length);
      says(text, Kind.MALFORMED_INPUT, () -> read(cut));
      says(text, Kind.MALFORMED_INPUT, () -> readNative(cut));
    }
    byte[] cut = Arrays.copyOf(bytes, 40);
    String text = "payload truncated: 70 bytes announced, 40 available";
    says(text, Kind.MALFORMED_INPUT, () -> read(cut));
    says(text, Kind.MALFORMED_INPUT, () -> readNative(cut));
  }

  @Test
  void payloadsInOtherFormatsAreRecognized() throws IOException {
    ByteArrayOutputStream java = new ByteArrayOutputStream();
    try (ObjectOutputStream stream = new ObjectOutputStream(java)) {
      stream.writeObject("a text that is long enough");
    }
    says(
        "not a Segue payload: starts with ac ed 00 05 (Java serialization?)",
        Kind.INCOMPATIBLE_FORMAT,
        () -> read(java.toByteArray()));
    says(
        "not a Segue payload: starts with 7b 22 61 22 (JSON?)",
        Kind.INCOMPATIBLE_FORMAT,
        () -> read("{\"a\": 1, \"b\": [1, 2]}".getBytes(StandardCharsets.UTF_8)));
    says(
        "starts with 00 00 00 00 (empty memory, or a wrong offset?)",
        Kind.INCOMPATIBLE_FORMAT,
        () -> read(new byte[64]));
    says(
        "starts with 01 02 03 04 (offset 0)",
        Kind.INCOMPATIBLE_FORMAT,
        () -> read(Arrays.copyOf(new byte[] {1, 2, 3, 4}, 64)));
  }

  @ParameterizedTest
  @EnumSource
  void tooDeepGraphsAreExplained(Execution execution) {
    Node cyclic = new Node();
    cyclic.next = cyclic;
    SerializationException e = error(Kind.TOO_DEEP, () -> serializer(execution).toBytes(cyclic));
    String levels = String.valueOf(BuilderOptions.DEFAULT_MAX_DEPTH);
    String message = e.getMessage();
    assertTrue(
        message.startsWith("nested more than " + levels + " levels deep, or cyclic"), message);
    assertTrue(message.contains(".references(true)"), message);
    assertTrue(message.contains(".maxDepth("), message);
    assertTrue(e.path().startsWith("Node.next.next.next...(+"), e.path());
    assertEquals(BuilderOptions.DEFAULT_MAX_DEPTH, e.pathLength());
    assertTrue(message.length() < 250, message);
  }

  @ParameterizedTest
  @EnumSource
  void longPathsShowBothEnds(Execution execution) {
    Node first = new Node();
    Node last = first;
    for (int i = 0; i < 50; i++) {
      Node next = new Node();
      last.next = i == 48 ? new ArrayList<>(List.of(next)) : next;
      last = next;
    }
    last.next = new Object() {};
    SerializationException e =
        error(Kind.UNSUPPORTED_TYPE, () -> serializer(execution).toBytes(first));
    assertEquals("Node.next.next.next...(+45).next[0].next.next", e.path());
    assertEquals(52, e.pathLength());
  }

  @ParameterizedTest
  @EnumSource
  void unregisteredClassesAreNamedWithTheCallToAdd(Execution execution) {
    Node node = new Node();
    node.next = new Point(1, 2);
    says(
        "shop.Point is not registered; add .register(Point.class) to the builder on both sides (at"
            + " Node.next)",
        Kind.UNREGISTERED_CLASS,
        () -> serializer(execution).toBytes(node));
    node.next = new Circle$HibernateProxy$abc();
    says(
        "is a subclass of " + Circle.class.getName() + " that was generated at run time",
        Kind.UNREGISTERED_CLASS,
        () -> serializer(execution).toBytes(node));
    says("unproxy", Kind.UNREGISTERED_CLASS, () -> serializer(execution).toBytes(node));
    says("withSubclasses", Kind.UNREGISTERED_CLASS, () -> serializer(execution).toBytes(node));
  }

  static final class Changing extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    @Override
    public Iterator<String> iterator() {
      throw new ConcurrentModificationException();
    }
  }

  @Test
  void containersChangedDuringTheWriteAreNamed() {
    Serializer serializer = Serializer.builder().register(Changing.class).build();
    says(
        "Changing was changed while it was written; hold a lock",
        Kind.HOOK_FAILED,
        () -> serializer.toBytes(new Changing()));
  }

  record Any(@Nullable Object any) {}

  @Alias("dev.segue.serializer.ErrorTextsTest$Any")
  record Count(int any) {}

  private static SerializerBuilder compatible(Execution execution) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
  }

  @ParameterizedTest
  @EnumSource
  void valuesThatDoNotFitTheirFieldAreNamed(Execution execution) {
    Serializer writer = compatible(execution).register(Any.class).build();
    Serializer reader = compatible(execution).register(Count.class).build();
    byte[] text = writer.toBytes(new Any("text"));
    says(
        "which Count.any, now of the type java.lang.Integer, cannot hold",
        Kind.SCHEMA_MISMATCH,
        () -> reader.fromBytes(text, Count.class));
    byte[] none = writer.toBytes(new Any(null));
    says(
        "null was written, which Count.any, now of the type int, cannot hold",
        Kind.SCHEMA_MISMATCH,
        () -> reader.fromBytes(none, Count.class));
  }

  @ParameterizedTest
  @EnumSource
  void unknownArraysAreNamed(Execution execution) {
    byte[] bytes =
        compatible(execution)
            .register(Any.class, Point.class, Point[].class)
            .build()
            .toBytes(new Any(new Point[0]));
    Serializer reader = compatible(execution).register(Any.class, Point.class).build();
    SerializationException e =
        error(Kind.UNREGISTERED_CLASS, () -> reader.fromBytes(bytes, Any.class));
    String message = e.getMessage();
    assertTrue(message.contains("a shop.Point[] (id 2"), message);
    assertTrue(message.contains("register the class of the array"), message);
    assertFalse(message.contains("@Alias"), message);
  }

  @Test
  void unknownRootsAreNamed() {
    byte[] bytes =
        compatible(Execution.COMPILED).register(Point.class).build().toBytes(new Point(1, 2));
    Serializer reader = compatible(Execution.COMPILED).unknownTypes(UnknownTypes.NULL).build();
    says(
        "with unknownTypes(NULL), an object of an unknown class is read as null",
        Kind.NULL_VALUE,
        () -> reader.fromBytes(bytes, Object.class));
  }

  /// Like the object that Kotlin's `emptyList()` returns, whose class the Kotlin compiler does not
  /// let code name.
  @Test
  void internalKotlinClassesAreExplained() throws ReflectiveOperationException {
    String name = "kotlin.collections.EmptyList";
    String text =
        "package kotlin.collections;"
            + " public final class EmptyList extends java.util.AbstractList<Object> {"
            + " public Object get(int i) { return null; } public int size() { return 0; } }";
    Object list = new MadeUpSource(name, text).load(name).getConstructor().newInstance();
    says(
        "add .register(Class.forName(\"kotlin.collections.EmptyList\")) to the builder",
        Kind.UNREGISTERED_CLASS,
        () -> SERIALIZER.toBytes(list));
  }

  @Test
  void partsOfThrowablesHaveAPath() {
    RuntimeException caused = new RuntimeException(new Stuck());
    SerializationException e =
        error(Kind.UNREGISTERED_CLASS, () -> SERIALIZER.toBytes(List.of(1, caused)));
    assertEquals("[1].cause", e.path());
    RuntimeException suppressing = new RuntimeException();
    suppressing.addSuppressed(new Stuck());
    e = error(Kind.UNREGISTERED_CLASS, () -> SERIALIZER.toBytes(suppressing));
    assertEquals("Throwable.suppressed[0]", e.path());
  }

  @SuppressWarnings("serial")
  static final class Stuck extends RuntimeException {}

  @Test
  void unreadableJdkThrowablesAreExplained() {
    says(
        "only those in exported packages named java... or javax... are supported",
        Kind.UNSUPPORTED_TYPE,
        () -> SERIALIZER.toBytes(new SAXException("text")));
  }

  @Test
  void misuseIsExplained() {
    Serializer serializer = Serializer.builder().register(Counted.class).build();
    SerializerBuilder builder = Serializer.builder().unknownTypes(UnknownTypes.KEEP);
    assertEquals(
        "unknownTypes(KEEP) contradicts schemaMode(CONSISTENT), which is the default and refuses all"
            + " unknown types; remove it, or add schemaMode(COMPATIBLE)",
        assertThrows(IllegalStateException.class, builder::build).getMessage());
    assertEquals(
        "Wrong.id() returns int, but Order.id is a long",
        assertThrows(
                IllegalArgumentException.class, () -> SERIALIZER.view(Wrong.class, Order.class))
            .getMessage());
    assertEquals(
        "WrongCount.names() returns int, but Counted.names is an int[]",
        assertThrows(
                IllegalArgumentException.class,
                () -> serializer.view(WrongCount.class, Counted.class))
            .getMessage());
    assertEquals(
        "WrongCount.names() reads the field names, but "
            + Node.class.getName()
            + " has only [name, next]; @ViewPath names another one",
        assertThrows(
                IllegalArgumentException.class, () -> SERIALIZER.view(WrongCount.class, Node.class))
            .getMessage());
    assertEquals(
        "WrongList.names(int) returns int, but Order.names is a List<String>",
        assertThrows(
                IllegalArgumentException.class, () -> SERIALIZER.view(WrongList.class, Order.class))
            .getMessage());
  }
}
