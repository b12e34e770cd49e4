// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.internal.call.HookLog;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.UnexpectedHook;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The state of a call that may write its payload more than once: an array, the results of hooks,
/// and the collector of contents out of band.
///
/// Hooks run once for each write. If objects with hooks are expected, the session of each attempt
/// has the [HookLog] of the call. If none are expected, but rules may allow a class with hooks at
/// any time, the attempt is watched: it is aborted before its first hook runs, and the call starts
/// again with a log.
///
/// Used by one thread at a time.
public abstract class GrowingCall extends GrowingArray {

  /// No hook can run.
  private static final int PLAIN = 0;

  /// No hook is expected.
  private static final int WATCHED = 1;

  /// The results of hooks are recorded.
  private static final int LOGGED = 2;

  /// Contents are passed out of band.
  private static final int OUT_OF_BAND = 3;

  private int mode = PLAIN;

  /// Null before the first call that needs it, and after a failure that may have left it
  /// inconsistent.
  private @Nullable Session session;

  private @Nullable HookLog hooks;
  private @Nullable OutgoingContents outgoing;

  private GrowingCall() {}

  public static GrowingCall create() {
    return new Padded();
  }

  /// Begins a call; [#end] ends it.
  ///
  /// @param entry the root's entry, or null if the root is null
  void begin(Payload payload, @Nullable TypeEntry entry) {
    TypeRegistry registry = payload.registry();
    mode = registry.mayRunHooks(entry) ? LOGGED : registry.hasRules() ? WATCHED : PLAIN;
  }

  /// Begins a call that writes out of band.
  ///
  /// @return the receiver of contents, to begin the call with
  OutgoingContents beginOutOfBand() {
    mode = OUT_OF_BAND;
    return contents();
  }

  private OutgoingContents contents() {
    OutgoingContents all = outgoing;
    if (all == null) {
      all = new OutgoingContents();
      outgoing = all;
    }
    return all;
  }

  private HookLog hooks() {
    HookLog log = hooks;
    if (log == null) {
      log = HookLog.create();
      hooks = log;
    }
    return log;
  }

  /// Makes one attempt to write a payload that must end before `limit`.
  ///
  /// @return the offset after its end
  long write(
      Payload payload,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit) {
    if (mode == PLAIN) {
      return payload.write(value, entry, segment, position, limit, null);
    }
    if (mode == WATCHED) {
      try {
        return payload.write(value, entry, segment, position, limit, payload.watcher());
      } catch (Error e) { // the verifier would load a class named here
        if (!(e instanceof UnexpectedHook)) {
          throw e;
        }
        expectHooks(entry);
      }
    }
    Session own = beginAttempt(payload, position);
    long end;
    try {
      end = payload.write(value, entry, segment, position, limit, own);
    } catch (Throwable failure) {
      endAttempt(own, failure);
      throw failure;
    }
    endAttempt(own);
    return end;
  }

  private void expectHooks(@Nullable TypeEntry entry) {
    mode = LOGGED;
    if (entry != null) {
      entry.expectHooks();
    }
  }

  private Session beginAttempt(Payload payload, long position) {
    Session own = session;
    session = null; // until the attempt has ended normally
    if (own == null) {
      own = Session.of(payload.registry().options());
    }
    Session _ = own.begin(position);
    if (mode == LOGGED) {
      return own.logging(hooks());
    }
    OutgoingContents contents = contents();
    contents.restart();
    own.writing(contents);
    return contents.isRetaining() ? own.logging(hooks()) : own;
  }

  private void endAttempt(Session own) {
    own.end();
    session = own;
  }

  private void endAttempt(Session own, Throwable failure) {
    if (Errors.isOrderly(failure)) {
      endAttempt(own);
    }
  }

  /// Ends a call.
  public void end() {
    if (mode != PLAIN) {
      HookLog log = hooks;
      if (log != null) {
        log.clear();
      }
      if (mode == OUT_OF_BAND) {
        contents().end();
      }
      mode = PLAIN;
    }
    trim();
  }

  /// Adds a margin after the fields, see [dev.segue.serializer.internal.call.CacheMargin].
  private static final class Padded extends GrowingCall {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
