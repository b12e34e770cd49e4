// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.HookLog;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.call.Pool;
import dev.segue.serializer.internal.call.Pooled;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.registry.TypeRegistry;
import org.jspecify.annotations.Nullable;

/// The state of a writing call that goes beyond one plain attempt: the results of hooks, for the
/// next attempt if the payload does not fit, and the collector of contents out of band. Kept for
/// the next call by the owner of the destination, so that most calls need no pool.
///
/// Used by one thread at a time.
public abstract class Attempts extends Pooled {

  private final TypeRegistry registry;
  private final Session session;
  private final HookLog hooks = HookLog.create();

  /// Null before the first call that writes out of band.
  private @Nullable OutgoingContents outgoing;

  private boolean isOutOfBand;
  private boolean isBusy;

  /// Whether a failure may have left this inconsistent, so that no other call uses it.
  private boolean isBroken;

  private Attempts(TypeRegistry registry) {
    this.registry = registry;
    this.session = Session.of(registry.options());
  }

  /// Begins a call that may write its payload more than once.
  ///
  /// @param last the state that an earlier call has left, or null
  public static Attempts begin(Payload payload, @Nullable Attempts last) {
    TypeRegistry registry = payload.registry();
    Attempts attempts = last != null && last.isUsableFor(registry) ? last : new Apart(registry);
    attempts.isBusy = true;
    return attempts;
  }

  /// Begins a call that writes out of band.
  ///
  /// @param last the state that an earlier call has left, or null
  public static Attempts beginOutOfBand(Payload payload, @Nullable Attempts last) {
    Attempts attempts = begin(payload, last);
    attempts.isOutOfBand = true;
    return attempts;
  }

  /// The receiver of contents, to begin a call with that writes out of band.
  public OutgoingContents outgoing() {
    OutgoingContents all = outgoing;
    if (all == null) {
      all = new OutgoingContents();
      outgoing = all;
    }
    return all;
  }

  @SuppressWarnings("ReferenceEquality") // there is one registry per serializer
  private boolean isUsableFor(TypeRegistry other) {
    return registry == other && !isBusy && !isBroken;
  }

  /// Ends an attempt.
  void endAttempt() {
    isBroken = true; // unless the next statement returns
    session.end();
    isBroken = false;
  }

  /// Ends an attempt that failed.
  void endAttempt(Throwable failure) {
    if (Errors.isOrderly(failure)) {
      endAttempt();
    } else {
      isBroken = true;
    }
  }

  /// Returns the state of a call that has ended to its pool, unless a failure left it inconsistent.
  public static void giveBack(Attempts attempts, Pool<Attempts> pool) {
    if (attempts.isBroken) {
      pool.discard(attempts);
    } else {
      pool.giveBack(attempts);
    }
  }

  /// Ends a call.
  public static void end(@Nullable Attempts attempts) {
    if (attempts != null) {
      attempts.hooks.clear();
      if (attempts.isOutOfBand) {
        attempts.isOutOfBand = false;
        attempts.outgoing().end();
      }
      attempts.isBusy = false;
    }
  }

  /// Begins an attempt; the caller must [end][#endAttempt] it.
  Session attempt(long position) {
    session.begin(position);
    if (!isOutOfBand) {
      return session.logging(hooks);
    }
    OutgoingContents contents = outgoing();
    contents.restart();
    session.writing(contents);
    return contents.isRetaining() ? session.logging(hooks) : session;
  }

  /// With a margin after the fields, see [CacheMargin].
  private static final class Apart extends Attempts {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Apart(TypeRegistry registry) {
      super(registry);
    }
  }
}
