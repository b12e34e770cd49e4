// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.testing.StateSamples;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Classes with surrogates or hooks, and classes that extend classes of the JDK.
@SuppressWarnings({"serial", "EqualsGetClass"})
class UserTypesTest {

  /// A class of a library with transient fields.
  static final class Money {
    private final transient long cents;

    private Money(long cents) {
      this.cents = cents;
    }

    static Money of(long cents) {
      if (cents < 0) {
        throw new IllegalArgumentException("cents=" + cents);
      }
      return new Money(cents);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Money money && money.cents == cents;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(cents);
    }
  }

  record MoneyState(long cents) {}

  /// A type whose implementations are not accessible.
  abstract static class Sequence {
    abstract List<Object> elements();

    static Sequence of(Object... elements) {
      List<Object> list = List.of(elements);
      return new Sequence() {
        @Override
        List<Object> elements() {
          return list;
        }
      };
    }
  }

  record Any(@Nullable Object value) {}

  record Typed(Money money, @Nullable Money none, List<Money> list, Sequence sequence) {}

  private static final TypeSurrogate<Money, MoneyState> MONEY =
      TypeSurrogate.of(
          Money.class,
          MoneyState.class,
          money -> new MoneyState(money.cents),
          state -> Money.of(state.cents()));

  @SuppressWarnings("unchecked")
  private static final TypeSurrogate<Sequence, List<Object>> SEQUENCE =
      TypeSurrogate.of(
              Sequence.class,
              (Class<List<Object>>) (Class<?>) List.class,
              Sequence::elements,
              list -> Sequence.of(list.toArray()))
          .withSubclasses();

  private static <T> T roundTrip(SerializerBuilder builder, Execution execution, T value) {
    Serializer serializer = builder.execution(execution).build();
    byte[] bytes = serializer.toBytes(value);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length + 3L);
      assertEquals(bytes.length, serializer.write(value, segment, 3));
      assertEquals(-1, MemorySegment.ofArray(bytes).mismatch(segment.asSlice(3, bytes.length)));
      assertNotNull(serializer.read(segment, 3, value.getClass()));
    }
    @SuppressWarnings("unchecked")
    T back = (T) serializer.fromBytes(bytes, value.getClass());
    assertNotNull(back);
    return back;
  }

  private static SerializationException fails(Kind kind, Runnable runnable) {
    SerializationException e = assertThrows(SerializationException.class, runnable::run);
    assertEquals(kind, e.kind(), e::getMessage);
    return e;
  }

  @ParameterizedTest
  @EnumSource
  void surrogatesWorkInEveryPosition(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder()
            .register(Typed.class, MoneyState.class, Any.class)
            .register(MONEY, SEQUENCE);
    Typed typed =
        new Typed(
            Money.of(1),
            null,
            new ArrayList<>(List.of(Money.of(2), Money.of(3))),
            Sequence.of("a", Money.of(4)));
    Typed back = roundTrip(builder, execution, typed);
    assertEquals(typed.money, back.money);
    assertEquals(typed.list, back.list);
    assertEquals(List.of("a", Money.of(4)), back.sequence.elements());
    assertEquals(Money.of(7), roundTrip(builder, execution, Money.of(7)));
    Map<Object, Object> keyed = new HashMap<>(Map.of(Money.of(5), List.of(Money.of(6))));
    assertEquals(keyed, roundTrip(builder, execution, keyed));
  }

  @ParameterizedTest
  @EnumSource
  void surrogateTakesPrecedenceForJdkTypes(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder()
            .register(Any.class)
            .register(
                TypeSurrogate.of(
                    URI.class, String.class, URI::toString, text -> URI.create(text + "#mine")));
    assertEquals(
        new Any(URI.create("a:b#mine")), roundTrip(builder, execution, new Any(URI.create("a:b"))));
  }

  @ParameterizedTest
  @EnumSource
  void exceptionOfAFunctionIsReported(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(MoneyState.class)
            .register(MONEY)
            .execution(execution)
            .build();
    SerializationException e =
        fails(
            Kind.HOOK_FAILED,
            () -> serializer.fromBytes(serializer.toBytes(new Money(-1)), Money.class));
    assertTrue(e.getMessage().contains(Money.class.getName()), e.getMessage());
    assertInstanceOf(IllegalArgumentException.class, e.getCause());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Serializer.builder()
                .register(
                    TypeSurrogate.of(
                        String.class, Integer.class, String::length, String::valueOf)));
  }

  private static <T> TypeSurrogate<T, String> toText(Class<T> type) {
    return TypeSurrogate.of(type, String.class, Object::toString, type::cast);
  }

  /// Values in declared columns do not use surrogates.
  @Test
  void containersWithSurrogatesRoundTrip() {
    for (Class<?> type :
        List.of(
            List.class,
            HashMap.class,
            SortedMap.class,
            TreeSet.class,
            EnumMap.class,
            Optional.class)) {
      TypeSurrogate<?, ?> surrogate = toText(type);
      assertThrows(
          IllegalArgumentException.class,
          () -> Serializer.builder().register(surrogate),
          type::getName);
    }
  }

  /// Replaced with a smaller object, and restored from it.
  static final class Temperature implements Serializable {
    @Serial private static final long serialVersionUID = 1;
    private final double celsius;

    @SuppressWarnings("unused") // called when it is read
    private Temperature() {
      this(0);
    }

    Temperature(double celsius) {
      this.celsius = celsius;
    }

    @Serial
    private Object writeReplace() {
      return new Kelvin(celsius + 273.15);
    }
  }

  record Kelvin(double kelvin) implements Serializable {
    @Serial
    private Object readResolve() {
      return new Temperature(kelvin - 273.15);
    }
  }

  /// A singleton.
  static final class Single implements Serializable {
    @Serial private static final long serialVersionUID = 1;
    static final Single INSTANCE = new Single();
    int visits;

    @Serial
    Object readResolve() {
      return INSTANCE;
    }
  }

  record Holder(@Nullable Temperature temperature, @Nullable Single single) {}

  @ParameterizedTest
  @EnumSource
  void objectsReplaceThemselves(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().register(Temperature.class, Kelvin.class, Single.class, Holder.class);
    Holder back = roundTrip(builder, execution, new Holder(new Temperature(20), Single.INSTANCE));
    assertNotNull(back.temperature);
    assertEquals(20, back.temperature.celsius, 1e-9);
    assertSame(Single.INSTANCE, back.single);
    Serializer serializer = builder.build();
    byte[] bytes = serializer.toBytes(new Temperature(5));
    assertInstanceOf(Temperature.class, serializer.fromBytes(bytes, Object.class));
    Serializer without = Serializer.builder().register(Temperature.class).build();
    fails(Kind.UNREGISTERED_CLASS, () -> without.toBytes(new Temperature(5)));
  }

  static final class Outside implements Externalizable {
    private int number;
    private @Nullable String text;
    private @Nullable Object object;

    public Outside() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number);
      out.writeUTF(String.valueOf(text));
      out.writeObject(object);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      number = in.readInt();
      text = in.readUTF();
      object = in.readObject();
    }
  }

  @ParameterizedTest
  @EnumSource
  void externalizableClassesWriteThemselves(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().register(Outside.class, Any.class).references(true);
    Outside outside = new Outside();
    outside.number = 5;
    outside.text = "text";
    List<Object> cycle = new ArrayList<>(List.of("x"));
    cycle.add(outside);
    outside.object = cycle;
    Any any = roundTrip(builder, execution, new Any(outside));
    Outside back = assertInstanceOf(Outside.class, any.value);
    assertEquals(5, back.number);
    assertEquals("text", back.text);
    assertSame(back, assertInstanceOf(List.class, back.object).get(1));
  }

  static class NamedList<E> extends ArrayList<E> {
    @Serial private static final long serialVersionUID = 1;
    String name = "";
  }

  static class Ranking extends TreeSet<String> {
    @Serial private static final long serialVersionUID = 1;
    int round;

    Ranking() {
      super(Comparator.comparing(String::strip).reversed());
    }
  }

  static class Recent extends LinkedHashMap<String, Integer> {
    @Serial private static final long serialVersionUID = 1;
    int limit;

    Recent() {
      super(16, 0.75f, true);
    }
  }

  /// A list with a field and computed elements.
  static class Countdown extends AbstractList<Integer> {
    int from;

    @Override
    public Integer get(int index) {
      return from - index;
    }

    @Override
    public int size() {
      return from;
    }
  }

  record Lists(
      NamedList<String> named,
      List<String> behind,
      Ranking ranking,
      Recent recent,
      Countdown countdown) {}

  @ParameterizedTest
  @EnumSource
  void subclassesOfCollectionsKeepTheirFieldsAndElements(Execution execution) {
    NamedList<String> named = new NamedList<>();
    named.name = "name";
    named.addAll(List.of("a", "b"));
    Ranking ranking = new Ranking();
    ranking.round = 3;
    ranking.addAll(List.of("a", "c", "b"));
    Recent recent = new Recent();
    recent.limit = 9;
    recent.put("x", 1);
    recent.put("y", 2);
    Countdown countdown = new Countdown();
    countdown.from = 3;
    SerializerBuilder builder =
        Serializer.builder()
            .register(Lists.class, NamedList.class, Ranking.class, Recent.class, Countdown.class);
    Lists back = roundTrip(builder, execution, new Lists(named, named, ranking, recent, countdown));
    assertEquals(List.of("a", "b"), back.named);
    assertEquals("name", back.named.name);
    assertEquals(NamedList.class, back.behind.getClass());
    assertEquals("[c, b, a]", back.ranking.toString());
    assertEquals(3, back.ranking.round);
    assertEquals(Map.of("x", 1, "y", 2), back.recent);
    assertEquals(9, back.recent.limit);
    Integer _ = back.recent.get("x");
    assertEquals("[y, x]", back.recent.keySet().toString());
    assertEquals(List.of(3, 2, 1), back.countdown);
  }

  static class AddingList extends ArrayList<String> {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public boolean add(String element) {
      return super.add(element + "+");
    }
  }

  static class AddingSet extends HashSet<String> {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public boolean add(String element) {
      return super.add(element + "+");
    }
  }

  static class PuttingMap extends HashMap<String, Integer> {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public Integer put(String key, Integer value) {
      return super.put(key + "+", value);
    }
  }

  /// A collection is filled by its `addAll`, which may call its `add`, see `docs/types.md`.
  @ParameterizedTest
  @EnumSource
  void subclassesOfCollectionsAreFilledByTheirOwnMethods(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(AddingList.class, AddingSet.class, PuttingMap.class)
            .execution(execution)
            .build();
    AddingList list = new AddingList();
    list.add("a");
    AddingSet set = new AddingSet();
    set.add("a");
    PuttingMap map = new PuttingMap();
    map.put("a", 1);
    assertEquals(List.of("a+"), serializer.copy(list));
    assertEquals(Set.of("a++"), serializer.copy(set));
    assertEquals(Map.of("a++", 1), serializer.copy(map));
  }

  static class Failure extends IllegalStateException {
    @Serial private static final long serialVersionUID = 1;
    private final int code;
    final @Nullable Object detail;
    transient int made = 7;

    Failure(String message, int code, @Nullable Object detail, @Nullable Throwable cause) {
      super(message, cause);
      this.code = code;
      this.detail = detail;
    }
  }

  static final class Deeper extends Failure {
    @Serial private static final long serialVersionUID = 1;
    private final long code;

    Deeper() {
      super("deeper", 1, List.of("x"), null);
      this.code = 2;
    }
  }

  @ParameterizedTest
  @EnumSource
  void userExceptionsKeepTheirWholeState(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().register(Failure.class, Deeper.class, Any.class);
    Failure failure = new Failure("message", 42, List.of(1), new IOException("cause"));
    failure.addSuppressed(new Deeper());
    Failure back = (Failure) roundTrip(builder, execution, new Any(failure)).value;
    assertNotNull(back);
    assertEquals(StateSamples.everything(failure), StateSamples.everything(back));
    assertEquals(42, back.code);
    assertEquals(List.of(1), back.detail);
    assertEquals(0, back.made);
    Deeper deeper = (Deeper) back.getSuppressed()[0];
    assertEquals(2, deeper.code);
    assertEquals(1, ((Failure) deeper).code);
    Serializer none = Serializer.builder().execution(execution).build();
    fails(Kind.UNREGISTERED_CLASS, () -> none.toBytes(failure));
  }

  @ParameterizedTest
  @EnumSource
  void throwablesMayReferToThemselves(Execution execution) {
    SerializerBuilder builder = Serializer.builder().register(Any.class).references(true);
    Exception outer = new Exception("outer");
    Exception inner = new Exception("inner", outer);
    outer.addSuppressed(inner);
    Exception back = roundTrip(builder, execution, outer);
    assertSame(back, back.getSuppressed()[0].getCause());
  }

  /// An object with more state than its fields.
  static final class Secretive implements Serializable {
    @Serial private static final long serialVersionUID = 1;
    private transient String text;
    private final Object extra;

    Secretive(String text, Object extra) {
      this.text = text;
      this.extra = extra;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUTF(text);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      text = in.readUTF();
    }
  }

  static final class Foreign implements Serializable {
    @Serial private static final long serialVersionUID = 1;
  }

  @ParameterizedTest
  @EnumSource
  void serializableClassesCanBeAllowed(Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().register(Any.class).registerJavaSerialized(Secretive.class);
    Secretive secretive = new Secretive("secret", List.of(1));
    Any any = roundTrip(builder, execution, new Any(secretive));
    Secretive back = assertInstanceOf(Secretive.class, any.value);
    assertEquals("secret", back.text);
    assertEquals(List.of(1), back.extra);
    Serializer serializer = builder.build();
    byte[] foreign =
        Serializer.builder()
            .register(Any.class)
            .registerJavaSerialized(Secretive.class, Foreign.class)
            .build()
            .toBytes(new Secretive("x", new Foreign()));
    SerializationException e =
        fails(Kind.UNREGISTERED_CLASS, () -> serializer.fromBytes(foreign, Secretive.class));
    assertTrue(e.getMessage().contains(".registerJavaSerialized(Foreign.class)"), e.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> Serializer.builder().registerJavaSerialized(Money.class));
    byte[] whole = serializer.toBytes(secretive);
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      byte[] bytes = whole.clone();
      bytes[16 + random.nextInt(bytes.length - 16)] = (byte) random.nextInt();
      try {
        Object _ = serializer.fromBytes(bytes, Object.class);
      } catch (SerializationException expected) {
        assertNotNull(expected.getMessage(), "seed=" + seed);
      }
    }
  }
}
