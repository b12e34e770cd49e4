// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.CacheMargin;
import dev.segue.serializer.internal.call.Pool;
import dev.segue.serializer.internal.call.Pooled;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.TreeCodes;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The state of writing or reading one tree: the numbered keys of its maps so far, and the end of
/// the value that was read last. Used by one thread at a time, and pooled.
///
/// A writer finds keys by a hash table with at most [TreeCodes#MOST_KEYS] keys, so that colliding
/// keys take limited time. A reader finds them by their numbers.
abstract class TreeState extends Pooled {

  /// The result of [#find] for a key that did not occur before.
  static final int NEW = -1;

  /// The index of the first key: each array begins and ends with a [margin][CacheMargin].
  private static final int FIRST = CacheMargin.INTS;

  private static final int FIRST_KEYS = 32;

  /// The minimum number of places in the hash table for each key.
  private static final int SPACIOUS = 2;

  private static final int SPREAD = 0x9E3779B9;

  private static final Pool<TreeState> POOL = new Pool<>();

  private final TreeEntries entries = new TreeEntries(this);

  private @Nullable Session session;

  private @Nullable String[] keys = new String[FIRST_KEYS + 2 * FIRST];

  /// For each key, its place in the hash table, so that clearing the table takes no longer than
  /// filling it.
  private int[] places = new int[FIRST_KEYS + 2 * FIRST];

  /// A hash table of the keys' indexes; zero for a free place.
  private int[] table = new int[SPACIOUS * FIRST_KEYS + 2 * FIRST];

  private int shift = Integer.numberOfLeadingZeros(SPACIOUS * FIRST_KEYS) + 1;

  /// The index of the next key.
  private int next = FIRST;

  private long end;

  private TreeState() {}

  /// Acquires the state for one tree.
  static TreeState take(@Nullable Session session) {
    TreeState pooled = POOL.take();
    TreeState state = pooled == null ? new Padded() : pooled;
    if (session != null) {
      state.session = session;
    }
    return state;
  }

  /// Clears the state after a failure.
  void release(Throwable failure) {
    if (Errors.isOrderly(failure)) {
      release();
    } else {
      POOL.discard(this);
    }
  }

  /// Clears the state of the tree.
  void release() {
    if (session != null) {
      session = null;
    }
    for (int i = FIRST; i < next; i++) {
      keys[i] = null;
      table[places[i]] = 0;
    }
    next = FIRST;
    entries.end();
    POOL.giveBack(this);
  }

  /// The state of the call, if it has any.
  @Nullable Session session() {
    return session;
  }

  /// Whether a key gets a number.
  static boolean isNumbered(String key) {
    return key.length() <= TreeCodes.MOST_UNITS;
  }

  /// Returns the number of a key that was written before. If there is none, returns [#NEW] and
  /// assigns a number to the key, if any are left.
  @SuppressWarnings("ReferenceEquality") // mostly the same instance
  int find(String key) {
    int hash = key.hashCode();
    int mask = table.length - 2 * FIRST - 1;
    int place = (hash * SPREAD) >>> shift;
    int index = table[FIRST + place];
    while (index != 0) {
      String known = keys[index];
      if (known == key || (known != null && known.hashCode() == hash && known.equals(key))) {
        return index - FIRST;
      }
      place = (place + 1) & mask;
      index = table[FIRST + place];
    }
    if (next - FIRST < TreeCodes.MOST_KEYS) {
      if (next == keys.length - FIRST) {
        grow();
        return find(key); // the key's place has changed
      }
      enter(key, FIRST + place);
      table[FIRST + place] = next - 1; // incremented last: no place refers to a missing key
    }
    return NEW;
  }

  /// Assigns a number to a key that was read, if any are left.
  void add(String key) {
    if (next - FIRST < TreeCodes.MOST_KEYS && isNumbered(key)) {
      if (next == keys.length - FIRST) {
        grow();
      }
      enter(key, FIRST);
    }
  }

  /// The number of keys so far.
  int keys() {
    return next - FIRST;
  }

  /// Removes the keys that were read last.
  ///
  /// @param count the number of keys that remain
  void forgetFrom(int count) {
    while (next > FIRST + count) {
      keys[--next] = null;
    }
  }

  private void enter(String key, int place) {
    keys[next] = key;
    places[next] = place;
    next++;
  }

  /// Doubles the room for keys. Changes nothing if allocating one of the arrays fails.
  private void grow() {
    int capacity = 2 * (keys.length - 2 * FIRST);
    @Nullable String[] moreKeys = Arrays.copyOf(keys, capacity + 2 * FIRST);
    int[] morePlaces = new int[capacity + 2 * FIRST];
    int[] larger = new int[SPACIOUS * capacity + 2 * FIRST];
    int mask = SPACIOUS * capacity - 1;
    for (int i = FIRST; i < next; i++) {
      int place = (Objects.requireNonNull(keys[i]).hashCode() * SPREAD) >>> (shift - 1);
      while (larger[FIRST + place] != 0) {
        place = (place + 1) & mask;
      }
      larger[FIRST + place] = i;
      morePlaces[i] = FIRST + place;
    }
    keys = moreKeys;
    places = morePlaces;
    table = larger;
    shift--;
  }

  /// The key with a number.
  ///
  /// @param position the position of the number
  String key(int number, long position) {
    String key = number < next - FIRST ? keys[FIRST + number] : null;
    if (key == null) {
      throw Failures.malformed("corrupt: no key has the number " + number, position);
    }
    return key;
  }

  /// Returns the writer of map entries.
  TreeEntries entries() {
    return entries;
  }

  /// Sets the end of the value that was read.
  void end(long position) {
    end = position;
  }

  /// The end of the value that was read last.
  long end(MemorySegment segment) {
    return end;
  }

  /// The end of the value that was read last.
  int end(byte[] array) {
    return (int) end;
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends TreeState {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
