// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Collections and maps of a library that are written as plain JDK ones, see
/// [SerializerBuilder#plainContainers].
class PlainContainersTest {

  /// The common interface of the library's containers; they hold a session, for example.
  interface Loaded {}

  static final class LoadedList extends AbstractList<Object> implements Loaded {
    final transient Object session = new Object();
    private final transient List<Object> loaded;

    LoadedList(Object... loaded) {
      this.loaded = List.of(loaded);
    }

    @Override
    public Object get(int index) {
      return loaded.get(index);
    }

    @Override
    public int size() {
      return loaded.size();
    }
  }

  static final class LoadedSet extends AbstractSet<Object> implements Loaded {
    private final transient Set<Object> loaded = new LinkedHashSet<>(List.of("z", "a"));

    @Override
    public Iterator<Object> iterator() {
      return loaded.iterator();
    }

    @Override
    public int size() {
      return loaded.size();
    }
  }

  @SuppressWarnings("serial") // never serialized by Java
  static final class LoadedSortedSet extends TreeSet<String> implements Loaded {
    LoadedSortedSet() {
      super(Comparator.reverseOrder());
      addAll(List.of("a", "b"));
    }
  }

  static final class LoadedMap extends AbstractMap<String, Object> implements Loaded {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("z", 1);
      map.put("a", new LoadedList("deep"));
      return map.entrySet();
    }
  }

  record Entity(
      List<Object> list, Set<Object> set, SortedSet<String> sorted, Map<String, Object> map) {}

  private static final Serializer WRITER =
      Serializer.builder().register(Entity.class).plainContainers(Loaded.class).build();

  /// A reader that does not know the library.
  private static final Serializer READER = Serializer.builder().register(Entity.class).build();

  private static Entity entity() {
    return new Entity(
        new LoadedList("x", 1), new LoadedSet(), new LoadedSortedSet(), new LoadedMap());
  }

  @Test
  void fieldsAreReadAsPlainContainersWithContentAndOrder() {
    Entity same = READER.fromBytes(WRITER.toBytes(entity()), Entity.class);
    assertEquals(entity(), same);
    assertSame(ArrayList.class, same.list().getClass());
    assertSame(LinkedHashSet.class, same.set().getClass());
    assertEquals(List.of("z", "a"), List.copyOf(same.set()));
    assertSame(TreeSet.class, same.sorted().getClass());
    assertEquals("b", same.sorted().getFirst());
    assertSame(LinkedHashMap.class, same.map().getClass());
    assertInstanceOf(ArrayList.class, same.map().get("a"));
  }

  @Test
  void rootIsWrittenLikeThePlainContainer() {
    List<Object> plain = new ArrayList<>(List.of("x", "y"));
    assertEquals(
        List.of(READER.toBytes(plain).length),
        List.of(WRITER.toBytes(new LoadedList("x", "y")).length));
    assertEquals(plain, READER.fromBytes(WRITER.toBytes(new LoadedList("x", "y")), List.class));
    assertTrue(WRITER.canWrite(LoadedList.class));
  }

  @Test
  void sharedContainersStayShared() {
    Serializer references =
        Serializer.builder().plainContainers(Loaded.class).references(true).build();
    var list = new LoadedList("x");
    Object[] same =
        references.fromBytes(references.toBytes(new Object[] {list, list}), Object[].class);
    assertEquals(List.of("x"), same[0]);
    assertSame(same[0], same[1]);
  }

  @Test
  void rulesDoNotAllowTheClassesThemselves() {
    Serializer byRule =
        Serializer.builder()
            .allow(ClassRule.packagesOf(Entity.class))
            .plainContainers(Loaded.class)
            .build();
    assertEquals(entity(), byRule.fromBytes(byRule.toBytes(entity()), Entity.class));
    assertTrue(
        byRule.registeredClasses().values().stream().noneMatch(Loaded.class::isAssignableFrom));
  }

  /// Implements the library's common interface, but is not a container.
  record LoadedEntity(int id) implements Loaded {}

  @Test
  void rulesAllowClassesOtherThanContainers() {
    Serializer byRule =
        Serializer.builder()
            .allow(ClassRule.packagesOf(Entity.class))
            .plainContainers(Loaded.class)
            .build();
    LoadedEntity entity = new LoadedEntity(1);
    assertEquals(entity, byRule.fromBytes(byRule.toBytes(entity), LoadedEntity.class));
  }

  @Test
  void otherUnregisteredContainersAreStillRefused() {
    assertThrows(SerializationException.class, () -> READER.toBytes(new LoadedList("x")));
  }

  @Test
  void jdkTypesAreRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> Serializer.builder().plainContainers(List.class));
    assertTrue(String.valueOf(e.getMessage()).contains("java.util.List"), e.getMessage());
  }
}
