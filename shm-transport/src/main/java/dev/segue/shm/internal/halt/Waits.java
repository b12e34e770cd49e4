// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.halt;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What threads wait for, which tests must know before they go on.
///
/// Without the system property `dev.segue.shm.haltPoints` a constant is false, and the JIT removes
/// everything but the wait itself.
public final class Waits {
  /// For the registry of a channel, or to unlink it.
  public static final String LOCK = "lock";

  /// Before the next attempt, after a failure.
  public static final String RETRY = "retry";

  /// For a signal, in native code.
  public static final String SIGNAL = "signal";

  private static final boolean ENABLED = Boolean.getBoolean("dev.segue.shm.haltPoints");
  private static final Map<Thread, String> REASONS = new ConcurrentHashMap<>();
  private static volatile @Nullable Consumer<String> observer;

  private Waits() {}

  /// Parks the thread.
  public static void park(String reason, long nanos) {
    begin(reason);
    try {
      LockSupport.parkNanos(nanos);
    } finally {
      end();
    }
  }

  /// Announces that this thread waits from now on.
  public static void begin(String reason) {
    if (ENABLED) {
      @Nullable Consumer<String> current = observer;
      if (current != null) {
        current.accept(reason);
      }
      REASONS.put(Thread.currentThread(), reason);
    }
  }

  /// Announces that the wait of this thread has ended.
  public static void end() {
    if (ENABLED) {
      REASONS.remove(Thread.currentThread());
    }
  }

  /// Returns what a thread waits for; null if that is nothing, or unknown.
  public static @Nullable String of(Thread thread) {
    return REASONS.get(thread);
  }

  /// Whether any thread waits for something.
  public static boolean isAny(String reason) {
    return REASONS.containsValue(reason);
  }

  /// Sets the observer, which each thread calls before it waits; null for none.
  public static void observe(@Nullable Consumer<String> newObserver) {
    observer = newObserver;
  }
}
