// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.container.AccessOrder;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Dictionary;
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
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TransferQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Creates empty collections and maps of declared types, for values that were written as another
/// kind of container or with other elements. Unsorted sets and maps keep the order in which the
/// elements were written.
@SuppressWarnings("unchecked") // empty, of anything
public final class Containers {

  /// Factories of empty containers. Given a container of the same class, they copy its other
  /// properties: comparator, capacity and order.
  private static final Map<Class<?>, Function<@Nullable Object, @Nullable Object>> MAKERS =
      new HashMap<>();

  static {
    plain(Iterable.class, ArrayList::new);
    plain(Collection.class, ArrayList::new);
    plain(List.class, ArrayList::new);
    plain(ArrayList.class, ArrayList::new);
    plain(LinkedList.class, LinkedList::new);
    plain(Vector.class, Vector::new);
    plain(Stack.class, Stack::new);
    // Created once, from all elements, see finished().
    plain(CopyOnWriteArrayList.class, ArrayList::new);
    plain(CopyOnWriteArraySet.class, LinkedHashSet::new);
    plain(Set.class, LinkedHashSet::new);
    plain(HashSet.class, HashSet::new);
    plain(LinkedHashSet.class, LinkedHashSet::new);
    plain(ConcurrentHashMap.KeySetView.class, ConcurrentHashMap::newKeySet);
    sorted(TreeSet.class, TreeSet::new);
    sorted(ConcurrentSkipListSet.class, ConcurrentSkipListSet::new);
    sorted(PriorityQueue.class, PriorityQueue::new);
    sorted(PriorityBlockingQueue.class, order -> new PriorityBlockingQueue<>(11, order));
    plain(ArrayDeque.class, ArrayDeque::new);
    plain(ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new);
    plain(ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new);
    plain(LinkedTransferQueue.class, LinkedTransferQueue::new);
    plain(TransferQueue.class, LinkedTransferQueue::new);
    plain(BlockingQueue.class, LinkedBlockingQueue::new);
    plain(BlockingDeque.class, LinkedBlockingDeque::new);
    MAKERS.put(LinkedBlockingQueue.class, other -> new LinkedBlockingQueue<>(capacity(other)));
    MAKERS.put(LinkedBlockingDeque.class, other -> new LinkedBlockingDeque<>(capacity(other)));
    MAKERS.put(
        ArrayBlockingQueue.class,
        other ->
            other instanceof ArrayBlockingQueue<?>
                ? new ArrayBlockingQueue<>(capacity(other))
                : null);
    plain(Map.class, LinkedHashMap::new);
    plain(HashMap.class, HashMap::new);
    MAKERS.put(
        LinkedHashMap.class,
        other ->
            new LinkedHashMap<>(
                16,
                0.75f,
                other != null
                    && other.getClass() == LinkedHashMap.class
                    && AccessOrder.isOn(other)));
    plain(Hashtable.class, Hashtable::new);
    plain(Dictionary.class, Hashtable::new);
    plain(IdentityHashMap.class, IdentityHashMap::new);
    plain(WeakHashMap.class, WeakHashMap::new);
    sorted(TreeMap.class, TreeMap::new);
    sorted(ConcurrentSkipListMap.class, ConcurrentSkipListMap::new);
    plain(ConcurrentNavigableMap.class, ConcurrentSkipListMap::new);
    plain(ConcurrentMap.class, ConcurrentHashMap::new);
    plain(ConcurrentHashMap.class, ConcurrentHashMap::new);
  }

  private Containers() {}

  private static void plain(Class<?> type, Supplier<Object> empty) {
    MAKERS.put(type, _ -> empty.get());
  }

  private static void sorted(
      Class<?> type, Function<@Nullable Comparator<? super Object>, Object> empty) {
    MAKERS.put(type, other -> empty.apply((Comparator<? super Object>) comparator(other)));
  }

  private static @Nullable Comparator<?> comparator(@Nullable Object container) {
    return switch (container) {
      case SortedSet<?> set -> set.comparator();
      case SortedMap<?, ?> map -> map.comparator();
      case PriorityQueue<?> queue -> queue.comparator();
      case PriorityBlockingQueue<?> queue -> queue.comparator();
      case null, default -> null;
    };
  }

  private static int capacity(@Nullable Object container) {
    return container instanceof BlockingQueue<?> queue
        ? (int) Math.min(Integer.MAX_VALUE, (long) queue.size() + queue.remainingCapacity())
        : Integer.MAX_VALUE;
  }

  /// An empty collection, which is filled element by element and then passed to [#finished]; or
  /// null.
  ///
  /// @param type the declared type with its arguments
  /// @param value the written value, or null
  static @Nullable Collection<Object> collection(
      Class<?> declared, Type type, @Nullable Object value) {
    if (declared == EnumSet.class) {
      return first(type).isEnum() ? EnumSet.noneOf((Class) first(type)) : null;
    }
    return (Collection<Object>) empty(declared, value);
  }

  /// The declared collection with the collected elements. Copy-on-write collections are created
  /// from all elements at once.
  static Collection<@Nullable Object> finished(
      Collection<@Nullable Object> filled, Class<?> declared, Object value, int maxCollidingKeys) {
    Class<?> made = made(declared, value);
    if (made == CopyOnWriteArrayList.class) {
      return new CopyOnWriteArrayList<>(filled);
    }
    if (made != CopyOnWriteArraySet.class) {
      return filled;
    }
    CopyOnWriteArraySet<@Nullable Object> set = new CopyOnWriteArraySet<>();
    Object _ = HashGuard.of(set, filled.size(), maxCollidingKeys);
    set.addAll(filled);
    return set;
  }

  /// An empty map, or null.
  ///
  /// @param type the declared type with its arguments
  /// @param value the written value, or null
  static @Nullable Map<Object, Object> map(Class<?> declared, Type type, @Nullable Object value) {
    if (declared == EnumMap.class) {
      return first(type).isEnum() ? new EnumMap<>((Class) first(type)) : null;
    }
    return (Map<Object, Object>) empty(declared, value);
  }

  /// The declared class of a collection's elements, or of a map's keys.
  private static Class<?> first(Type type) {
    Class<?> raw = Shapes.erasure(type);
    Class<?> container = Map.class.isAssignableFrom(raw) ? Map.class : Iterable.class;
    return Shapes.erasure(Generics.argument(type, container, 0));
  }

  /// An empty collection or map of a declared class, as for values that were written as another
  /// class; null if there is none, or if it depends on the declared element type.
  public static @Nullable Object ofDeclared(Class<?> declared) {
    return Shapes.isOfConstants(declared) ? null : empty(declared, null);
  }

  /// The class of the written value, if the declared type allows it, so that only the elements
  /// change; otherwise the declared class.
  private static Class<?> made(Class<?> declared, @Nullable Object value) {
    return value != null && declared.isInstance(value) && MAKERS.containsKey(value.getClass())
        ? value.getClass()
        : declared;
  }

  private static @Nullable Object empty(Class<?> declared, @Nullable Object value) {
    Class<?> made = made(declared, value);
    Function<@Nullable Object, @Nullable Object> maker = MAKERS.get(made);
    if (maker == null) {
      Class<?> usual = Shapes.usualClass(made);
      maker = usual == null ? null : MAKERS.get(usual);
    }
    return maker == null ? null : maker.apply(value);
  }
}
