// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The results of the hooks that one call has run, in order. A payload that does not fit is written
/// again from its start, to larger memory. Hooks must not run again then, since they may have side
/// effects, such as removing elements from a queue. The next attempt gets their results from here.
///
/// An attempt usually needs the results in the same order, and finds each at the cursor. If a hook
/// has changed an object that was written before, the order may differ. The result is then searched
/// by its object and hook among all results that this attempt has not used yet.
///
/// Used by one thread at a time.
public abstract class HookLog extends CacheMargin {

  private static final int HOOK = 0;
  private static final int OWNER = 1;
  private static final int RESULT = 2;
  private static final int PLACES = 3;

  /// The array begins and ends with a [margin][CacheMargin].
  private static final int FIRST = CacheMargin.INTS;

  private static final int FEW = 16 * PLACES + 2 * CacheMargin.INTS;
  private static final int MOST_KEPT = (1 << 13) * PLACES;

  /// Each entry consists of three elements: a hook, its object and its result.
  private @Nullable Object[] entries = new Object[FEW];

  private int end = FIRST;

  /// The first entry that this attempt has not used.
  private int cursor = FIRST;

  private HookLog() {}

  /// Creates an empty log.
  public static HookLog create() {
    return new Padded();
  }

  /// Begins an attempt.
  void begin() {
    cursor = FIRST;
  }

  /// Returns the result of a hook for an object. Runs the hook if it has not run yet.
  @Nullable Object result(Hook hook, Object owner) {
    int found = find(hook, owner);
    if (found < end) {
      moveToCursor(found);
    } else {
      Object result = hook.run(owner);
      insertAtCursor(hook, owner, result);
    }
    cursor += PLACES;
    return entries[cursor - PLACES + RESULT];
  }

  @SuppressWarnings("ReferenceEquality") // by identity
  private int find(Hook hook, Object owner) {
    int i = cursor;
    while (i < end && (entries[i + OWNER] != owner || entries[i + HOOK] != hook)) {
      i += PLACES;
    }
    return i;
  }

  private void moveToCursor(int found) {
    if (found != cursor) {
      @Nullable Object[] entry = Arrays.copyOfRange(entries, found, found + PLACES);
      System.arraycopy(entries, cursor, entries, cursor + PLACES, found - cursor);
      System.arraycopy(entry, 0, entries, cursor, PLACES);
    }
  }

  private void insertAtCursor(Hook hook, Object owner, @Nullable Object result) {
    if (end + PLACES + CacheMargin.INTS > entries.length) {
      entries = Arrays.copyOf(entries, Math.multiplyExact(2, entries.length));
    }
    System.arraycopy(entries, cursor, entries, cursor + PLACES, end - cursor);
    entries[cursor + HOOK] = hook;
    entries[cursor + OWNER] = owner;
    entries[cursor + RESULT] = result;
    end += PLACES;
  }

  /// Removes all results.
  public void clear() {
    if (end == FIRST) {
      return;
    }
    if (entries.length > MOST_KEPT) {
      entries = new Object[FEW];
    } else {
      Arrays.fill(entries, FIRST, end, null);
    }
    end = FIRST;
    cursor = FIRST;
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends HookLog {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
