// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Frees the native memory of an owner that nobody closed, once the owner is unreachable, and logs
/// that once.
///
/// It is the last resort: the garbage collector knows the few bytes of the owner, not the native
/// memory, and may take its time. Whoever uses the memory keeps the owner reachable meanwhile
/// ([java.lang.ref.Reference#reachabilityFence]).
public final class Reclaim {

  /// The property with which the place where the owner was made is logged too.
  static final String TRACE_PROPERTY = "segue.leak.traces";

  private static final String LOGGER = "dev.segue.compression";
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicBoolean LOGGED = new AtomicBoolean();

  private final State state;
  private final Cleaner.@Nullable Cleanable cleanable;

  private Reclaim(State state, Cleaner.@Nullable Cleanable cleanable) {
    this.state = state;
    this.cleanable = cleanable;
  }

  /// Frees when the owner is unreachable, or on [#close], whichever comes first.
  ///
  /// @param what what the owner is, with its article
  /// @param free what frees its memory; must not refer to the owner, and does nothing the second
  ///   time
  public static Reclaim whenUnreachable(Object owner, String what, Runnable free) {
    Throwable made =
        Boolean.getBoolean(TRACE_PROPERTY) ? new Throwable(what + " was made here") : null;
    State state = new State(what, free, made);
    return new Reclaim(state, CLEANER.register(owner, state));
  }

  /// Frees on [#close] alone: for owners of what is in memory of a caller's.
  public static Reclaim onlyByClosing(Runnable free) {
    return new Reclaim(new State("", free, null), null);
  }

  /// Frees now; does nothing the second time.
  public void close() {
    state.closed = true;
    if (cleanable != null) {
      cleanable.clean();
    } else {
      state.free.run();
    }
  }

  private static final class State implements Runnable {

    private final String what;
    private final Runnable free;
    private final @Nullable Throwable made;
    private volatile boolean closed;

    State(String what, Runnable free, @Nullable Throwable made) {
      this.what = what;
      this.free = free;
      this.made = made;
    }

    @Override
    public void run() {
      try {
        free.run();
      } finally {
        if (!closed && (made != null || LOGGED.compareAndSet(false, true))) {
          log();
        }
      }
    }

    private void log() {
      String message =
          what
              + " was never closed: its native memory was freed by the garbage collector only."
              + " Close it where it is made, with try-with-resources."
              + (made == null
                  ? " Logged once; -D" + TRACE_PROPERTY + "=true logs each, and where it was made."
                  : "");
      System.getLogger(LOGGER).log(System.Logger.Level.WARNING, message, made);
    }
  }
}
