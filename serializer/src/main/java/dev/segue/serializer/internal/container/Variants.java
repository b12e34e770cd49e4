// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.LinkedHashMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Container classes with two variants, each with its own type number. The usual variant has no
/// other state than its rows: a `LinkedHashMap` in insertion order, a `TreeMap` in the natural
/// order of its keys. The class does not show which variant a container is.
public final class Variants {

  private Variants() {}

  /// Whether containers of a class may be of the other variant.
  public static boolean arePossible(Class<?> type) {
    return type == LinkedHashMap.class || type == TreeMap.class || type == TreeSet.class;
  }

  /// Whether a container is of the usual variant of its class, or its class has no variants.
  public static boolean isUsual(Object container) {
    if (container instanceof SortedMap<?, ?> map) {
      return map.comparator() == null;
    }
    if (container instanceof SortedSet<?> set) {
      return set.comparator() == null;
    }
    return container.getClass() != LinkedHashMap.class || !AccessOrder.isOn(container);
  }

  /// The type number of the other variant.
  public static int otherId(Class<?> type) {
    if (type == TreeMap.class) {
      return TypeNumbers.COMPARED_MAP;
    }
    return type == TreeSet.class ? TypeNumbers.COMPARED_SET : TypeNumbers.ACCESS_ORDERED_MAP;
  }
}
