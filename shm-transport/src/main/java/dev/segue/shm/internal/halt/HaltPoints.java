// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.halt;

import java.util.function.Consumer;

/// Hooks just before each store of the protocol, at which tests stop or fail a process.
///
/// Unless the system property `dev.segue.shm.haltPoints` is set, a constant is false, and the JIT
/// removes all calls.
public final class HaltPoints {

  private static final boolean ENABLED = Boolean.getBoolean("dev.segue.shm.haltPoints");

  private static volatile Consumer<String> observer = store -> {};

  private HaltPoints() {}

  /// Announces the next store to the observer.
  public static void before(String store) {
    if (ENABLED) {
      observer.accept(store);
    }
  }

  /// Sets the observer, which is called before each store from now on.
  public static void observe(Consumer<String> newObserver) {
    if (!ENABLED) {
      throw new IllegalStateException("dev.segue.shm.haltPoints is not set");
    }
    observer = newObserver;
  }
}
