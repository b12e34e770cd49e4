// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.Supplier;

/// Supplies an existing value. A class, not a lambda, since lambdas are slow to load.
public record Ready<T>(T value) implements Supplier<T> {

  @Override
  public T get() {
    return value;
  }
}
