// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Refused;
import java.lang.reflect.Proxy;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.StandardOpenOption;
import java.sql.JDBCType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Special cases of JDK types: declared types, views, unsupported values.
class JdkTypesTest {

  record Fields(
      UUID id, Instant at, LocalDate day, Set<String> names, Map<Long, List<UUID>> index) {}

  /// Declared types that are subtypes, supertypes or siblings of the type in the registry.
  record Declared(
      Inet4Address four,
      InetAddress six,
      EnumSet<TimeUnit> units,
      ZonedDateTime zoned,
      Temporal temporal,
      TemporalUnit unit,
      Comparable<?> comparable,
      TimeUnit constant,
      Collection<String> wrapped,
      List<Integer> view,
      NavigableMap<String, Integer> map) {}

  record Six(Inet6Address address) {}

  record Any(@Nullable Object value) {}

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Fields.class, Declared.class, Any.class)
        .execution(execution)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void valuesOfDeclaredFieldsAreRestored(Execution execution) {
    UUID id = new UUID(3, 4);
    Fields fields =
        new Fields(
            id,
            Instant.EPOCH,
            LocalDate.EPOCH,
            Set.of("n"),
            new TreeMap<>(Map.of(1L, List.of(id))));
    Serializer serializer = serializer(execution);
    assertEquals(fields, serializer.fromBytes(serializer.toBytes(fields), Fields.class));
  }

  @ParameterizedTest
  @EnumSource
  void declaredSubtypesAndSupertypesAreRestored(Execution execution) throws Exception {
    Declared declared =
        new Declared(
            (Inet4Address) InetAddress.getByAddress(new byte[] {1, 2, 3, 4}),
            InetAddress.getByAddress(new byte[16]),
            EnumSet.of(TimeUnit.DAYS),
            LocalDateTime.MIN.atZone(ZoneId.of("Europe/Berlin")),
            Instant.MAX,
            java.time.temporal.ChronoUnit.DAYS,
            java.time.DayOfWeek.MONDAY,
            TimeUnit.HOURS,
            Collections.unmodifiableList(new ArrayList<>(List.of("a"))),
            new ArrayList<>(List.of(1, 2, 3)).subList(1, 3),
            new TreeMap<>(Map.of("a", 1, "b", 2)).headMap("b", false));
    Serializer serializer = serializer(execution);
    Declared back = serializer.fromBytes(serializer.toBytes(declared), Declared.class);
    assertNotNull(back);
    assertEquals(declared.toString(), back.toString());
    assertEquals(declared.wrapped.getClass(), back.wrapped.getClass());
    assertEquals(ArrayList.class, back.view.getClass());
    assertEquals(TreeMap.class, back.map.getClass());
  }

  /// The offset of the eight bytes of a date that is the root.
  private static final int DATE_AT = 16;

  @ParameterizedTest
  @ValueSource(
      longs = {0x7ea_0000_021fL, 0x7ea_0000_0d01L, 0x7ea_0001_0101L, 0x7fff_ffff_0000_0101L})
  void nonexistentDayIsMalformed(long day) {
    Serializer serializer = Serializer.builder().build();
    byte[] payload = serializer.toBytes(LocalDate.of(2026, 2, 28));
    assertEquals(0x7ea_0000_021cL, ByteArrays.getLong(payload, DATE_AT));
    ByteArrays.putLong(payload, DATE_AT, day);
    Refused.asMalformed(serializer, payload);
  }

  /// An address of a family other than the declared one, which is detected only after reading.
  @ParameterizedTest
  @EnumSource
  void rejectsAValueThatIsNotOfTheDeclaredSubtype(Execution execution) throws Exception {
    record Four(Inet4Address address) {}
    record Wide(InetAddress address) {}
    InetAddress six = InetAddress.getByAddress(new byte[16]);
    Serializer serializer = serializer(execution);
    SerializationException root =
        assertThrows(
            SerializationException.class,
            () -> serializer.fromBytes(serializer.toBytes(six), Inet4Address.class));
    assertEquals(Kind.TYPE_MISMATCH, root.kind());
    byte[] wide = Serializer.builder().register(Wide.class).build().toBytes(new Wide(six));
    Serializer narrow = Serializer.builder().register(Four.class).execution(execution).build();
    byte[] bytes =
        narrow.toBytes(new Four((Inet4Address) InetAddress.getByAddress(new byte[] {1, 2, 3, 4})));
    System.arraycopy(bytes, 8, wide, 8, 4); // the fingerprint
    SerializationException field =
        assertThrows(SerializationException.class, () -> narrow.fromBytes(wide, Four.class));
    assertEquals(Kind.TYPE_MISMATCH, field.kind());
    assertEquals(
        Kind.TYPE_MISMATCH,
        assertThrows(
                SerializationException.class,
                () -> serializer.fromBytes(serializer.toBytes(six), String.class))
            .kind());
  }

  static List<Object[]> views() {
    LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
    map.put("b", 1);
    map.put("a", 2);
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    TreeMap<String, Integer> sorted = new TreeMap<>(map);
    return List.of(
        view(ArrayList.class, list.subList(1, 3)),
        view(ArrayList.class, List.of(1, 2, 3, 4).subList(1, 3)),
        view(ArrayList.class, Arrays.asList(1, 2, 3).subList(0, 2)),
        view(ArrayList.class, list.reversed()),
        view(LinkedList.class, new LinkedList<>(list).reversed()),
        view(LinkedHashSet.class, new LinkedHashSet<>(list).reversed()),
        view(LinkedHashSet.class, map.keySet()),
        view(ArrayList.class, map.values()),
        view(LinkedHashSet.class, map.entrySet()),
        view(LinkedHashSet.class, map.sequencedKeySet()),
        view(LinkedHashMap.class, map.reversed()),
        view(ArrayList.class, map.sequencedValues().reversed()),
        view(TreeSet.class, sorted.navigableKeySet()),
        view(TreeSet.class, sorted.descendingKeySet()),
        view(TreeSet.class, new TreeSet<>(list).tailSet(2)),
        view(TreeMap.class, sorted.descendingMap()),
        view(TreeMap.class, sorted.subMap("a", "b")),
        view(ConcurrentSkipListMap.class, new ConcurrentSkipListMap<>(sorted).headMap("b")),
        view(ArrayList.class, Collections.checkedList(list, Integer.class)));
  }

  private static Object[] view(Class<?> copy, Object view) {
    return new Object[] {copy, view};
  }

  @ParameterizedTest
  @MethodSource("views")
  void viewsAreReadAsPlainCollections(Class<?> copy, Object view) {
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      Any back = serializer.fromBytes(serializer.toBytes(new Any(view)), Any.class);
      assertNotNull(back);
      assertNotNull(back.value);
      assertEquals(copy, back.value.getClass());
      assertEquals(view.toString(), back.value.toString());
    }
  }

  @Test
  void keepsTheDefaultsOfAViewInItsDeclaredType() {
    record Views(
        LinkedList<Integer> list,
        SequencedCollection<Integer> values,
        SequencedMap<String, Integer> map,
        ConcurrentNavigableMap<String, Integer> concurrent) {}
    TreeMap<String, Integer> sorted = new TreeMap<>(Map.of("a", 1, "b", 2));
    Views views =
        new Views(
            new LinkedList<>(List.of(1, 2)).reversed(),
            List.of(1, 2).reversed(),
            new LinkedHashMap<>(sorted).reversed(),
            new ConcurrentSkipListMap<>(sorted).descendingMap());
    Serializer serializer = Serializer.builder().register(Views.class).build();
    assertEquals(
        views.toString(),
        String.valueOf(serializer.fromBytes(serializer.toBytes(views), Views.class)));
  }

  private static SerializationException refused(Object value) {
    SerializationException e = null;
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      e = assertThrows(SerializationException.class, () -> serializer.toBytes(new Any(value)));
      assertEquals(Kind.UNSUPPORTED_TYPE, e.kind(), e::getMessage);
    }
    assertNotNull(e);
    return e;
  }

  static List<Pattern> patternsWithFlagsInside() {
    return List.of(
        Pattern.compile("a(?i)b"),
        Pattern.compile("a(?-i)b", Pattern.CASE_INSENSITIVE),
        Pattern.compile("a(\\Q\\E?i)b"),
        Pattern.compile("a( ?i)b", Pattern.COMMENTS),
        Pattern.compile("a(#here\n?i)b", Pattern.COMMENTS),
        Pattern.compile("(a)b()", Pattern.CASE_INSENSITIVE),
        Pattern.compile("(?x) a b", Pattern.UNICODE_CHARACTER_CLASS));
  }

  @ParameterizedTest
  @MethodSource("patternsWithFlagsInside")
  void patternWithFlagsInItsTextMatchesTheSame(Pattern pattern) {
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      Pattern back = serializer.fromBytes(serializer.toBytes(pattern), Pattern.class);
      assertNotNull(back);
      assertEquals(pattern.pattern(), back.pattern());
      assertEquals(pattern.flags(), back.flags());
      for (String text : List.of("ab", "aB", "Ab", "AB")) {
        assertEquals(pattern.matcher(text).matches(), back.matcher(text).matches(), text);
      }
    }
  }

  @Test
  void enumsOfEveryJdkModuleRoundTrip() throws Exception {
    for (Object constant :
        List.of(
            JDBCType.INTEGER,
            StandardOpenOption.READ,
            constantOf("java.lang.management.MemoryType"),
            constantOf("javax.lang.model.element.ElementKind"))) {
      for (Execution execution : Execution.values()) {
        Serializer serializer = serializer(execution);
        Any back = serializer.fromBytes(serializer.toBytes(new Any(constant)), Any.class);
        assertEquals(new Any(constant), back);
      }
    }
  }

  private static Object constantOf(String name) throws ClassNotFoundException {
    return Class.forName(name).getEnumConstants()[0];
  }

  @Test
  void refusesAnUnexportedJdkEnum() throws Exception {
    Object constant = constantOf("sun.security.util.KnownOIDs");
    assertTrue(
        refused(constant).getMessage().contains("does not export"), refused(constant)::getMessage);
  }

  @Test
  void refusesALocaleWithoutAText() {
    for (Locale locale : List.of(Locale.of("en", "a_b", "c"), Locale.of("e_n", "AB"))) {
      assertTrue(refused(locale).getMessage().contains("underscore"), refused(locale)::getMessage);
    }
  }

  @Test
  void refusesAnUnknownComparator() {
    for (Object sorted :
        List.of(
            new TreeSet<>(Comparator.comparing(String::strip)),
            new TreeMap<>(Comparator.comparing(String::strip)))) {
      assertTrue(refused(sorted).getMessage().contains("lambda"), refused(sorted)::getMessage);
    }
  }

  @Test
  void refusesUnknownComparatorsWithARemedy() {
    Runnable lambda = () -> {};
    Object anonymous = new Object() {};
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (_, _, _) -> null);
    assertTrue(refused(lambda).getMessage().contains("lambda"));
    assertTrue(refused(anonymous).getMessage().contains("anonymous"));
    assertTrue(refused(proxy).getMessage().contains("proxy"));
    assertTrue(refused(new DelayQueue<Delayed>()).getMessage().contains("copy it"));
    assertTrue(refused(Thread.currentThread()).getMessage().contains("TypeSurrogate"));
    assertTrue(
        refused(Collections.unmodifiableList(Collections.nCopies(1 << 20, 1)))
            .getMessage()
            .contains("copies"));
  }

  /// A list whose iterator returns more elements than its size, as after a change by another
  /// thread.
  @Test
  void detectsACollectionThatChangesDuringTheWrite() {
    Serializer serializer = serializer(Execution.COMPILED);
    ConcurrentLinkedQueue<Object> growing = new ConcurrentLinkedQueue<>();
    growing.add(new Object[0].length);
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                growing.add(1);
                if (growing.size() > 200) {
                  growing.clear();
                }
              }
            });
    try {
      for (int i = 0; i < 2_000; i++) {
        try {
          byte[] bytes = serializer.toBytes(growing);
          assertNotNull(serializer.fromBytes(bytes, ConcurrentLinkedQueue.class));
        } catch (ConcurrentModificationException e) {
          assertNotNull(e.getMessage());
        }
      }
    } finally {
      writer.interrupt();
    }
  }
}
