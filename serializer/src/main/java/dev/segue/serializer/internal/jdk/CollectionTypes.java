// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Adds the collections and maps that are created empty and then filled, except the most common
/// ones, which have compiled codecs.
@SuppressWarnings({
  "unchecked",
  "rawtypes",
  "NullAway" // a missing part fails where it is used
})
final class CollectionTypes {

  private static final SerialFields PROPERTIES = SerialFields.of(Properties.class);
  private static final SerialFields ENUM_MAP = SerialFields.of(EnumMap.class);
  private static final SerialFields LINKED_QUEUE = SerialFields.of(LinkedBlockingQueue.class);
  private static final SerialFields LINKED_DEQUE = SerialFields.of(LinkedBlockingDeque.class);

  private final Catalog catalog;

  private CollectionTypes(Catalog catalog) {
    this.catalog = catalog;
  }

  static void addTo(Catalog catalog) {
    CollectionTypes types = new CollectionTypes(catalog);
    types.addSorted();
    types.addQueues();
    types.addSetsAndLists();
    types.addMaps();
  }

  private <C> void plain(int id, Class<C> type, Supplier<? extends C> empty) {
    headed(id, type, 0, _ -> new Object[0], _ -> empty.get());
  }

  private <C> void headed(
      int id,
      Class<C> type,
      int parts,
      Function<C, @Nullable Object[]> toHead,
      From<@Nullable Object[], ? extends C> empty) {
    ValueParts head = new ValueParts(catalog.values(), parts);
    catalog.add(id, type, new ElementsCodec<>(type, head, toHead, empty));
  }

  private <C> void sorted(int id, Class<C> type, Function<Comparator<Object>, C> empty) {
    headed(
        id,
        type,
        1,
        container -> new Object[] {comparator(container)},
        parts -> empty.apply((Comparator<Object>) parts[0]));
  }

  private static @Nullable Comparator<?> comparator(Object container) {
    return switch (container) {
      case SortedSet<?> set -> set.comparator();
      case SortedMap<?, ?> map -> map.comparator();
      case PriorityQueue<?> queue -> queue.comparator();
      case PriorityBlockingQueue<?> queue -> queue.comparator();
      default -> throw new IllegalArgumentException("container=" + container.getClass());
    };
  }

  private void addSorted() {
    sorted(TypeNumbers.COMPARED_SET, TreeSet.class, TreeSet::new);
    sorted(TypeNumbers.COMPARED_MAP, TreeMap.class, TreeMap::new);
    sorted(146, PriorityQueue.class, PriorityQueue::new);
    sorted(
        147,
        PriorityBlockingQueue.class,
        comparator -> new PriorityBlockingQueue<>(11, comparator));
    sorted(148, ConcurrentSkipListSet.class, ConcurrentSkipListSet::new);
    sorted(149, ConcurrentSkipListMap.class, ConcurrentSkipListMap::new);
  }

  private void addQueues() {
    plain(153, ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new);
    headed(
        154,
        LinkedBlockingQueue.class,
        1,
        queue -> new Object[] {LINKED_QUEUE.of(queue).get("capacity")},
        parts -> new LinkedBlockingQueue<>((int) parts[0]));
    headed(
        155,
        LinkedBlockingDeque.class,
        1,
        queue -> new Object[] {LINKED_DEQUE.of(queue).get("capacity")},
        parts -> new LinkedBlockingDeque<>((int) parts[0]));
    catalog.add(156, ArrayBlockingQueue.class, new BlockingQueueCodec(catalog.values()));
    plain(157, LinkedTransferQueue.class, LinkedTransferQueue::new);
  }

  private void addSetsAndLists() {
    catalog.addFamily(
        150,
        EnumSet.class,
        new EnumContainerCodec<>(
            EnumSet.class,
            catalog.values(),
            set -> firstConstant(set),
            type -> EnumSet.noneOf((Class) type)));
    plain(152, CopyOnWriteArraySet.class, CopyOnWriteArraySet::new);
    plain(158, Vector.class, Vector::new);
    plain(159, Stack.class, Stack::new);
    plain(164, ConcurrentHashMap.KeySetView.class, ConcurrentHashMap::newKeySet);
  }

  private static Object firstConstant(EnumSet<?> set) {
    EnumSet<?> some = set.isEmpty() ? EnumSet.complementOf((EnumSet) set) : set;
    if (some.isEmpty()) {
      throw Failures.unsupported(
          EnumSet.class, "it is empty, and no method returns its enum, which has no constants");
    }
    return FirstConstants.of(some.iterator().next().getDeclaringClass());
  }

  private void addMaps() {
    catalog.add(
        151,
        EnumMap.class,
        new EnumContainerCodec<>(
            EnumMap.class,
            catalog.values(),
            map -> firstConstant(map),
            type -> new EnumMap<>((Class) type)));
    plain(160, Hashtable.class, Hashtable::new);
    headed(
        161,
        Properties.class,
        1,
        properties -> new Object[] {PROPERTIES.of(properties).get("defaults")},
        parts -> new Properties((Properties) parts[0]));
    plain(162, IdentityHashMap.class, IdentityHashMap::new);
    plain(163, WeakHashMap.class, WeakHashMap::new);
  }

  /// No method returns the enum of an empty map.
  private static Object firstConstant(EnumMap<?, ?> map) {
    Class<?> type =
        map.isEmpty()
            ? (Class<?>) ENUM_MAP.of(map).get("keyType")
            : map.keySet().iterator().next().getDeclaringClass();
    return FirstConstants.of(type);
  }
}
