// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The walk over a graph ends, and runs no code of the graph's classes.
@SuppressWarnings("UnusedVariable") // fields that only the walk reads
class SeenClassesTest {

  static final class Node {
    @Nullable Object next;
    @Nullable Object value;
  }

  static final class Found {}

  /// Fails as soon as one of its methods is called.
  static final class Unforgiving extends AbstractList<Object> {
    final Object field = new Found();

    @Override
    public Object get(int index) {
      throw new AssertionError("get");
    }

    @Override
    public int size() {
      throw new AssertionError("size");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new AssertionError("equals");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("hashCode");
    }

    @Override
    public String toString() {
      throw new AssertionError("toString");
    }
  }

  enum Color {
    RED
  }

  record Named(List<Color> colors, Map<Color, Color[]> byColor, Object any) {}

  private static Set<Class<?>> unknownIn(Object root, Class<?>... known) {
    List<Class<?>> all = List.of(known);
    return SeenClasses.unknownIn(
        root, all::contains, type -> all.contains(type) || type.getName().startsWith("java."));
  }

  @Test
  void cyclicObjectsAreVisitedOnce() {
    Node first = new Node();
    Node second = new Node();
    first.next = second;
    second.next = first;
    first.value = new ArrayList<>(List.of(second, new HashMap<>(Map.of("k", new Found()))));
    assertEquals(Set.of(Node.class, Found.class), unknownIn(first));
    assertEquals(Set.of(Found.class), unknownIn(first, Node.class));
  }

  @Test
  void longChainsAreFollowedWithoutRecursionUpToALimit() {
    Node last = new Node();
    last.value = new Found();
    Node first = last;
    for (int i = 0; i < 1_000_000; i++) {
      Node before = new Node();
      before.next = first;
      first = before;
      if (i == 2_000) {
        assertEquals(Set.of(Found.class), unknownIn(first, Node.class));
      }
    }
    assertEquals(Set.of(), unknownIn(first, Node.class));
  }

  @Test
  void largeContainersAreFollowedUpToALimit() {
    Object[] large = new Object[1_000_000];
    large[0] = new Found();
    assertEquals(Set.of(Found.class), unknownIn(large));
    large[999_999] = large[0];
    large[0] = "";
    assertEquals(Set.of(), unknownIn(large));
    assertEquals(
        Set.of(Found.class), unknownIn(Collections.nCopies(Integer.MAX_VALUE, new Found())));
  }

  @Test
  void methodsOfOtherClassesAreNotCalled() {
    Unforgiving list = new Unforgiving();
    assertEquals(Set.of(Unforgiving.class, Found.class), unknownIn(list));
    Node holder = new Node();
    holder.value = Collections.unmodifiableList(list);
    assertEquals(Set.of(Unforgiving.class, Found.class), unknownIn(holder, Node.class));
  }

  @Test
  void declaredEnumsAndArraysNeedNoRegistration() {
    Named named = new Named(List.of(Color.RED), Map.of(Color.RED, new Color[] {Color.RED}), "");
    assertEquals(Set.of(), unknownIn(named, Named.class));
    Named any = new Named(List.of(), Map.of(), List.of(Color.RED, new Found[0]));
    assertEquals(Set.of(Color.class, Found[].class), unknownIn(any, Named.class));
  }
}
