// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Alternating keys and values in an array, for a map that is filled later.
public record Pairs() implements ContainerKind {

  @Override
  public int columns() {
    return 2;
  }

  @Override
  public int rows(Object container) {
    return ((@Nullable Object[]) container).length / 2;
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return Arrays.asList((@Nullable Object[]) container).iterator();
  }

  @Override
  public Object begin(int rows) {
    return new Object[Math.multiplyExact(rows, 2)];
  }

  @Override
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    @Nullable Object[] pairs = (@Nullable Object[]) begun;
    pairs[2 * row] = first;
    pairs[2 * row + 1] = second;
  }

  @Override
  public Object finish(Object begun) {
    return begun;
  }

  @Override
  public boolean isSelf() {
    return false;
  }

  @Override
  public int rowBytes() {
    return 2 * Integer.BYTES;
  }
}
