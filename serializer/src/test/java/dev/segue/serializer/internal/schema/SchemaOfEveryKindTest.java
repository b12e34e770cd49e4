// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.testing.Refused;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kind of registered class, each with every kind of field, in schema-compatible mode: an
/// enum that only the declared type of a field names is in the schema, regardless of the field's
/// class.
@SuppressWarnings({"UnusedVariable", "NullAway", "serial", "ArrayRecordComponent"})
class SchemaOfEveryKindTest {

  /// Enums that are not registered and therefore known only from fields. There is one for each kind
  /// of field, since one field would add the enum for all others.
  enum Plain {
    A,
    B
  }

  enum InArray {
    A,
    B
  }

  enum InArrays {
    A,
    B
  }

  enum InList {
    A,
    B
  }

  enum InOptional {
    A,
    B
  }

  enum InKey {
    A,
    B
  }

  enum InValue {
    A,
    B
  }

  enum InSet {
    A,
    B
  }

  enum InMap {
    A,
    B
  }

  enum InNested {
    A,
    B
  }

  enum InWildcard {
    A,
    B
  }

  record Part(int number) {}

  static final class Bean {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class AList extends ArrayList<Object> {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class ASet extends HashSet<Object> {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class AMap extends HashMap<Object, Object> {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class Sorted extends TreeMap<String, Object> {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class Hooked implements Serializable {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));

    private Object readResolve() {
      return this;
    }
  }

  static final class HookedList extends ArrayList<Object> {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));

    private Object readResolve() {
      return this;
    }
  }

  static final class Problem extends Exception {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class External implements Externalizable {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));

    public External() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      number = in.readInt();
    }
  }

  static final class Coded {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  static final class State {
    Plain plain = Plain.B;
    InArray[] array = new InArray[] {InArray.B, null};
    InArrays[][] arrays = new InArrays[][] {{InArrays.A}, null};
    List<InList> list = new ArrayList<>(List.of(InList.B));
    Optional<InOptional> optional = Optional.of(InOptional.B);
    Map<InKey, Integer> keys = new HashMap<>(Map.of(InKey.B, 1));
    TreeMap<String, InValue> values = new TreeMap<>(Map.of("k", InValue.B));
    EnumSet<InSet> set = EnumSet.of(InSet.B);
    EnumMap<InMap, String> map = new EnumMap<>(Map.of(InMap.B, "v"));
    List<Map<String, InNested[]>> nested =
        new ArrayList<>(List.of(new HashMap<>(Map.of("k", new InNested[] {InNested.B}))));
    Collection<? extends InWildcard> wildcard = new ArrayList<>(List.of(InWildcard.B));
    Part part = new Part(3);
    List<Part> parts = new ArrayList<>(List.of(new Part(4)));
    Part[] partArray = new Part[] {new Part(5)};
    Object any = "any";
    Vector<String> vector = new Vector<>(List.of("v"));
    AtomicReference<String> reference = new AtomicReference<>("r");
    int number = 7;
    Long box = 8L;
    String text = "t";
    byte[] bytes = new byte[] {1, 2};
    HashSet<String> strings = new HashSet<>(List.of("s"));
  }

  record ARecord(
      Plain plain,
      InArray[] array,
      InArrays[][] arrays,
      List<InList> list,
      Optional<InOptional> optional,
      Map<InKey, Integer> keys,
      TreeMap<String, InValue> values,
      EnumSet<InSet> set,
      EnumMap<InMap, String> map,
      List<Map<String, InNested[]>> nested,
      Collection<? extends InWildcard> wildcard,
      Part part,
      List<Part> parts,
      Part[] partArray,
      Object any,
      Vector<String> vector,
      AtomicReference<String> reference,
      int number,
      Long box,
      String text,
      byte[] bytes,
      HashSet<String> strings) {}

  static final class Serialized implements Serializable {
    int number = 7;
  }

  record Holder(Object value) {}

  private static final Class<?>[] ENUMS =
      Stream.of(SchemaOfEveryKindTest.class.getDeclaredClasses())
          .filter(type -> type.isEnum() && type != Another.class)
          .toArray(Class<?>[]::new);

  private static final Object RECORD = record();

  private static ARecord record() {
    Bean b = new Bean();
    return new ARecord(
        b.plain,
        b.array,
        b.arrays,
        b.list,
        b.optional,
        b.keys,
        b.values,
        b.set,
        b.map,
        b.nested,
        b.wildcard,
        b.part,
        b.parts,
        b.partArray,
        b.any,
        b.vector,
        b.reference,
        b.number,
        b.box,
        b.text,
        b.bytes,
        b.strings);
  }

  /// The values, each of a class of another kind.
  static Stream<Object> values() {
    return Stream.of(
        new Bean(),
        new AList(),
        new ASet(),
        new AMap(),
        new Sorted(),
        new Hooked(),
        new HookedList(),
        new Problem(),
        new External(),
        new Coded(),
        new Serialized(),
        RECORD);
  }

  private static SerializerBuilder builder(Class<?> type) {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Part.class, Holder.class);
    if (type == Coded.class) {
      return builder
          .register(State.class)
          .register(
              TypeSurrogate.of(
                  Coded.class, State.class, coded -> new State(), state -> new Coded()));
    }
    if (type == Serialized.class) {
      return builder.registerJavaSerialized(type);
    }
    // The fields of a throwable are written as values of their own classes.
    return type == Problem.class ? builder.register(ENUMS).register(type) : builder.register(type);
  }

  @ParameterizedTest
  @MethodSource("values")
  void allFieldsAtOnce(Object value) throws IllegalAccessException {
    for (Execution execution : Execution.values()) {
      Serializer serializer = builder(value.getClass()).execution(execution).build();
      check(value, serializer);
    }
  }

  private static void check(Object value, Serializer serializer) throws IllegalAccessException {
    byte[] payload = serializer.toBytes(value);
    assertArrayEquals(payload, serializer.toBytes(value));
    Object read = serializer.fromBytes(payload, Object.class);
    assertEquals(value.getClass(), read.getClass());
    if (!(value instanceof Coded) && !(value instanceof External)) {
      assertEquals(content(value), content(read));
    }
    Object held = serializer.fromBytes(serializer.toBytes(new Holder(value)), Object.class);
    assertEquals(value.getClass(), ((Holder) held).value().getClass());
  }

  /// Reads with another version of the class, so that the schema is decoded and used.
  @ParameterizedTest
  @MethodSource("values")
  void anotherReaderUnderstandsTheSchema(Object value) throws IllegalAccessException {
    byte[] payload = builder(value.getClass()).build().toBytes(value);
    for (Execution execution : Execution.values()) {
      SerializerBuilder builder = builder(value.getClass()).execution(execution);
      Serializer other = builder.register(Another.class).register(More.class).build();
      for (int i = 0; i < 80; i++) {
        Object read = other.fromBytes(payload, Object.class);
        assertEquals(value.getClass(), read.getClass());
        if (!(value instanceof Coded) && !(value instanceof External)) {
          assertEquals(content(value), content(read));
        }
      }
    }
    SerializationException e =
        Refused.soon(
            Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).build(), payload, Object.class);
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
  }

  enum Another {
    C
  }

  record More(Another another) {}

  /// The values of its own fields, as text.
  private static List<String> content(Object value) throws IllegalAccessException {
    List<String> content = new ArrayList<>();
    for (Field field : value.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        content.add(field.getName() + "=" + text(field.get(value)));
      }
    }
    return content;
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Collection<?> list) {
      return list.stream().map(SchemaOfEveryKindTest::text).toList().toString();
    }
    if (value instanceof Map<?, ?> map) {
      return text(map.keySet()) + text(map.values());
    }
    return Arrays.deepToString(new Object[] {value});
  }
}
