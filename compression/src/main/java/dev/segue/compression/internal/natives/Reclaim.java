// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Frees the native memory of an owner that becomes unreachable without being closed, and logs the
/// first such case.
///
/// This is a last resort: the garbage collector does not see the native memory, so it may run late.
/// Methods that use the memory keep the owner reachable
/// ([java.lang.ref.Reference#reachabilityFence]).
public final class Reclaim {

  /// The property that adds the stack trace of the owner's creation to the log.
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

  /// Frees memory when its owner becomes unreachable, or on [#close], whichever is first.
  ///
  /// @param what a description of the owner, including its article
  /// @param free frees the memory; must not refer to the owner, and does nothing if called again
  public static Reclaim whenUnreachable(Object owner, String what, Runnable free) {
    Throwable made =
        Boolean.getBoolean(TRACE_PROPERTY) ? new Throwable(what + " was created here") : null;
    State state = new State(what, free, made);
    return new Reclaim(state, CLEANER.register(owner, state));
  }

  /// Frees only on [#close], for owners whose memory belongs to the caller.
  public static Reclaim onlyByClosing(Runnable free) {
    return new Reclaim(new State("", free, null), null);
  }

  /// Frees the memory now. Does nothing if called again.
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
              + " was never closed: its native memory was freed only by the garbage collector."
              + " Close it with try-with-resources."
              + (made == null
                  ? " Logged once; -D"
                      + TRACE_PROPERTY
                      + "=true logs each case, and where it was created."
                  : "");
      System.getLogger(LOGGER).log(System.Logger.Level.WARNING, message, made);
    }
  }
}
