// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds the types that `Collections` creates (wrappers, collections with at most one element,
/// comparators), map entries, and views of collections, which are read as copies.
@SuppressWarnings({
  "unchecked",
  "rawtypes",
  "NullAway" // a missing part fails where it is used
})
final class WrapperTypes {

  private WrapperTypes() {}

  static void addTo(Catalog catalog) {
    addWrappers(catalog);
    addConstants(catalog);
    addSmall(catalog);
    addMapBacked(catalog);
    addComparators(catalog);
    addEntries(catalog);
    addViews(catalog);
  }

  private static void addWrappers(Catalog catalog) {
    WrapperCodec unmodifiable =
        new WrapperCodec(
            catalog.values(),
            List.of(
                new WrapperCodec.Wrapper<>(Collection.class, Collections::unmodifiableCollection),
                new WrapperCodec.Wrapper<>(
                    SequencedCollection.class, Collections::unmodifiableSequencedCollection),
                new WrapperCodec.Wrapper<>(List.class, Collections::unmodifiableList),
                new WrapperCodec.Wrapper<>(Set.class, Collections::unmodifiableSet),
                new WrapperCodec.Wrapper<>(
                    SequencedSet.class, Collections::unmodifiableSequencedSet),
                new WrapperCodec.Wrapper<>(SortedSet.class, Collections::unmodifiableSortedSet),
                new WrapperCodec.Wrapper<>(
                    NavigableSet.class, Collections::unmodifiableNavigableSet),
                new WrapperCodec.Wrapper<>(Map.class, Collections::unmodifiableMap),
                new WrapperCodec.Wrapper<>(
                    SequencedMap.class, Collections::unmodifiableSequencedMap),
                new WrapperCodec.Wrapper<>(SortedMap.class, Collections::unmodifiableSortedMap),
                new WrapperCodec.Wrapper<>(
                    NavigableMap.class, Collections::unmodifiableNavigableMap)));
    catalog.addFamily(166, Object.class, unmodifiable, unmodifiable.classes());
    WrapperCodec synchronizing =
        new WrapperCodec(
            catalog.values(),
            List.of(
                new WrapperCodec.Wrapper<>(Collection.class, Collections::synchronizedCollection),
                new WrapperCodec.Wrapper<>(List.class, Collections::synchronizedList),
                new WrapperCodec.Wrapper<>(Set.class, Collections::synchronizedSet),
                new WrapperCodec.Wrapper<>(SortedSet.class, Collections::synchronizedSortedSet),
                new WrapperCodec.Wrapper<>(
                    NavigableSet.class, Collections::synchronizedNavigableSet),
                new WrapperCodec.Wrapper<>(Map.class, Collections::synchronizedMap),
                new WrapperCodec.Wrapper<>(SortedMap.class, Collections::synchronizedSortedMap),
                new WrapperCodec.Wrapper<>(
                    NavigableMap.class, Collections::synchronizedNavigableMap)));
    catalog.addFamily(167, Object.class, synchronizing, synchronizing.classes());
  }

  private static void addConstants(Catalog catalog) {
    Map<String, Object> constants = new LinkedHashMap<>();
    constants.put("emptyList", Collections.emptyList());
    constants.put("emptySet", Collections.emptySet());
    constants.put("emptyMap", Collections.emptyMap());
    constants.put("emptyNavigableSet", Collections.emptyNavigableSet());
    constants.put("emptyNavigableMap", Collections.emptyNavigableMap());
    constants.put("reverseOrder", Collections.reverseOrder());
    constants.put("CASE_INSENSITIVE_ORDER", String.CASE_INSENSITIVE_ORDER);
    IdentityHashMap<Object, String> names = new IdentityHashMap<>();
    constants.forEach((name, constant) -> names.put(constant, name));
    catalog.textFamily(
        168,
        Object.class,
        constant -> {
          String name = names.get(constant);
          if (name == null) {
            throw Failures.unsupported(
                constant.getClass(), "it is not the instance that Collections returns");
          }
          return name;
        },
        name -> {
          Object constant = constants.get(name);
          if (constant == null) {
            throw new IllegalArgumentException(name);
          }
          return constant;
        },
        constants.values().stream().map(Object::getClass).toArray(Class<?>[]::new));
  }

  private static void addSmall(Catalog catalog) {
    catalog.partsFamily(
        169,
        List.class,
        2,
        list -> new Object[] {list.size(), list.isEmpty() ? null : list.getFirst()},
        parts -> Collections.nCopies((int) parts[0], parts[1]),
        Collections.nCopies(1, 1).getClass());
    catalog.partsFamily(
        170,
        List.class,
        1,
        list -> new Object[] {list.getFirst()},
        parts -> Collections.singletonList(parts[0]),
        Collections.singletonList(1).getClass());
    catalog.rowFamily(
        171,
        Set.class,
        Set.of(),
        set -> new Object[] {set.iterator().next()},
        parts -> Collections.singleton(parts[0]),
        Collections.singleton(1).getClass());
    catalog.rowFamily(
        172,
        Map.class,
        new LinkedHashMap<>(),
        map -> {
          Map.Entry<?, ?> entry = ((Map<?, ?>) map).entrySet().iterator().next();
          return new @Nullable Object[] {entry.getKey(), entry.getValue()};
        },
        parts -> Collections.singletonMap(parts[0], parts[1]),
        Collections.singletonMap(1, 1).getClass());
  }

  private static void addMapBacked(Catalog catalog) {
    Class<?> setFromMap = Collections.newSetFromMap(new LinkedHashMap<>()).getClass();
    SerialFields setFields = SerialFields.of(setFromMap);
    catalog.partsFamily(
        173,
        Set.class,
        1,
        set -> new Object[] {setFields.of(set).get("m")},
        parts -> setFrom((Map<Object, Boolean>) parts[0], Collections::newSetFromMap),
        setFromMap);
    catalog.partsFamily(
        191,
        Set.class,
        1,
        set -> new Object[] {setFields.of(set).get("m")},
        parts ->
            setFrom((SequencedMap<Object, Boolean>) parts[0], Collections::newSequencedSetFromMap),
        Collections.newSequencedSetFromMap(new LinkedHashMap<>()).getClass());
    Class<?> lifo = Collections.asLifoQueue(new LinkedList<>()).getClass();
    SerialFields lifoFields = SerialFields.of(lifo);
    catalog.partsFamily(
        174,
        Collection.class,
        1,
        queue -> new Object[] {lifoFields.of(queue).get("q")},
        parts -> Collections.asLifoQueue((Deque<?>) parts[0]),
        lifo);
  }

  /// A set backed by a map, which must be empty at first.
  private static <M extends Map<Object, Boolean>> Set<Object> setFrom(
      M map, Function<M, Set<Object>> wrap) {
    List<Object> elements = new ArrayList<>(map.keySet());
    map.clear();
    Set<Object> set = wrap.apply(map);
    set.addAll(elements);
    return set;
  }

  private static void addComparators(Catalog catalog) {
    Class<?> reverse = Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass();
    SerialFields reverseFields = SerialFields.of(reverse);
    catalog.partsFamily(
        175,
        Comparator.class,
        1,
        comparator -> new Object[] {reverseFields.of(comparator).get("cmp")},
        parts -> Collections.reverseOrder((Comparator<?>) parts[0]),
        reverse);
    Class<?> nulls = Comparator.nullsFirst(null).getClass();
    SerialFields nullsFields = SerialFields.of(nulls);
    catalog.partsFamily(
        176,
        Comparator.class,
        2,
        comparator -> {
          Map<String, @Nullable Object> fields = nullsFields.of(comparator);
          return new @Nullable Object[] {fields.get("nullFirst"), fields.get("real")};
        },
        parts ->
            (boolean) parts[0]
                ? Comparator.nullsFirst((Comparator<?>) parts[1])
                : Comparator.nullsLast((Comparator<?>) parts[1]),
        nulls);
  }

  private static void addEntries(Catalog catalog) {
    catalog.parts(
        179,
        AbstractMap.SimpleEntry.class,
        2,
        entry -> new Object[] {entry.getKey(), entry.getValue()},
        parts -> new AbstractMap.SimpleEntry<>(parts[0], parts[1]));
    catalog.rowFamily(
        181,
        Map.Entry.class,
        new ConcurrentSkipListMap<>(),
        entry -> new Object[] {entry.getKey(), entry.getValue()},
        parts -> Map.entry(parts[0], parts[1]),
        Map.entry(1, 1).getClass());
    // Entries of maps are views; they are also written as this type.
    catalog.partsFamily(
        180,
        Map.Entry.class,
        2,
        entry -> new Object[] {entry.getKey(), entry.getValue()},
        parts -> new AbstractMap.SimpleImmutableEntry<>(parts[0], parts[1]));
  }

  /// The first type that fits is chosen, so the order matters.
  private static void addViews(Catalog catalog) {
    catalog.copies(LinkedList.class, LinkedList.class);
    catalog.copies(List.class, ArrayList.class);
    catalog.copies(SortedSet.class, TreeSet.class);
    catalog.copies(Set.class, LinkedHashSet.class);
    catalog.copies(Deque.class, LinkedList.class);
    catalog.copies(Collection.class, ArrayList.class);
    catalog.copies(ConcurrentNavigableMap.class, ConcurrentSkipListMap.class);
    catalog.copies(SortedMap.class, TreeMap.class);
    catalog.copies(Map.class, LinkedHashMap.class);
  }
}
