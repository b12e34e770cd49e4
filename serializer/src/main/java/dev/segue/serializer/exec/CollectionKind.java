// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The collections of the JDK that come back as what they were, with their number on the wire.
enum CollectionKind {
  /// What a list is unless it says otherwise.
  ARRAY_LIST(18, CollectionKind::arrayList, ArrayList.class),
  LINKED_LIST(19, elements -> new LinkedList<>(Arrays.asList(elements)), LinkedList.class),
  /// `List.of`, and `Stream.toList()`, which allows nulls.
  IMMUTABLE_LIST(20, CollectionKind::immutableList, List.of().getClass(), List.of("").getClass()),
  /// `Arrays.asList`.
  FIXED_SIZE_LIST(21, elements -> Arrays.asList(elements), Arrays.asList().getClass()),
  HASH_SET(22, elements -> new HashSet<>(Arrays.asList(elements)), HashSet.class),
  LINKED_HASH_SET(
      23, elements -> new LinkedHashSet<>(Arrays.asList(elements)), LinkedHashSet.class),
  /// In natural order; one with a comparator is refused.
  TREE_SET(24, elements -> new TreeSet<>(Arrays.asList(elements)), TreeSet.class),
  /// `Set.of`.
  IMMUTABLE_SET(25, elements -> Set.of(elements), Set.of().getClass(), Set.of("").getClass()),
  ARRAY_DEQUE(26, elements -> new ArrayDeque<>(Arrays.asList(elements)), ArrayDeque.class),
  COPY_ON_WRITE_LIST(
      27, elements -> new CopyOnWriteArrayList<>(elements), CopyOnWriteArrayList.class),
  CONCURRENT_QUEUE(
      28,
      elements -> new ConcurrentLinkedQueue<>(Arrays.asList(elements)),
      ConcurrentLinkedQueue.class);

  private final int id;
  private final Function<@Nullable Object[], Collection<?>> factory;
  private final List<Class<?>> types;

  CollectionKind(int id, Function<@Nullable Object[], Collection<?>> factory, Class<?>... types) {
    this.id = id;
    this.factory = factory;
    this.types = List.of(types);
  }

  private static Collection<?> arrayList(@Nullable Object[] elements) {
    ArrayList<@Nullable Object> list = new ArrayList<>(elements.length);
    Collections.addAll(list, elements);
    return list;
  }

  private static Collection<?> immutableList(@Nullable Object[] elements) {
    return Arrays.asList(elements).contains(null)
        ? Stream.of(elements).toList()
        : List.of(elements);
  }

  int id() {
    return id;
  }

  List<Class<?>> types() {
    return types;
  }

  /// What cannot be told on the wire is refused before it is lost.
  static void requireNaturalOrder(Object collection) {
    if (collection instanceof SortedSet<?> set && set.comparator() != null) {
      throw Failures.comparator(collection.getClass());
    }
  }

  /// The collection of these elements.
  ///
  /// @param position where they stood, for the error when this collection cannot hold them
  Collection<?> create(@Nullable Object[] elements, long position) {
    try {
      return factory.apply(elements);
    } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
      throw Failures.malformed("corrupt: no " + this + " can hold these elements: " + e, position);
    }
  }
}
