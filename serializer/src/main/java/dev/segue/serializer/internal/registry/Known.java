// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.BooleanSupplier;

/// A value that needs no computation. A class, not a lambda, since lambdas are slow to load.
enum Known implements BooleanSupplier {
  FALSE,
  TRUE;

  @Override
  public boolean getAsBoolean() {
    return this == TRUE;
  }
}
