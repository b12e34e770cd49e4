// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotsTest {

  /// Simulates an element that another thread adds after the size was read, or removes.
  private static final class Changing extends ConcurrentHashMap<String, Integer> {

    private static final long serialVersionUID = 1;

    private final int size;

    Changing(Map<String, Integer> entries, int size) {
      super(entries);
      this.size = size;
    }

    @Override
    public int size() {
      return size;
    }
  }

  @Test
  void arraysAreNotShared() {
    assertTrue(Snapshots.isShared(ConcurrentHashMap.class));
    assertFalse(Snapshots.isShared(ConcurrentHashMap[].class));
    assertFalse(Snapshots.isShared(CopyOnWriteArrayList[][].class));
  }

  @Test
  void unsharedContainersAreReturnedAsTheyAre() {
    Object list = new ArrayList<>(List.of(1));
    assertSame(list, Snapshots.stable(list));
    Object map = new HashMap<>(Map.of(1, 2));
    assertSame(map, Snapshots.stable(map));
  }

  @Test
  void snapshotOfASharedListIsIndependent() {
    List<String> list = new CopyOnWriteArrayList<>(List.of("a", "b"));
    Object stable = Snapshots.stable(list);
    list.clear();
    assertEquals(Arrays.asList("a", "b"), stable);
  }

  @Test
  void snapshotOfASharedMapIsIndependent() {
    Map<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2));
    Object stable = Snapshots.stable(map);
    map.clear();
    assertEquals(Map.of("a", 1, "b", 2), stable);
    Set<?> entries = ((Map<?, ?>) stable).entrySet();
    Iterator<?> iterator = entries.iterator();
    for (int i = 0; i < entries.size(); i++) {
      iterator.next();
    }
    assertThrows(NoSuchElementException.class, iterator::next);
  }

  @Test
  void mapMayGrowOrShrinkAfterItsSizeWasRead() {
    Map<String, Integer> entries = Map.of("a", 1, "b", 2, "c", 3);
    for (int size = 0; size <= 5; size++) {
      @Nullable Object[] cells = Snapshots.of(new Changing(entries, size));
      assertEquals(2 * entries.size(), cells.length);
      for (int i = 0; i < cells.length; i += 2) {
        assertEquals(entries.get(cells[i]), cells[i + 1]);
      }
    }
  }
}
