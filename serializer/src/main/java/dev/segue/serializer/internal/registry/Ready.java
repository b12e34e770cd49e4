// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.Supplier;

/// Supplies a value that exists already. A class of its own, since lambdas are slow to load.
public record Ready<T>(T value) implements Supplier<T> {

  @Override
  public T get() {
    return value;
  }
}
