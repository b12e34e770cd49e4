// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.lang.foreign.Arena;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Exceptions of user code, while a graph is written or read, cause a [SerializationException] with
/// a path and the exception as its cause; errors propagate unchanged.
class UserCodeFailuresTest {

  static final class Broken extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Broken() {
      super("broken");
    }
  }

  /// The method in which a collection fails.
  enum Place {
    SIZE,
    ITERATOR,
    HAS_NEXT,
    NEXT
  }

  private static <T> Iterator<T> broken(Iterator<T> iterator, Place place) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (place == Place.HAS_NEXT) {
          throw new Broken();
        }
        return iterator.hasNext();
      }

      @Override
      public T next() {
        if (place == Place.NEXT) {
          throw new Broken();
        }
        return iterator.next();
      }
    };
  }

  /// A registered collection.
  static final class OwnList extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
    @Nullable Place place;

    @Override
    public int size() {
      if (place == Place.SIZE) {
        throw new Broken();
      }
      return super.size();
    }

    @Override
    public Iterator<Object> iterator() {
      if (place == Place.ITERATOR) {
        throw new Broken();
      }
      return place == null ? super.iterator() : broken(super.iterator(), place);
    }
  }

  static final class OwnMap extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1L;
    @Nullable Place place;

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      Set<Map.Entry<Object, Object>> entries = super.entrySet();
      Place here = place;
      if (here == null) {
        return entries;
      }
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<Object, Object>> iterator() {
          if (here == Place.ITERATOR) {
            throw new Broken();
          }
          return broken(entries.iterator(), here);
        }

        @Override
        public int size() {
          return entries.size();
        }
      };
    }

    @Override
    public int size() {
      if (place == Place.SIZE) {
        throw new Broken();
      }
      return super.size();
    }
  }

  /// The collection inside a JDK wrapper.
  static final class Viewed extends AbstractMap<String, Object> {
    Place place = Place.NEXT;

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
          if (place == Place.ITERATOR) {
            throw new Broken();
          }
          return broken(Map.<String, Object>of("a", 1).entrySet().iterator(), place);
        }

        @Override
        public int size() {
          if (place == Place.SIZE) {
            throw new Broken();
          }
          return 1;
        }
      };
    }
  }

  static final class Thrown extends Exception {
    private static final long serialVersionUID = 1L;

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new Broken();
    }
  }

  static final class Holder {
    @Nullable Object any;
    List<Object> list = new ArrayList<>();
    Collection<Object> collection = new ArrayList<>();
    Map<String, Object> map = new HashMap<>();
    NavigableSet<Object> sorted = new TreeSet<>();
    LinkedList<Coded> linked = new LinkedList<>();
  }

  static final class Coded {
    @Nullable Consumer<Object> hook;
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Holder.class, OwnList.class, OwnMap.class, Thrown.class, Comparing.class)
        .register(
            TypeSurrogate.of(
                Coded.class,
                String.class,
                coded -> {
                  Objects.requireNonNull(coded.hook).accept(coded);
                  return "a";
                },
                _ -> new Coded()))
        .execution(execution)
        .build();
  }

  private static void fails(Serializer serializer, Object root, String path) {
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(root));
    assertEquals(Kind.HOOK_FAILED, e.kind(), e::getMessage);
    assertInstanceOf(Broken.class, e.getCause());
    assertEquals(path, e.path(), e::getMessage);
    try (Arena arena = Arena.ofConfined()) {
      SerializationException other =
          assertThrows(
              SerializationException.class, () -> serializer.write(root, arena.allocate(4096), 0));
      assertEquals(e.getMessage(), other.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresOfRegisteredContainers(Execution execution) {
    Serializer serializer = serializer(execution);
    for (Place place : Place.values()) {
      OwnList list = new OwnList();
      list.add(1);
      list.place = place;
      OwnMap map = new OwnMap();
      map.put(1, 2);
      map.place = place;
      for (Object container : List.of(list, map)) {
        boolean isElement = place == Place.NEXT || place == Place.HAS_NEXT;
        fails(serializer, container, isElement ? "[0]" : "");
        Holder holder = new Holder();
        holder.any = container;
        fails(serializer, holder, isElement ? "Holder.any[0]" : "Holder.any");
        holder.any = null;
        holder.list.add(container);
        fails(serializer, holder, isElement ? "Holder.list[0][0]" : "Holder.list[0]");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresOfTheCollectionBehindAView(Execution execution) {
    Serializer serializer = serializer(execution);
    Holder holder = new Holder();
    AbstractList<Object> own =
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            throw new Broken();
          }

          @Override
          public int size() {
            return 2;
          }
        };
    holder.list = own.subList(0, 1);
    fails(serializer, holder, "Holder.list[0]");
    holder.list = new ArrayList<>();
    holder.collection = own.reversed();
    fails(serializer, holder, "Holder.collection[0]");
    for (Place place : Place.values()) {
      Viewed viewed = new Viewed();
      viewed.place = place;
      Holder map = new Holder();
      map.map = Collections.checkedMap(viewed, String.class, Object.class);
      boolean isElement = place == Place.NEXT || place == Place.HAS_NEXT;
      fails(serializer, map, isElement ? "Holder.map[0]" : "Holder.map");
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresOfAThrowable(Execution execution) {
    Holder holder = new Holder();
    holder.any = new Thrown();
    fails(serializer(execution), holder, "Holder.any");
  }

  @ParameterizedTest
  @EnumSource
  void containerThatChangesDuringTheWriteIsNamed(Execution execution) {
    Serializer serializer = serializer(execution);
    Holder holder = new Holder();
    Coded coded = new Coded();
    coded.hook = _ -> holder.linked.add(new Coded());
    holder.linked.add(coded);
    Coded second = new Coded();
    second.hook = _ -> {};
    holder.linked.add(second);
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(holder));
    assertEquals(Kind.HOOK_FAILED, e.kind(), e::getMessage);
    assertInstanceOf(ConcurrentModificationException.class, e.getCause());
    assertEquals("Holder.linked[1]", e.path());
    assertTrue(e.getMessage().contains("LinkedList was changed"), e::getMessage);
  }

  record Comparing(int number) implements Comparable<Comparing> {
    static boolean isBroken;

    @Override
    public int compareTo(Comparing other) {
      if (isBroken) {
        throw new Broken();
      }
      return Integer.compare(number, other.number);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresOfKeysThatAreComparedDuringReading(Execution execution) {
    Serializer serializer = serializer(execution);
    Holder holder = new Holder();
    for (Object container :
        List.of(
            new TreeSet<>(List.of(new Comparing(1), new Comparing(2))),
            new PriorityQueue<>(List.of(new Comparing(1), new Comparing(2))))) {
      holder.any = container;
      byte[] bytes = serializer.toBytes(holder);
      Comparing.isBroken = true;
      try {
        SerializationException e =
            assertThrows(
                SerializationException.class, () -> serializer.fromBytes(bytes, Holder.class));
        assertEquals(Kind.HOOK_FAILED, e.kind(), e::getMessage);
        assertInstanceOf(Broken.class, e.getCause());
        assertTrue(e.path().startsWith("Holder.any"), e::getMessage);
      } finally {
        Comparing.isBroken = false;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void errorsPropagateUnchanged(Execution execution) {
    Serializer serializer = serializer(execution);
    AssertionError error = new AssertionError("mine");
    Coded coded = new Coded();
    coded.hook =
        _ -> {
          throw error;
        };
    Holder holder = new Holder();
    holder.linked.add(coded);
    assertSame(error, assertThrows(AssertionError.class, () -> serializer.toBytes(holder)));
  }

  private static int endless(int depth) {
    return depth < 0 ? 0 : endless(depth + 1) + 1;
  }

  @ParameterizedTest
  @EnumSource
  void stackOverflowDoesNotPropagateAsAnError(Execution execution) {
    Serializer serializer = serializer(execution);
    Coded coded = new Coded();
    coded.hook = _ -> endless(0);
    Holder holder = new Holder();
    holder.linked.add(coded);
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(holder));
    assertEquals(Kind.TOO_DEEP, e.kind());
    assertEquals("Holder.linked[0]", e.path());
    assertInstanceOf(StackOverflowError.class, e.getCause());
  }

  static final class Picky {
    static boolean isArmed;
    int number = 1;

    Picky() {
      if (isArmed) {
        throw new Broken();
      }
    }
  }

  /// Only a reader runs constructors, so a writer cannot know.
  @ParameterizedTest
  @EnumSource
  void throwingConstructorFailsTheRead(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Holder.class, Picky.class).execution(execution).build();
    Holder holder = new Holder();
    holder.list.add(new Picky());
    byte[] bytes = serializer.toBytes(holder);
    Picky.isArmed = true;
    try {
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> serializer.fromBytes(bytes, Holder.class));
      assertEquals(Kind.CONSTRUCTION_FAILED, e.kind());
      assertInstanceOf(Broken.class, e.getCause());
      assertEquals("Holder.list[0]", e.path());
      assertTrue(e.getMessage().contains(Picky.class.getName()), e::getMessage);
    } finally {
      Picky.isArmed = false;
    }
  }
}
