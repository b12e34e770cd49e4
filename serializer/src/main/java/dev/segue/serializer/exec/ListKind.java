// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The lists of the JDK that come back as what they were.
enum ListKind {
  /// What a list is unless it says otherwise.
  ARRAY_LIST(
      elements -> {
        ArrayList<@Nullable Object> list = new ArrayList<>(elements.length);
        Collections.addAll(list, elements);
        return list;
      },
      ArrayList.class),
  LINKED_LIST(elements -> new LinkedList<>(Arrays.asList(elements)), LinkedList.class),
  /// `List.of`, and `Stream.toList()` without nulls.
  IMMUTABLE(ListKind::immutable, List.of().getClass(), List.of("").getClass()),
  /// `Arrays.asList`.
  FIXED_SIZE(elements -> Arrays.asList(elements), Arrays.asList().getClass());

  private final Function<@Nullable Object[], List<@Nullable Object>> factory;
  private final List<Class<?>> types;

  ListKind(Function<@Nullable Object[], List<@Nullable Object>> factory, Class<?>... types) {
    this.factory = factory;
    this.types = List.of(types);
  }

  /// `toList()` is like `List.of`, but for the nulls that it allows.
  private static List<@Nullable Object> immutable(@Nullable Object[] elements) {
    return Arrays.asList(elements).contains(null)
        ? Stream.of(elements).toList()
        : List.of(elements);
  }

  List<Class<?>> types() {
    return types;
  }

  List<@Nullable Object> create(@Nullable Object[] elements) {
    return factory.apply(elements);
  }
}
