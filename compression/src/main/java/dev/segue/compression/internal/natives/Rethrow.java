// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

/// What to do with the `Throwable` that every method handle declares.
public final class Rethrow {

  private Rethrow() {}

  /// Throws what it is given as it is; a downcall throws no checked exception.
  public static RuntimeException unchecked(Throwable t) {
    switch (t) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError("a downcall threw a checked exception", t);
    }
  }
}
