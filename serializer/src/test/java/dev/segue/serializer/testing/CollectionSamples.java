// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.math.RoundingMode;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Collections, maps and other values that hold values, with nulls where they are permitted.
@SuppressWarnings({"unchecked", "rawtypes"})
public final class CollectionSamples {

  private CollectionSamples() {}

  public static Stream<Sample> all() {
    return Stream.of(
            lists(), sets(), sorted(), queues(), maps(), wrappers(), comparators(), holders())
        .flatMap(List::stream);
  }

  /// The order of a collection is part of the comparison.
  private static Sample ordered(Collection<?> collection) {
    return Sample.of(collection, ArrayList::new);
  }

  private static Sample orderedSet(Set<?> set) {
    return new Sample(
        set.getClass().getSimpleName() + " " + set,
        set,
        same -> List.of(same, new ArrayList<>((Set<?>) same)),
        true);
  }

  private static Sample orderedMap(Map<?, ?> map) {
    return new Sample(
        map.getClass().getSimpleName() + " " + map,
        map,
        same -> List.of(same, new ArrayList<>(((Map<?, ?>) same).entrySet())),
        true);
  }

  private static List<Sample> lists() {
    return List.of(
        Sample.of(new ArrayList<>(Arrays.asList("a", null, 1))),
        Sample.of(new LinkedList<>(Arrays.asList("a", null, 1))),
        Sample.of(List.of()),
        Sample.of(List.of(1, "b", 3)),
        Sample.of(Stream.of("a", null).toList()),
        Sample.of(Arrays.asList(1, null)),
        Sample.of(new CopyOnWriteArrayList<>(Arrays.asList(1, null))),
        Sample.of(new Vector<>(Arrays.asList(1, null))),
        stack(),
        Sample.of("nCopies", Collections.nCopies(3, "x")),
        Sample.of("no nCopies", Collections.nCopies(0, "x")),
        new Sample(
            "a billion nCopies",
            Collections.nCopies(1_000_000_000, "x"),
            same -> List.of(((List<?>) same).size(), ((List<?>) same).getLast()),
            true),
        Sample.of(Collections.emptyList()),
        Sample.of(Collections.singletonList(null)));
  }

  private static Sample stack() {
    Stack<Object> stack = new Stack<>();
    stack.push(1);
    stack.push(null);
    return Sample.of(stack);
  }

  private static List<Sample> sets() {
    Set<@Nullable Object> identity = Collections.newSetFromMap(new IdentityHashMap<>());
    identity.add("one");
    Set<Object> concurrent = ConcurrentHashMap.newKeySet();
    concurrent.add(5);
    return List.of(
        Sample.of(new HashSet<>(Arrays.asList("a", null, 1))),
        orderedSet(new LinkedHashSet<>(Arrays.asList("z", null, "x"))),
        Sample.of(Set.of()),
        Sample.of(Set.of(1)),
        Sample.of(Set.of("a", "b")),
        orderedSet(EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS)),
        orderedSet(EnumSet.noneOf(RoundingMode.class)),
        orderedSet(EnumSet.allOf(Character.UnicodeScript.class)),
        orderedSet(new CopyOnWriteArraySet<>(Arrays.asList("z", null, "x"))),
        Sample.of(concurrent),
        Sample.of(identity, set -> new ArrayList<>((Collection<?>) set)),
        Sample.of(filled(Collections.newSetFromMap(new ConcurrentHashMap<>()), "k")),
        orderedSet(filled(Collections.newSequencedSetFromMap(new LinkedHashMap<>()), "z", "x")),
        orderedSet(filled(Collections.newSequencedSetFromMap(new TreeMap<>()), "z", "x")),
        Sample.of(Collections.emptySet()),
        Sample.of(Collections.singleton(null)),
        Sample.of(Collections.emptyNavigableSet()));
  }

  private static <T extends Collection> T filled(T collection, @Nullable Object... elements) {
    Collections.addAll(collection, elements);
    return collection;
  }

  private static List<Sample> sorted() {
    return Stream.of(
            filled(new TreeSet(), 3, 1, 2),
            filled(new TreeSet(Comparator.reverseOrder()), 3, 1, 2),
            filled(
                new TreeSet(Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER)), "b", null, "A"),
            filled(new ConcurrentSkipListSet(), 3, 1, 2),
            filled(new ConcurrentSkipListSet(Comparator.naturalOrder()), 3, 1, 2))
        .map(set ->
            new Sample(
                set.getClass().getSimpleName() + " " + set,
                set,
                same -> {
                  SortedSet<?> sortedSet = (SortedSet<?>) same;
                  return Arrays.asList(
                      sortedSet, new ArrayList<>(sortedSet), comparator(sortedSet.comparator()));
                },
                true))
        .toList();
  }

  /// Most comparators have no `equals`, so their classes are compared.
  private static Object comparator(@Nullable Object comparator) {
    return comparator == null ? "natural" : comparator.getClass();
  }

  private static List<Sample> queues() {
    return List.of(
        ordered(new ArrayDeque<>(List.of(1, 2))),
        ordered(new ConcurrentLinkedQueue<>(List.of(3, "x"))),
        ordered(new ConcurrentLinkedDeque<>(List.of(3, "x"))),
        ordered(new LinkedTransferQueue<>(List.of(3, "x"))),
        blocking(filled(new LinkedBlockingQueue(7), 1, 2)),
        blocking(new LinkedBlockingQueue()),
        blocking(filled(new LinkedBlockingDeque(7), 1, 2)),
        blocking(filled(new ArrayBlockingQueue(5, true), 1, 2)),
        Sample.of(
            filled(new PriorityQueue(Comparator.reverseOrder()), 3, 9, 1, 7),
            queue ->
                List.of(
                    new ArrayList<>(queue), comparator(((PriorityQueue<?>) queue).comparator()))),
        ordered(filled(new PriorityQueue(), 3, 9, 1, 7)),
        Sample.of(
            filled(new PriorityBlockingQueue(3, Comparator.reverseOrder()), 3, 9, 1, 7),
            queue ->
                List.of(
                    new ArrayList<>(queue),
                    comparator(((PriorityBlockingQueue<?>) queue).comparator()))),
        ordered(Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2)))));
  }

  private static Sample blocking(BlockingQueue<?> queue) {
    return Sample.of(queue, same -> List.of(new ArrayList<>(same), same.remainingCapacity()));
  }

  private static List<Sample> maps() {
    Properties defaults = new Properties();
    defaults.setProperty("shines", "through");
    Properties properties = new Properties(defaults);
    properties.setProperty("own", "value");
    IdentityHashMap<Object, Object> identity = new IdentityHashMap<>();
    identity.put("one", null);
    return List.of(
        Sample.of(new HashMap<>(Collections.singletonMap(null, "null key"))),
        orderedMap(filled(new LinkedHashMap(), "z", 1, "a", null)),
        orderedMap(filled(new TreeMap(), "z", 1, "a", null)),
        new Sample(
            "TreeMap in reverse",
            filled(new TreeMap(Comparator.reverseOrder()), "z", 1, "a", null),
            same ->
                List.of(same, same.toString(), comparator(((SortedMap<?, ?>) same).comparator())),
            true),
        orderedMap(filled(new ConcurrentSkipListMap(Comparator.reverseOrder()), 1, 2, 3, 4)),
        Sample.of(new ConcurrentHashMap<>(Map.of(1, 2))),
        Sample.of(Map.of()),
        Sample.of(Map.of(1, Set.of())),
        Sample.of(Map.of(1, 2, 3, 4)),
        orderedMap(filled(new EnumMap(TimeUnit.class), TimeUnit.DAYS, 1, TimeUnit.HOURS, null)),
        Sample.of("empty EnumMap", new EnumMap<TimeUnit, Object>(TimeUnit.class)),
        Sample.of(filled(new Hashtable(), 1, 2)),
        Sample.of(
            properties, same -> List.of(same, same.getProperty("shines"), same.getProperty("own"))),
        Sample.of(identity, same -> new ArrayList<>(same.keySet())),
        Sample.of(filled(new WeakHashMap(), 1, null)),
        Sample.of(Collections.emptyMap()),
        Sample.of(Collections.emptySortedMap()),
        Sample.of(Collections.singletonMap(null, 1)));
  }

  private static Map<Object, @Nullable Object> filled(
      Map<Object, @Nullable Object> map, @Nullable Object... keysAndValues) {
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private static List<Sample> wrappers() {
    List<Object> list = new ArrayList<>(List.of("a", 1));
    TreeSet<Object> set = new TreeSet<>(List.of("b", "a"));
    TreeMap<Object, Object> map = new TreeMap<>(Map.of("b", 1, "a", 2));
    return List.of(
        ordered(Collections.unmodifiableCollection(list)),
        ordered(Collections.unmodifiableSequencedCollection(new ArrayDeque<>(list))),
        Sample.of(Collections.unmodifiableList(list)),
        Sample.of(Collections.unmodifiableList(new LinkedList<>(list))),
        Sample.of(Collections.unmodifiableSet(set)),
        Sample.of(Collections.unmodifiableSequencedSet(new LinkedHashSet<>(list))),
        Sample.of(Collections.unmodifiableSortedSet(set)),
        Sample.of(Collections.unmodifiableNavigableSet(set)),
        Sample.of(Collections.unmodifiableMap(map)),
        Sample.of(Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map))),
        Sample.of(Collections.unmodifiableSortedMap(map)),
        Sample.of(Collections.unmodifiableNavigableMap(map)),
        ordered(Collections.synchronizedCollection(list)),
        Sample.of(Collections.synchronizedList(list)),
        Sample.of(Collections.synchronizedList(new LinkedList<>(list))),
        Sample.of(Collections.synchronizedSet(set)),
        Sample.of(Collections.synchronizedSortedSet(set)),
        Sample.of(Collections.synchronizedNavigableSet(set)),
        Sample.of(Collections.synchronizedMap(map)),
        Sample.of(Collections.synchronizedSortedMap(map)),
        Sample.of(Collections.synchronizedNavigableMap(map)));
  }

  private static List<Sample> comparators() {
    return List.of(
        Sample.of("natural order", Comparator.naturalOrder()),
        Sample.of("reverse order", Comparator.reverseOrder()),
        Sample.of("case-insensitive", String.CASE_INSENSITIVE_ORDER),
        Sample.of("reversed", String.CASE_INSENSITIVE_ORDER.reversed()),
        Sample.of(
            Comparator.nullsFirst(String.CASE_INSENSITIVE_ORDER),
            same -> List.of(same.compare(null, "a"), same.compare("b", "A"))),
        Sample.of(
            Comparator.<String>nullsLast(null),
            same -> List.of(same.compare(null, "a"), same.compare("b", "A"))));
  }

  private static List<Sample> holders() {
    return List.of(
        Sample.of(Optional.empty()),
        Sample.of(Optional.of(List.of(1))),
        Sample.of(new AtomicReference<>(List.of(1)), AtomicReference::get),
        Sample.of(new AtomicReference<@Nullable Object>(), AtomicReference::toString),
        Sample.of(
            new AtomicReferenceArray<@Nullable Object>(new @Nullable Object[] {1, null}),
            AtomicReferenceArray::toString),
        Sample.of(
            new AtomicStampedReference<>("x", 7),
            same -> List.of(same.getReference(), same.getStamp())),
        Sample.of(
            new AtomicMarkableReference<>("x", true),
            same -> List.of(same.getReference(), same.isMarked())),
        Sample.of(new AbstractMap.SimpleEntry<>("k", null)),
        Sample.of(new AbstractMap.SimpleImmutableEntry<>(null, 1)),
        Sample.of(Map.entry("k", 1)),
        Sample.of(new Object(), Object::getClass));
  }
}
