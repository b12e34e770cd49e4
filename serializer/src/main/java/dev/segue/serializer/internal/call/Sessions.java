// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Errors;
import org.jspecify.annotations.Nullable;

/// A [Pool] of sessions.
public final class Sessions {

  private final Options options;

  /// Whether every call needs a session.
  private final boolean isNeeded;

  private final Pool<Session> pool = new Pool<>();

  public Sessions(Options options) {
    this.options = options;
    this.isNeeded = options.needSession();
  }

  /// A session for one call, or null if the options require none.
  public @Nullable Session take(long origin) {
    return isNeeded ? takeAny(origin) : null;
  }

  /// A session for a call that reads, or null if neither the options nor the call require one.
  ///
  /// @param isLasting whether the memory is the caller's, so that values may be slices of it
  /// @param incoming the contents out of band, or null
  public @Nullable Session take(
      long origin, boolean isLasting, @Nullable IncomingContents incoming) {
    return isNeeded || incoming != null ? takeAny(origin).reading(isLasting, incoming) : null;
  }

  /// A session for a call that needs one whatever the options.
  public Session takeAny(long origin) {
    Session session = pool.take();
    return (session == null ? Session.of(options) : session).begin(origin);
  }

  /// A session for a value that is read as a payload of its own. It shares the allocation budget of
  /// the call that reads the whole.
  public @Nullable Session take(long origin, @Nullable Session caller) {
    Session session = take(origin);
    return session == null ? null : session.within(caller);
  }

  /// A session that continues a call with other classes: with the same budget and the same rules
  /// about memory.
  public @Nullable Session takeOver(long origin, @Nullable Session caller) {
    return caller == null || !caller.isAboutMemory()
        ? take(origin, caller)
        : takeAny(origin).within(caller).like(caller);
  }

  /// Ends the use of a session that shared the budget of another one, after a failure.
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
