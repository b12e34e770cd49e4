// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Arrays of objects, as opposed to primitives.
///
/// @param component the class of the elements
public record ArrayKind(Class<?> component) implements ContainerKind {

  @Override
  public int columns() {
    return 1;
  }

  @Override
  public int rows(Object container) {
    return Array.getLength(container);
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return Arrays.asList((@Nullable Object[]) container).iterator();
  }

  @Override
  public Object begin(int rows) {
    return Array.newInstance(component, rows);
  }

  @Override
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    ((@Nullable Object[]) begun)[row] = first;
  }

  @Override
  public Object finish(Object begun) {
    return begun;
  }

  @Override
  public boolean isSelf() {
    return true;
  }

  @Override
  public int rowBytes() {
    return Integer.BYTES;
  }
}
