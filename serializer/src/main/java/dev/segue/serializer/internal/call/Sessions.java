// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Errors;
import org.jspecify.annotations.Nullable;

/// A [Pool] of sessions.
public final class Sessions {

  /// The length of the longest payload that needs no session for its limits: whatever it holds, it
  /// stays below the time and memory that any payload is allowed.
  private static final int UNWATCHED_BYTES = 4096;

  private final Options options;

  /// Whether every call needs a session.
  private final boolean isNeeded;

  /// Whether long payloads need a session, which counts their cost.
  private final boolean isWatched;

  private final Pool<Session> pool = new Pool<>();

  /// Created on first use; racing threads create equal ones.
  private volatile @Nullable Session watcher;

  public Sessions(Options options) {
    this.options = options;
    this.isNeeded = options.needSession();
    this.isWatched = options.limitsKeyWork() || options.limits().isByLength();
  }

  /// Whether a read call needs a session only for long payloads.
  ///
  /// @param bytes the length of the memory that holds the payload
  public static boolean needLength(long bytes) {
    return bytes > UNWATCHED_BYTES;
  }

  /// A session for a write call, or null if the options require none.
  public @Nullable Session take(long origin) {
    return isNeeded ? takeAny(origin) : null;
  }

  /// A session for a read call, or null if neither the options, nor the call, nor the length of the
  /// payload require one.
  ///
  /// @param bytes the length of the payload
  /// @param isLasting whether the memory is the caller's, so that values may be slices of it
  /// @param incoming the contents out of band, or null
  public @Nullable Session take(
      long origin, long bytes, boolean isLasting, @Nullable IncomingContents incoming) {
    return isNeeded || incoming != null || (bytes > UNWATCHED_BYTES && isWatched)
        ? takeAny(origin, bytes).reading(isLasting, incoming)
        : null;
  }

  /// A session that several calls share, see [Session#watcher].
  public Session watcher() {
    Session shared = watcher;
    if (shared == null) {
      shared = Session.watcher(options);
      watcher = shared;
    }
    return shared;
  }

  /// A session for a call that needs one regardless of the options.
  public Session takeAny(long origin) {
    return takeAny(origin, 0);
  }

  private Session takeAny(long origin, long bytes) {
    Session session = pool.take();
    return (session == null ? Session.of(options) : session).begin(origin, bytes);
  }

  /// A session for a value that is itself a payload within another payload. It shares the limits of
  /// the outer call.
  public @Nullable Session take(long origin, @Nullable Session caller) {
    return caller == null ? take(origin) : takeAny(origin).within(caller);
  }

  /// A session that continues a call with other classes, and with the same limits and memory rules.
  public @Nullable Session takeOver(long origin, @Nullable Session caller) {
    return caller == null ? take(origin) : takeAny(origin).within(caller).like(caller);
  }

  /// Ends the use of a session that shared the budget of another session, after a failure.
  public void giveBack(@Nullable Session session, @Nullable Session caller, Throwable failure) {
    if (session != null && caller != null) {
      caller.settle(session);
    }
    giveBack(session, failure);
  }

  /// Ends the use of a session by a call that failed. The session is used again only if the failure
  /// left it consistent.
  public void giveBack(@Nullable Session session, Throwable failure) {
    if (session == null) {
      return;
    }
    if (Errors.isOrderly(failure)) {
      giveBack(session);
    } else {
      pool.discard(session);
    }
  }

  /// Returns a session that shared the budget of another one.
  public void giveBack(@Nullable Session session, @Nullable Session caller) {
    if (session != null && caller != null) {
      caller.settle(session);
    }
    giveBack(session);
  }

  /// Returns a session to the pool.
  public void giveBack(@Nullable Session session) {
    if (session == null) {
      return;
    }
    try {
      session.end();
    } catch (Throwable failure) {
      pool.discard(session);
      throw failure;
    }
    pool.giveBack(session);
  }
}
