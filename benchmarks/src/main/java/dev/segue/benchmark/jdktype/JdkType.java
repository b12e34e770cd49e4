// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.jdktype;

import dev.segue.benchmark.compile.ClassSource;
import dev.segue.benchmark.compile.MemoryCompiler;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The JDK types that are common as fields, with a value for each of four fields.
@SuppressWarnings({
  "doclint:missing", // the names say enough
  "JavaUtilDate",
  "UnnecessaryStringBuilder" // the type to measure
})
public enum JdkType {
  BIG_DECIMAL("java.math.BigDecimal", i -> BigDecimal.valueOf(1_234_567L + i, 2)),
  BIG_INTEGER("java.math.BigInteger", i -> BigInteger.TWO.pow(80 + i)),
  UUID_VALUE("java.util.UUID", i -> new UUID(0x123456789abcdefL, i)),
  DATE("java.util.Date", i -> new Date(1_793_000_000_000L + i)),
  INSTANT("java.time.Instant", i -> Instant.ofEpochSecond(1_793_000_000L, i)),
  DURATION("java.time.Duration", Duration::ofMinutes),
  LOCAL_DATE("java.time.LocalDate", JdkType::date),
  LOCAL_TIME("java.time.LocalTime", i -> LocalTime.of(10, 30, i, 5_000)),
  LOCAL_DATE_TIME("java.time.LocalDateTime", i -> date(i).atTime(10, 30, 3)),
  OFFSET_DATE_TIME("java.time.OffsetDateTime", i -> time(i).atOffset(ZoneOffset.ofHours(2))),
  ZONED_DATE_TIME("java.time.ZonedDateTime", i -> time(i).atZone(ZoneId.of("Europe/Berlin"))),
  ZONE_ID("java.time.ZoneId", _ -> ZoneId.of("Europe/Berlin")),
  DAY_OF_WEEK("java.time.DayOfWeek", DayOfWeek::of),
  LOCALE("java.util.Locale", i -> Locale.of(i % 2 == 0 ? "de" : "en", "CH")),
  CURRENCY("java.util.Currency", i -> Currency.getInstance(i % 2 == 0 ? "CHF" : "EUR")),
  URI_TEXT("java.net.URI", i -> URI.create("https://example.org/" + i)),
  PATTERN("java.util.regex.Pattern", i -> Pattern.compile("[a-z]+ {" + i + "}")),
  CLASS("Class<?>", i -> List.of(String.class, int.class, List.class, UUID.class).get(i - 1)),
  STRING("String", i -> "text " + i),
  WIDE_STRING("String", i -> "текст " + i),
  CHAR_SEQUENCE("CharSequence", i -> "text " + i),
  STRING_BUILDER("StringBuilder", i -> new StringBuilder("text " + i)),
  OBJECT("Object", i -> i),
  NUMBER("Number", i -> (long) i),
  OPTIONAL("java.util.Optional<String>", i -> Optional.of("text " + i)),
  ATOMIC_INTEGER("java.util.concurrent.atomic.AtomicInteger", AtomicInteger::new),
  ATOMIC_REFERENCE(
      "java.util.concurrent.atomic.AtomicReference<String>",
      i -> new AtomicReference<>("text " + i)),
  BIT_SET("java.util.BitSet", i -> BitSet.valueOf(new long[] {i, 77})),
  STRING_ARRAY("String[]", i -> texts(i).toArray(String[]::new)),
  INT_MATRIX("int[][]", i -> new int[][] {{1, 2, i}, {i}}),
  ARRAY_LIST("java.util.List<String>", i -> new ArrayList<>(texts(i))),
  LIST_OF("java.util.List<String>", JdkType::texts),
  LINKED_LIST("java.util.List<String>", i -> new LinkedList<>(texts(i))),
  COPY_ON_WRITE_LIST("java.util.List<String>", i -> new CopyOnWriteArrayList<>(texts(i))),
  ITERABLE("Iterable<String>", i -> new ArrayList<>(texts(i))),
  ARRAY_DEQUE("java.util.Deque<String>", i -> new ArrayDeque<>(texts(i))),
  PRIORITY_QUEUE("java.util.PriorityQueue<Integer>", i -> new PriorityQueue<>(List.of(5, i, 9))),
  HASH_SET("java.util.Set<String>", i -> new HashSet<>(texts(i))),
  SET_OF("java.util.Set<String>", i -> Set.copyOf(texts(i))),
  TREE_SET("java.util.SortedSet<String>", i -> new TreeSet<>(texts(i))),
  HASH_MAP("java.util.Map<String, Integer>", i -> new HashMap<>(numbers(i))),
  MAP_OF("java.util.Map<String, Integer>", i -> Map.copyOf(numbers(i))),
  LINKED_HASH_MAP("java.util.Map<String, String>", JdkType::words),
  TREE_MAP("java.util.SortedMap<String, Integer>", i -> new TreeMap<>(numbers(i))),
  CONCURRENT_HASH_MAP(
      "java.util.concurrent.ConcurrentHashMap<String, Integer>",
      i -> new ConcurrentHashMap<>(numbers(i)));

  private static final List<String> FIELDS = List.of("a", "b", "c", "d");

  private final String declaration;
  private final IntFunction<Object> value;

  JdkType(String declaration, IntFunction<Object> value) {
    this.declaration = declaration;
    this.value = value;
  }

  private static LocalDate date(int day) {
    return LocalDate.of(2026, 11, day);
  }

  private static LocalDateTime time(int day) {
    return date(day).atTime(10, 30);
  }

  private static List<String> texts(int number) {
    return List.of("one", "two", "text " + number);
  }

  private static Map<String, Integer> numbers(int number) {
    return Map.of("first", 1, "second", number);
  }

  private static Map<String, String> words(int number) {
    var words = new LinkedHashMap<String, String>();
    texts(number).forEach(text -> words.put("the " + text, text));
    return words;
  }

  /// Returns a class with four fields of the type.
  public Class<?> holder() {
    return Objects.requireNonNull(Holders.BY_TYPE.get(this));
  }

  /// Creates a new object of that class.
  public Object create() {
    try {
      Object object = holder().getConstructor().newInstance();
      for (int i = 0; i < FIELDS.size(); i++) {
        Field field = holder().getField(FIELDS.get(i));
        field.set(object, value.apply(i + 1));
      }
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private ClassSource source() {
    var fields = new LinkedHashMap<String, String>();
    FIELDS.forEach(field -> fields.put(field, declaration));
    return ClassSource.of("Of" + this, fields);
  }

  /// All holder classes, compiled together when the first one is needed.
  private static final class Holders {
    static final Map<JdkType, Class<?>> BY_TYPE = new EnumMap<>(JdkType.class);

    static {
      var sources = Stream.of(values()).map(JdkType::source).toList();
      var classes = MemoryCompiler.compile(sources).iterator();
      Stream.of(values()).forEach(type -> BY_TYPE.put(type, classes.next()));
    }
  }
}
