// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.halt;

import java.util.function.Consumer;

/// The places just before each store of the protocol, for the crash matrix of the tests.
///
/// Without the system property `dev.segue.shm.haltPoints` a constant is false, and nothing of this
/// is left in compiled code.
public final class HaltPoints {

  private static final boolean ENABLED = Boolean.getBoolean("dev.segue.shm.haltPoints");

  private static volatile Consumer<String> observer = store -> {};

  private HaltPoints() {}

  /// Says that a store comes next.
  public static void before(String store) {
    if (ENABLED) {
      observer.accept(store);
    }
  }

  /// Sets who is told of each store from now on.
  public static void observe(Consumer<String> newObserver) {
    if (!ENABLED) {
      throw new IllegalStateException("dev.segue.shm.haltPoints is not set");
    }
    observer = newObserver;
  }
}
