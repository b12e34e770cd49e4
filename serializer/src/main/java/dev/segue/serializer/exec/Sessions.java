// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A pool of sessions: as many as there were calls at once, up to a bound; calls beyond it get a
/// session that is thrown away.
final class Sessions {

  private static final int MOST =
      Math.clamp(4L * Runtime.getRuntime().availableProcessors(), 8, 256);
  private static final int TRIES = 4;

  private final Options options;
  private final AtomicReferenceArray<@Nullable Session> idle = new AtomicReferenceArray<>(MOST);

  Sessions(Options options) {
    this.options = options;
  }

  /// A session for one call, or null if the options need none.
  @Nullable Session take(long origin) {
    return options.needSession() ? takeOne(origin) : null;
  }

  /// A session for one call that needs it whatever the options say.
  Session takeOne(long origin) {
    int start = place();
    for (int i = 0; i < TRIES; i++) {
      int at = (start + i) % MOST;
      if (idle.getPlain(at) != null) {
        Session session = idle.getAndSet(at, null);
        if (session != null) {
          return session.begin(origin);
        }
      }
    }
    return new Session(options).begin(origin);
  }

  /// A session for a call that goes on with the work of another: they share its allowance.
  @Nullable Session take(long origin, @Nullable Session caller) {
    Session session = take(origin);
    return session == null ? null : session.within(caller);
  }

  /// Takes the session back of a call that went on with the work of another.
  void giveBack(@Nullable Session session, @Nullable Session caller) {
    if (session != null && caller != null) {
      caller.settle(session);
    }
    giveBack(session);
  }

  /// Takes a session back.
  void giveBack(@Nullable Session session) {
    if (session == null) {
      return;
    }
    session.end();
    int start = place();
    for (int i = 0; i < TRIES; i++) {
      int at = (start + i) % MOST;
      if (idle.getPlain(at) == null && idle.compareAndSet(at, null, session)) {
        return;
      }
    }
  }

  private static int place() {
    return (int) (Thread.currentThread().threadId() % MOST);
  }
}
