// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An `Optional` with a declared type argument: a list of one element or none.
public enum OptionalKind implements ContainerKind {
  OPTIONAL;

  @Override
  public int columns() {
    return 1;
  }

  @Override
  public int rows(Object container) {
    return ((Optional<?>) container).isPresent() ? 1 : 0;
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return Collections.nCopies(rows(container), ((Optional<?>) container).orElse(null)).iterator();
  }

  @Override
  public Object begin(int rows) {
    return new ArrayList<>(1);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // elements are unchecked
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    ((List<Object>) begun).add(first);
  }

  /// A null element replaces a value that the reader does not know.
  @Override
  public Object finish(Object begun) {
    List<?> elements = (List<?>) begun;
    if (elements.size() > 1) {
      throw new IllegalArgumentException(elements.size() + " elements of an Optional");
    }
    return elements.isEmpty() ? Optional.empty() : Optional.ofNullable(elements.getFirst());
  }

  @Override
  public boolean isSelf() {
    return false;
  }

  @Override
  public int rowBytes() {
    return Integer.BYTES;
  }
}
