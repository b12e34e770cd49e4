// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Classes with `writeObject`, `readObject` or `writeReplace`, like the collections of well-known
/// libraries.
@SuppressWarnings({"serial", "unused", "EqualsGetClass"})
class SerialFormTest {

  private static SerializationException fails(Kind kind, Executable executable, String... parts) {
    SerializationException e = assertThrows(SerializationException.class, executable);
    assertEquals(kind, e.kind(), e::getMessage);
    for (String part : parts) {
      assertTrue(String.valueOf(e.getMessage()).contains(part), e::getMessage);
    }
    return e;
  }

  private static Serializer registered(Class<?>... types) {
    return Serializer.builder().register(types).build();
  }

  private static Serializer serializable(Class<?>... types) {
    return Serializer.builder().registerJavaSerialized(types).build();
  }

  /// A map whose storage is in a superclass that is not serializable.
  abstract static class HashedMap extends AbstractMap<String, Integer> {
    transient List<Map.Entry<String, Integer>> data = new ArrayList<>();

    @Override
    public Integer put(String key, Integer value) {
      data.add(Map.entry(key, value));
      return value;
    }

    @Override
    public Set<Entry<String, Integer>> entrySet() {
      return Set.copyOf(data);
    }
  }

  static class LinkedMap extends HashedMap implements Serializable {
    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(data.size());
      for (Map.Entry<String, Integer> entry : data) {
        out.writeUTF(entry.getKey());
        out.writeInt(entry.getValue());
      }
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException {
      data = new ArrayList<>();
      for (int i = in.readInt(); i > 0; i--) {
        put(in.readUTF(), in.readInt());
      }
    }
  }

  /// The storage is only in the superclass.
  static class SpecialMap extends LinkedMap {
    String name = "";
  }

  /// Like the class above, but `add` restores the elements.
  static class CountedList extends ArrayList<String> {
    private transient int counter;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(counter);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      counter = in.readInt();
    }
  }

  static class Failure extends Exception {
    private transient @Nullable String detail;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeObject(detail);
    }
  }

  /// `readObject` restores its state, which a plain registration would not call.
  static class Guarded implements Serializable {
    private final String name;
    private transient ReentrantLock lock = new ReentrantLock();

    Guarded(String name) {
      this.name = name;
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      lock = new ReentrantLock();
    }
  }

  /// Transient fields that are declared as serial fields.
  static class Named implements Serializable {
    @Serial
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("name", String.class)
    };

    private transient String name = "";
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LinkedMap.class,
        SpecialMap.class,
        CountedList.class,
        Failure.class,
        Guarded.class,
        Named.class
      })
  void transientFieldsOfACustomFormAreNotDroppedSilently(Class<?> type) {
    String literal = type.getSimpleName() + ".class";
    fails(
        Kind.UNSUPPORTED_TYPE,
        () -> registered(type),
        type.getName(),
        "transient fields",
        ".registerJavaSerialized(" + literal + ")",
        "TypeSurrogate",
        ".skipTransientFields(" + literal + ")");
    Serializer without = Serializer.builder().register(type).skipTransientFields(type).build();
    assertEquals(1, without.registeredClasses().size());
  }

  @Test
  void javaSerializationKeepsThem() {
    LinkedMap map = new LinkedMap();
    map.put("a", 1);
    assertEquals(map, serializable(LinkedMap.class).copy(map));
    SpecialMap special = new SpecialMap();
    special.put("b", 2);
    special.name = "name";
    SpecialMap same = serializable(SpecialMap.class).copy(special);
    assertEquals(special, same);
    assertEquals("name", same.name);
    CountedList list = new CountedList();
    list.add("x");
    list.counter = 3;
    assertEquals(3, serializable(CountedList.class).copy(list).counter);
  }

  @Test
  void plainRegistrationIsNotSuggestedForThem() {
    Serializer none = Serializer.builder().build();
    SerializationException e =
        fails(
            Kind.UNREGISTERED_CLASS,
            () -> none.toBytes(new LinkedMap()),
            ".registerJavaSerialized(LinkedMap.class)",
            "TypeSurrogate");
    assertTrue(!String.valueOf(e.getMessage()).contains(".register(LinkedMap"), e::getMessage);
  }

  /// A class with a transient cache, but without its own serialization methods.
  static class Cached implements Serializable {
    String name = "n";
    transient int hash = 5;
  }

  /// A class whose fields are all written after a plain registration.
  static class Checked implements Serializable {
    String name = "n";

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /// The serial form of a superclass does not include the fields of subclasses.
  static class CachedBelow extends Checked {
    transient int hash = 5;
  }

  /// Not serializable, so its `writeObject` is never called.
  static class NotSerializable {
    String name = "n";
    transient int hash = 5;

    private void writeObject(ObjectOutputStream out) {}
  }

  @Test
  void ordinaryClassesCanBeRegistered() {
    Serializer serializer =
        registered(Cached.class, Checked.class, CachedBelow.class, NotSerializable.class);
    assertEquals(5, serializer.copy(new Cached()).hash);
    assertEquals("n", serializer.copy(new Checked()).name);
    assertEquals(5, serializer.copy(new CachedBelow()).hash);
    assertEquals(5, serializer.copy(new NotSerializable()).hash);
  }

  @Test
  void skippedFieldsHaveTheConstructorsValues() {
    Guarded guarded = new Guarded("name");
    Serializer serializer =
        Serializer.builder().skipTransientFields(Guarded.class).register(Guarded.class).build();
    assertEquals("name", serializer.copy(guarded).name);
  }

  static class Part implements Serializable {
    int v = 1;
  }

  static class SubPart extends Part {}

  static class Whole implements Serializable {
    private transient List<Object> parts = List.of();

    static Whole of(Object... parts) {
      Whole whole = new Whole();
      whole.parts = List.of(parts);
      return whole;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(parts.toArray());
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      parts = List.of((Object[]) in.readObject());
    }
  }

  enum Size {
    S,
    M {}
  }

  private static Part anonymous() {
    return new Part() {};
  }

  @Nested
  class WhatReadingWouldRefuse {

    @Test
    void isRefusedWhenWritingAndNamesAllClasses() {
      Serializer serializer = serializable(Whole.class);
      SerializationException e =
          fails(
              Kind.UNREGISTERED_CLASS,
              () -> serializer.toBytes(Whole.of(new SubPart(), Size.M, new Size[0], "x")),
              Whole.class.getName(),
              SubPart.class.getName(),
              ".registerJavaSerialized(SubPart.class).register(Size.class)");
      assertTrue(!String.valueOf(e.getMessage()).contains("(Part.class"), e::getMessage);
    }

    @Test
    void registeredEnumsAreAllowed() {
      Serializer serializer =
          Serializer.builder().registerJavaSerialized(Whole.class).register(Size.class).build();
      Whole same = serializer.copy(Whole.of(Size.S, Size.M, new Size[] {Size.M}));
      assertEquals(List.of(Size.S, Size.M), same.parts.subList(0, 2));
    }

    @Test
    void unregistrableClassNeedsASurrogate() {
      Serializer serializer = serializable(Whole.class);
      Object anonymous = anonymous();
      SerializationException e =
          fails(
              Kind.UNREGISTERED_CLASS,
              () -> serializer.toBytes(Whole.of(anonymous, NotSerializable.class)),
              NotSerializable.class.getName() + " cannot be registered for it",
              "give " + Whole.class.getName() + " a TypeSurrogate");
      assertTrue(!String.valueOf(e.getMessage()).contains("NotSerializable.class"), e::getMessage);
    }

    @Test
    void classIsAllowedOnceRegistered() {
      Serializer serializer = serializable(Whole.class, SubPart.class);
      Whole same = serializer.copy(Whole.of(new SubPart(), new Part(), new Part[2], new int[3]));
      assertInstanceOf(SubPart.class, same.parts.getFirst());
      assertInstanceOf(Part.class, same.parts.get(1));
    }

    @Test
    void readerThatDoesNotAllowItNamesTheClass() {
      byte[] bytes = serializable(Whole.class, Part.class).toBytes(Whole.of(new Part()));
      Serializer reader = serializable(Whole.class);
      fails(
          Kind.UNREGISTERED_CLASS,
          () -> reader.fromBytes(bytes, Whole.class),
          Part.class.getName(),
          ".registerJavaSerialized(Part.class)");
    }

    @Test
    void jdkClassesCanBeAllowed() {
      java.net.URI uri = java.net.URI.create("a:b");
      fails(
          Kind.UNREGISTERED_CLASS,
          () -> serializable(Whole.class).toBytes(Whole.of(uri)),
          ".registerJavaSerialized(URI.class)");
      Serializer serializer = serializable(Whole.class, java.net.URI.class);
      assertEquals(List.of(uri), serializer.copy(Whole.of(uri)).parts);
      assertEquals(1, serializer.registeredClasses().size());
    }

    @Test
    void jdkContainersAreAllowed() {
      Map<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
      java.util.HashSet<Byte> sparse = new java.util.HashSet<>(16, 0.1f);
      for (int i = 0; i < 129; i++) {
        sparse.add((byte) i);
      }
      List<Object> parts = List.of(map, sparse, new java.util.ArrayDeque<>(List.of(1)).size());
      Whole same = serializable(Whole.class).copy(Whole.of(parts.toArray()));
      assertEquals(parts, same.parts);
    }

    static class Node implements Serializable {
      int number;
      @Nullable Node next;

      static @Nullable Node chain(int length) {
        Node first = null;
        for (int i = 0; i < length; i++) {
          Node node = new Node();
          node.next = first;
          node.number = i;
          first = node;
        }
        return first;
      }
    }

    @Test
    void writingAndReadingHaveTheSameDepthLimit() {
      Serializer serializer = serializable(Node.class);
      int written = 0;
      for (int length = 200; length < 300; length++) {
        Object chain = Node.chain(length);
        try {
          byte[] bytes = serializer.toBytes(chain);
          written = length;
          Node same = Objects.requireNonNull(serializer.fromBytes(bytes, Node.class));
          assertEquals(length - 1, same.number);
        } catch (SerializationException e) {
          assertEquals(Kind.TOO_DEEP, e.kind(), e::getMessage);
          assertEquals(length - 1, written, "none longer is written either");
          return;
        }
      }
      throw new AssertionError("written=" + written);
    }
  }

  /// A list that is replaced by a serialization proxy.
  static final class Linked implements Serializable {
    private final List<Object> elements;

    Linked(List<Object> elements) {
      this.elements = elements;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Linked linked && linked.elements.equals(elements);
    }

    @Override
    public int hashCode() {
      return elements.hashCode();
    }

    @Serial
    private Object writeReplace() {
      return new LinkedProxy(this);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws InvalidObjectException {
      throw new InvalidObjectException("a proxy is required");
    }
  }

  private static final class LinkedProxy implements Serializable {
    private transient Linked list;

    LinkedProxy(Linked list) {
      this.list = list;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(list.elements.size());
      for (Object element : list.elements) {
        out.writeObject(element);
      }
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      List<Object> elements = new ArrayList<>();
      for (int i = in.readInt(); i > 0; i--) {
        elements.add(in.readObject());
      }
      list = new Linked(elements);
    }

    @Serial
    private Object readResolve() {
      return list;
    }
  }

  record Holder(Linked list, Object same) {}

  @Nested
  class SerializationProxies {

    private final Linked linked = new Linked(List.of("a", 2));

    @Test
    void areNotWrittenFieldByField() {
      fails(
          Kind.UNSUPPORTED_TYPE,
          () -> registered(Linked.class, LinkedProxy.class),
          LinkedProxy.class.getName(),
          ".registerJavaSerialized(Class.forName(\"" + LinkedProxy.class.getName() + "\"))");
      Serializer plain = registered(Linked.class);
      fails(
          Kind.UNREGISTERED_CLASS,
          () -> plain.toBytes(linked),
          ".registerJavaSerialized(Class.forName(\"" + LinkedProxy.class.getName() + "\"))");
      Serializer none = Serializer.builder().build();
      fails(
          Kind.UNREGISTERED_CLASS,
          () -> none.toBytes(linked),
          ".registerJavaSerialized(Linked.class)");
    }

    @ParameterizedTest
    @EnumSource
    void areReadAsTheOriginalClass(Execution execution) {
      for (boolean references : new boolean[] {false, true}) {
        Serializer whole =
            Serializer.builder()
                .registerJavaSerialized(Linked.class, LinkedProxy.class)
                .register(Holder.class)
                .references(references)
                .execution(execution)
                .build();
        assertEquals(new Holder(linked, linked), whole.copy(new Holder(linked, linked)));
        Serializer proxy =
            Serializer.builder()
                .register(Linked.class, Holder.class)
                .registerJavaSerialized(LinkedProxy.class)
                .references(references)
                .execution(execution)
                .build();
        assertEquals(new Holder(linked, linked), proxy.copy(new Holder(linked, linked)));
      }
    }
  }
}
