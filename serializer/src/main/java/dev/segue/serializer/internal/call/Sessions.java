// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.Nullable;

/// A [Pool] of sessions.
public final class Sessions {

  private final Options options;
  private final Pool<Session> pool = new Pool<>();

  public Sessions(Options options) {
    this.options = options;
  }

  /// A session for one call, or null if the options need none.
  public @Nullable Session take(long origin) {
    return options.needSession() ? takeOne(origin) : null;
  }

  /// A session for one call that needs it whatever the options say.
  public Session takeOne(long origin) {
    Session session = pool.take();
    return (session == null ? new Session(options) : session).begin(origin);
  }

  /// A session for a call that goes on with the work of another: they share its allowance.
  public @Nullable Session take(long origin, @Nullable Session caller) {
    Session session = take(origin);
    return session == null ? null : session.within(caller);
  }

  /// Takes the session back of a call that went on with the work of another.
  public void giveBack(@Nullable Session session, @Nullable Session caller) {
    if (session != null && caller != null) {
      caller.settle(session);
    }
    giveBack(session);
  }

  /// Takes a session back.
  public void giveBack(@Nullable Session session) {
    if (session == null) {
      return;
    }
    session.end();
    pool.giveBack(session);
  }
}
