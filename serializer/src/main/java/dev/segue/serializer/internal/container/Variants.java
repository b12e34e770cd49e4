// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.LinkedHashMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Classes of containers that come in two variants, which have a number each. What a class usually
/// is, is nothing but its rows: a `LinkedHashMap` in the order of insertion, a `TreeMap` in the
/// natural order of its keys. Whether one is otherwise, only the container itself tells.
public final class Variants {

  private Variants() {}

  /// Whether containers of a class may be another variant than the usual one.
  public static boolean arePossible(Class<?> type) {
    return type == LinkedHashMap.class || type == TreeMap.class || type == TreeSet.class;
  }

  /// Whether a container is what its class usually is, as all are of which there are no variants.
  public static boolean isUsual(Object container) {
    if (container instanceof SortedMap<?, ?> map) {
      return map.comparator() == null;
    }
    if (container instanceof SortedSet<?> set) {
      return set.comparator() == null;
    }
    return container.getClass() != LinkedHashMap.class || !AccessOrder.isOn(container);
  }

  /// The number of the other variant.
  public static int otherId(Class<?> type) {
    if (type == TreeMap.class) {
      return TypeNumbers.COMPARED_MAP;
    }
    return type == TreeSet.class ? TypeNumbers.COMPARED_SET : TypeNumbers.ACCESS_ORDERED_MAP;
  }
}
