// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.layout.EnumConstants;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/// Sets of constants of one enum, or maps with such keys, if their declaration names the enum.
///
/// @param like another kind of sets or maps with the same rows
/// @param constants the constants. Their [type][EnumConstants#type] is not an enum if the reader
///   does not know the writer's enum, or reads the names of its constants: the container is then a
///   plain set or map
public record EnumKind(ContainerKind like, EnumConstants constants) implements ContainerKind {

  @Override
  public int columns() {
    return like.columns();
  }

  @Override
  public int rows(Object container) {
    return like.rows(container);
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return like.cells(container);
  }

  /// The size for an enum does not depend on the rows, see [#baseBytes].
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // it is an enum
  public Object begin(int rows) {
    Class<?> type = constants.type();
    if (columns() == 1) {
      return type.isEnum() ? EnumSet.noneOf((Class) type) : LinkedHashSet.newLinkedHashSet(rows);
    }
    return type.isEnum() ? new EnumMap<>((Class) type) : LinkedHashMap.newLinkedHashMap(rows);
  }

  @Override
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    like.put(begun, row, first, second);
  }

  @Override
  public Object finish(Object begun) {
    return begun;
  }

  @Override
  public boolean isKeyed() {
    return true;
  }

  @Override
  public boolean isSelf() {
    return true;
  }

  /// An array element or a bit for each constant that the reader knows.
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // it is an enum
  public int baseBytes() {
    Class<?> type = constants.type();
    int most = type.isEnum() ? EnumSet.allOf((Class) type).size() : 0;
    return columns() == 1 ? most / Byte.SIZE : most * Integer.BYTES;
  }

  @Override
  public int rowBytes() {
    return like.rowBytes();
  }
}
