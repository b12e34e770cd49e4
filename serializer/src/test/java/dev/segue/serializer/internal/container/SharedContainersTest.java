// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.testing.Full;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Containers that other threads change while they are written: readers get a consistent snapshot.
@Tag("jit")
@SuppressWarnings("JdkObsolete") // also unchecked casts
class SharedContainersTest {

  private static final int ELEMENTS = 4;
  private static final int ROUNDS = Full.or(50_000, 15_000);

  /// Runs an action whenever it is written.
  static final class Trigger implements Comparable<Trigger> {

    final int number;
    final transient Runnable whenWritten;

    Trigger(int number, Runnable whenWritten) {
      this.number = number;
      this.whenWritten = whenWritten;
    }

    @Override
    public int compareTo(Trigger other) {
      return Integer.compare(number, other.number);
    }
  }

  private static final TypeSurrogate<Trigger, Integer> TRIGGERS =
      TypeSurrogate.of(
          Trigger.class,
          Integer.class,
          trigger -> {
            trigger.whenWritten.run();
            return trigger.number;
          },
          number -> new Trigger(number, () -> {}));

  static final class Holder {
    Collection<Trigger> collection = new ArrayList<>();
    List<Trigger> list = new ArrayList<>();
    Map<Trigger, Trigger> map = new ConcurrentHashMap<>();
    ConcurrentMap<Trigger, Trigger> concurrent = new ConcurrentHashMap<>();
    Object anything = "";
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(TRIGGERS)
        .register(Holder.class)
        .execution(execution)
        .build();
  }

  static Stream<Collection<Trigger>> collections() {
    return Stream.of(
        new CopyOnWriteArrayList<>(),
        new CopyOnWriteArraySet<>(),
        new ConcurrentLinkedQueue<>(),
        new ConcurrentLinkedDeque<>(),
        new LinkedBlockingQueue<>(),
        new LinkedBlockingDeque<>(),
        new LinkedTransferQueue<>(),
        new PriorityBlockingQueue<>(),
        ConcurrentHashMap.newKeySet(),
        new Vector<>(),
        new Stack<>());
  }

  private static void fill(Collection<Trigger> collection) {
    collection.clear();
    Runnable change =
        () -> {
          Trigger first = collection.iterator().next();
          collection.remove(first);
          collection.add(new Trigger(first.number + ELEMENTS, () -> {}));
          collection.add(new Trigger(-first.number, () -> {}));
        };
    for (int i = 1; i <= ELEMENTS; i++) {
      collection.add(new Trigger(i, change));
    }
  }

  private static void assertWhole(Collection<?> read) {
    var numbers = new HashSet<Integer>();
    read.forEach(element -> numbers.add(((Trigger) element).number));
    assertEquals(ELEMENTS, read.size());
    for (int i = 1; i <= ELEMENTS; i++) {
      assertEquals(true, numbers.contains(i), numbers::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("collections")
  void collectionIsWrittenAsASnapshot(Collection<Trigger> collection) {
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      Holder holder = new Holder();
      holder.collection = collection;
      fill(collection);
      assertWhole(Objects.requireNonNull(serializer.copy(holder)).collection);
      fill(collection);
      Object alone = Objects.requireNonNull(serializer.copy((Object) collection));
      assertSame(collection.getClass(), alone.getClass());
      assertWhole((Collection<?>) alone);
      if (collection instanceof List<Trigger> list) {
        holder = new Holder();
        holder.list = list;
        fill(collection);
        assertWhole(Objects.requireNonNull(serializer.copy(holder)).list);
      }
    }
  }

  static Stream<Map<Trigger, Trigger>> maps() {
    return Stream.of(new ConcurrentHashMap<>(), new ConcurrentSkipListMap<>(), new Hashtable<>());
  }

  private static void fill(Map<Trigger, Trigger> map) {
    map.clear();
    for (int i = 1; i <= ELEMENTS; i++) {
      Trigger added = new Trigger(-i, () -> {});
      Trigger trigger = new Trigger(i, () -> map.put(added, added));
      map.put(trigger, trigger);
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void mapIsWrittenAsASnapshot(Map<Trigger, Trigger> map) {
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      Holder holder = new Holder();
      holder.map = map;
      fill(map);
      assertWhole(Objects.requireNonNull(serializer.copy(holder)).map.keySet());
      if (map instanceof ConcurrentMap<Trigger, Trigger> concurrent) {
        holder = new Holder();
        holder.concurrent = concurrent;
        fill(map);
        assertWhole(Objects.requireNonNull(serializer.copy(holder)).concurrent.keySet());
        assertViewsAreWhole(serializer, concurrent);
      }
    }
  }

  private static void assertViewsAreWhole(Serializer serializer, Map<Trigger, Trigger> map) {
    for (Object view : List.of(map, map.keySet(), map.values())) {
      Holder holder = new Holder();
      holder.anything = view;
      fill(map);
      Object read = Objects.requireNonNull(serializer.copy(holder)).anything;
      assertWhole(read instanceof Map<?, ?> all ? all.keySet() : (Collection<?>) read);
    }
  }

  /// A nearly full queue keeps its capacity.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void queueKeepsItsCapacity(Execution execution) throws InterruptedException {
    Serializer serializer = serializer(execution);
    LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(3);
    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(3);
    deque.addAll(List.of(1, 2));
    queue.addAll(deque);
    AtomicBoolean over = new AtomicBoolean();
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                deque.offer(3);
                queue.offer(3);
                Thread.onSpinWait();
                deque.poll();
                queue.poll();
              }
            });
    try {
      for (int i = 0; i < ROUNDS; i++) {
        var deques = Objects.requireNonNull(serializer.copy(deque));
        assertEquals(3, deques.size() + deques.remainingCapacity());
        var queues = Objects.requireNonNull(serializer.copy(queue));
        assertEquals(3, queues.size() + queues.remainingCapacity());
      }
    } finally {
      over.set(true);
      other.join();
    }
  }
}
