// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Ignored;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Final fields of classes other than records, when reflection cannot set them.
@SuppressWarnings("UnusedVariable") // fields that only serializers read
class FinalFieldsTest {

  private static final String PROPERTY = "dev.segue.serializer.finalFields";

  private @Nullable String before;

  @BeforeEach
  void denyReflection() {
    before = System.setProperty(PROPERTY, "deny");
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, before);
    }
  }

  static class Numbers {
    final boolean a;
    private final byte b;
    final short c;
    final char d;
    protected final int e;

    Numbers(boolean a, byte b, short c, char d, int e) {
      this.a = a;
      this.b = b;
      this.c = c;
      this.d = d;
      this.e = e;
    }
  }

  static final class MoreNumbers extends Numbers {
    private final long f;
    private final float g;
    private final double h;
    private final @Nullable Integer i;
    private final String text;
    private int counted = 0;

    MoreNumbers(
        String text,
        double h,
        float g,
        long f,
        int e,
        char d,
        short c,
        byte b,
        boolean a,
        @Nullable Integer i) {
      super(a, b, c, d, e);
      this.f = f;
      this.g = g;
      this.h = h;
      this.i = i;
      this.text = text;
    }

    List<@Nullable Object> all() {
      List<@Nullable Object> all = new ArrayList<>();
      all.addAll(List.of(a, super.b, c, d, e, f, g, h, text, counted));
      all.add(i);
      return all;
    }
  }

  @ParameterizedTest
  @EnumSource
  void constructorsThatAssignTheirParametersAreCalled(Execution execution) {
    MoreNumbers value =
        new MoreNumbers("text", 1.5, 2.5f, 3L << 40, 4, '5', (short) 6, (byte) 7, true, 8);
    value.counted = 9;
    assertEquals(value.all(), roundTrip(execution, value).all());
    value = new MoreNumbers("", -0.0, Float.NaN, -1, -2, 'x', (short) -6, (byte) -7, false, null);
    assertEquals(value.all(), roundTrip(execution, value).all());
  }

  @ParameterizedTest
  @EnumSource
  void payloadDoesNotDependOnThePolicy(Execution execution) {
    MoreNumbers value = new MoreNumbers("t", 1, 2, 3, 4, '5', (short) 6, (byte) 7, true, 8);
    byte[] bytes = serializer(execution, MoreNumbers.class).toBytes(value);
    System.setProperty(PROPERTY, "allow");
    assertArrayEquals(bytes, serializer(execution, MoreNumbers.class).toBytes(value));
  }

  /// Its constructor without parameters determines fields that are not read.
  static final class Initialized {
    private final int number;
    @Ignored private final String note;

    @Ignored
    @DefaultValue("given")
    private final String other;

    Initialized() {
      this(1, "initial", "initial");
    }

    Initialized(int number, String note, String other) {
      this.number = number;
      this.note = note;
      this.other = other;
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldsThatAreNotReadAreInitialized(Execution execution) {
    Initialized same = roundTrip(execution, new Initialized(7, "changed", "changed"));
    assertEquals(7, same.number);
    assertEquals("initial", same.note);
    assertEquals("given", same.other);
  }

  static final class Before {
    private final int number;
    final String removed;

    Before(int number, String removed) {
      this.number = number;
      this.removed = removed;
    }
  }

  @Alias("dev.segue.serializer.internal.layout.FinalFieldsTest$Before")
  static final class After {
    private final @Nullable Long added;
    private final long number;

    @DefaultValue("given")
    private final String other;

    int changes;

    After(long number, @Nullable Long added, String other) {
      this.number = number;
      this.added = added;
      this.other = other;
    }
  }

  @ParameterizedTest
  @EnumSource
  void otherVersionsAreRead(Execution execution) {
    SerializerBuilder compatible = Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
    byte[] bytes = compatible.register(Before.class).build().toBytes(new Before(7, "removed"));
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .register(After.class)
            .build();
    for (int i = 0; i < 200; i++) { // compiled eventually
      After after = reader.fromBytes(bytes, After.class);
      assertEquals(7, after.number);
      assertNull(after.added);
      assertEquals("given", after.other);
      assertEquals(0, after.changes);
    }
  }

  /// Its constructor changes its parameter, so that only serialization can restore it.
  static class Upper implements Serializable {
    private static final long serialVersionUID = 1;

    final String word;
    final double weight;
    int changes;
    private transient int cached = 5;
    @Ignored private int ignored = 6;

    Upper() {
      this("", 0);
    }

    Upper(String word, double weight) {
      this.word = word.toUpperCase(Locale.ROOT);
      this.weight = weight;
    }
  }

  static final class Uppermost extends Upper {
    private static final long serialVersionUID = 1;

    private final char last;
    private final @Nullable Upper inner;

    Uppermost(char last, @Nullable Upper inner) {
      this.last = Character.toUpperCase(last);
      this.inner = inner;
    }
  }

  @ParameterizedTest
  @EnumSource
  void serializableClassesAreSetBySerialization(Execution execution) {
    Upper value = new Upper("word", 2.5);
    value.changes = 3;
    value.cached = 0;
    value.ignored = 0;
    Upper same = roundTrip(execution, value, Upper.class);
    assertEquals("WORD", same.word);
    assertEquals(2.5, same.weight);
    assertEquals(3, same.changes);
    assertEquals(5, same.cached);
    assertEquals(6, same.ignored);
    Uppermost more = roundTrip(execution, new Uppermost('x', value), Uppermost.class, Upper.class);
    assertEquals('X', more.last);
    assertEquals("", more.word);
    assertEquals("WORD", Objects.requireNonNull(more.inner).word);
  }

  static final class SerializableNode implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;

    @SuppressWarnings("serial") // an ArrayList
    private final List<Object> others;

    SerializableNode(String name, List<Object> others) {
      this.name = name;
      this.others = others;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SerializableNode node && node.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  @ParameterizedTest
  @EnumSource
  void serializableClassesMayBePartOfCycles(Execution execution) {
    SerializableNode node = new SerializableNode("cyclic", new ArrayList<>());
    node.others.add(node);
    node.others.add(new HashSet<>(Set.of(node)));
    SerializableNode same = tracking(execution, SerializableNode.class).copy(node);
    assertSame(same, same.others.getFirst());
    assertTrue(((Set<?>) same.others.get(1)).contains(same));
    assertEquals("cyclic", same.name);
  }

  static final class Node {
    private final String name;
    private final List<Object> others;

    Node(String name, List<Object> others) {
      this.name = name;
      this.others = others;
    }
  }

  @ParameterizedTest
  @EnumSource
  void otherClassesMayBeSharedButNotCyclic(Execution execution) {
    Serializer tracking = tracking(execution, Node.class);
    Node leaf = new Node("leaf", new ArrayList<>());
    Node root = new Node("root", new ArrayList<>(List.of(leaf, leaf)));
    Node same = tracking.copy(root);
    assertSame(same.others.get(0), same.others.get(1));
    assertNotSame(leaf, same.others.get(0));
    leaf.others.add(root);
    assertEquals(Kind.CYCLE, failure(() -> tracking.toBytes(root)).kind());
  }

  @ParameterizedTest
  @EnumSource
  void cyclesOfOtherWritersAreRefused(Execution execution) {
    Node node = new Node("", new ArrayList<>());
    node.others.add(node);
    System.setProperty(PROPERTY, "allow");
    byte[] bytes = tracking(execution, Node.class).toBytes(node);
    Node same = tracking(execution, Node.class).fromBytes(bytes, Node.class);
    assertSame(same, same.others.getFirst());
    System.setProperty(PROPERTY, "deny");
    Serializer denied = tracking(execution, Node.class);
    assertEquals(Kind.CYCLE, failure(() -> denied.fromBytes(bytes, Node.class)).kind());
  }

  static final class Checked {
    private final String name;
    private final @Nullable Object other;

    Checked(String name, @Nullable Object other) {
      this.other = other;
      Objects.requireNonNull(name);
      this.name = Objects.requireNonNull(name, "name");
    }
  }

  @ParameterizedTest
  @EnumSource
  void nullChecksAreAccepted(Execution execution) {
    assertEquals("name", roundTrip(execution, new Checked("name", null)).name);
  }

  /// Like the code that Lombok's `@NonNull` generates.
  @Alias("dev.segue.serializer.internal.layout.FinalFieldsTest$MaybeNull")
  static final class NonNull {
    private final String name;
    private final int number;

    NonNull(String name, int number) {
      if (name == null) {
        throw new NullPointerException("name is marked non-null but is null");
      }
      this.name = name;
      this.number = number;
    }
  }

  static final class MaybeNull {
    private final @Nullable String name;
    private final int number;

    MaybeNull(@Nullable String name, int number) {
      this.name = name;
      this.number = number;
    }
  }

  @ParameterizedTest
  @EnumSource
  void thrownNullChecksAreAccepted(Execution execution) {
    NonNull same = roundTrip(execution, new NonNull("name", 7));
    assertEquals("name", same.name);
    assertEquals(7, same.number);
    byte[] nulls =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(MaybeNull.class)
            .build()
            .toBytes(new MaybeNull(null, 7));
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .register(NonNull.class)
            .build();
    SerializationException failure = failure(() -> reader.fromBytes(nulls, NonNull.class));
    assertEquals(Kind.CONSTRUCTION_FAILED, failure.kind());
    String message = Objects.requireNonNull(failure.getMessage());
    assertTrue(message.contains("name is marked non-null but is null"), message);
  }

  @SuppressWarnings("serial") // not serialized by the JDK
  static final class Failure extends RuntimeException {
    private final int code;
    private final List<String> causes;
    private @Nullable String note;

    Failure(String message, int code, List<String> causes) {
      super(message);
      this.code = code + 1;
      this.causes = causes;
    }
  }

  @ParameterizedTest
  @EnumSource
  void finalFieldsOfThrowablesAreRestored(Execution execution) {
    Failure failure = new Failure("message", 1, new ArrayList<>(List.of("a")));
    failure.note = "note";
    Failure same = roundTrip(execution, failure);
    assertEquals("message", same.getMessage());
    assertEquals(2, same.code);
    assertEquals(List.of("a"), same.causes);
    assertEquals("note", same.note);
  }

  static final class Named extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    private final String name;

    private Named() {
      this.name = "";
    }

    Named(String name) {
      this.name = name;
    }
  }

  @ParameterizedTest
  @EnumSource
  void finalFieldsOfCollectionsAreRestored(Execution execution) {
    Named named = new Named("name");
    named.add("element");
    Named same = roundTrip(execution, named);
    assertEquals("name", same.name);
    assertEquals(List.of("element"), same);
  }

  static final class Copying {
    private final List<String> words;

    Copying(List<String> words) {
      this.words = List.copyOf(words);
    }
  }

  static final class Validating {
    private final int number;

    Validating(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("number=" + number);
      }
      this.number = number;
    }
  }

  static final class Counting {
    static int created;
    private final int number;

    Counting(int number) {
      this.number = number;
      created++;
    }
  }

  static final class Casting {
    private final String text;

    Casting(Object text) {
      this.text = (String) text;
    }
  }

  static final class CastingElsewhere {
    private final List<String> words;

    CastingElsewhere(List<String> words) {
      this.words = (ArrayList<String>) words;
    }
  }

  static final class Widening {
    private final long number;

    Widening(int number) {
      this.number = number;
    }
  }

  static final class Doubling {
    private final int first;
    private final int second;

    Doubling(int both) {
      this.first = both;
      this.second = both;
    }
  }

  static final class Swapping {
    private int first;
    private final int second;

    Swapping(int first, int second) {
      this.first = first;
      this.second = second;
      this.first = 0;
    }
  }

  static final class Configured {
    private final int number;
    private transient int cached = 5;

    Configured(int number) {
      this.number = number;
    }
  }

  static final class Filled {
    private final List<String> words = new ArrayList<>();
  }

  static final class WithCache {
    private final int number;
    private transient Object cache = new Object();

    private WithCache() {
      this(0);
    }

    WithCache(int number) {
      this.number = number;
    }
  }

  static final class OfSuper extends Configuring {
    private final int number;

    OfSuper(int number) {
      super();
      this.number = number;
    }
  }

  static class Configuring {
    int configured = 3;
  }

  @SuppressWarnings("serial") // not serialized by the JDK
  static final class Unserial extends RuntimeException {
    private static final java.io.ObjectStreamField[] serialPersistentFields = {};

    private final int code;

    Unserial(int code) {
      this.code = code;
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Copying.class,
        Validating.class,
        Counting.class,
        Casting.class,
        CastingElsewhere.class,
        Widening.class,
        Doubling.class,
        Swapping.class,
        Configured.class,
        Filled.class,
        WithCache.class,
        OfSuper.class,
        Unserial.class
      })
  void othersAreRefusedWhenTheyAreRegistered(Class<?> type) {
    SerializerBuilder builder = Serializer.builder().register(type).skipTransientFields(type);
    SerializationException refused = failure(builder::build);
    assertEquals(Kind.INACCESSIBLE_CLASS, refused.kind());
    String field =
        java.util.Arrays.stream(type.getDeclaredFields())
            .filter(each -> java.lang.reflect.Modifier.isFinal(each.getModifiers()))
            .filter(each -> !java.lang.reflect.Modifier.isStatic(each.getModifiers()))
            .map(java.lang.reflect.Field::getName)
            .findFirst()
            .orElseThrow();
    String message = Objects.requireNonNull(refused.getMessage());
    assertTrue(message.contains("final field " + field + " of " + type.getName()), message);
    assertTrue(message.contains("--enable-final-field-mutation=ALL-UNNAMED"), message);
    System.setProperty(PROPERTY, "allow");
    var _ = builder.build();
  }

  @ParameterizedTest
  @EnumSource
  void nullsAreReadIfReflectionIsAllowed(Execution execution) {
    byte[] bytes = serializer(execution, Checked.class).toBytes(new Checked("name", null));
    System.setProperty(PROPERTY, "allow");
    Checked without = serializer(execution, Checked.class).fromBytes(bytes, Checked.class);
    assertNull(without.other);
  }

  @Test
  void ignoredFieldsNeedNotBeSet() {
    class Ignoring {
      @Ignored final String note = String.valueOf(1);
      int number;
    }

    Ignoring value = new Ignoring();
    value.number = 2;
    Ignoring same = serializer(Execution.COMPILED, Ignoring.class).copy(value);
    assertEquals(2, same.number);
  }

  @Test
  void anotherPolicyIsAnError() {
    System.setProperty(PROPERTY, "perhaps");
    SerializerBuilder builder = Serializer.builder();
    assertThrows(IllegalArgumentException.class, builder::build);
  }

  private static SerializationException failure(
      org.junit.jupiter.api.function.Executable executable) {
    return assertThrows(SerializationException.class, executable);
  }

  private static Serializer serializer(Execution execution, Class<?>... types) {
    return Serializer.builder()
        .register(types)
        .skipTransientFields(types)
        .execution(execution)
        .build();
  }

  private static Serializer tracking(Execution execution, Class<?>... types) {
    return Serializer.builder().register(types).references(true).execution(execution).build();
  }

  @SuppressWarnings("unchecked")
  private static <T> T roundTrip(Execution execution, T value, Class<?>... types) {
    Class<?>[] all = types.length == 0 ? new Class<?>[] {value.getClass()} : types;
    Serializer serializer = serializer(execution, all);
    return (T) serializer.fromBytes(serializer.toBytes(value), value.getClass());
  }
}
