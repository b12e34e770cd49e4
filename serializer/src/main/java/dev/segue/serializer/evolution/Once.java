// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is made when it is first asked for, and kept; tried again each time as long as that fails.
final class Once<T> implements Supplier<T> {

  private final Supplier<T> maker;
  private volatile @Nullable T made;

  Once(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    T known = made;
    return known != null ? known : make();
  }

  private synchronized T make() {
    T known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
