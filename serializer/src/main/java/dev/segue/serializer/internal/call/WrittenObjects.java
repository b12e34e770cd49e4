// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The objects that one call has written, by identity, and their positions, for references to them.
/// Each has a number; the first is [#FIRST].
///
/// A few objects are searched linearly; more are found by a hash table. The arrays of a call with
/// many objects are [kept][Kept] for the next one with as many, until the garbage collector clears
/// them. The arrays for objects and positions always have the same length.
abstract class WrittenObjects extends CacheMargin {

  /// Marks the position of an object whose parts are being written. Nothing may refer to the object
  /// yet.
  private static final int OPEN = Integer.MIN_VALUE;

  /// The number of the first object, which is its index: each array begins and ends with a
  /// [margin][CacheMargin].
  private static final int FIRST = CacheMargin.INTS;

  /// The number after the last object that is found without the table.
  private static final int FEW = FIRST + 16;

  private static final int FIRST_LENGTH = FEW + CacheMargin.INTS;
  private static final int MOST_KEPT = 1 << 12;

  /// The maximum capacity of retained arrays, as a multiple of the number of objects in the call.
  private static final int MOST_SPACIOUS = 8;

  private static final @Nullable Object[] NO_OBJECTS = {};
  private static final int[] NO_NUMBERS = {};

  /// Empty unless references are tracked.
  private @Nullable Object[] objects;

  /// The low 31 bits of each object's position, and [#OPEN]. Payloads are shorter than 2^31 bytes,
  /// so these bits suffice to compute the distance from the payload's start.
  private int[] positions;

  /// The number of the next object.
  private int next = FIRST;

  private int origin;

  /// A hash table of numbers of objects, between margins.
  private int[] table = NO_NUMBERS;

  /// A larger, zeroed table that is not in use yet.
  private int[] spareTable = NO_NUMBERS;

  /// Cleared arrays that a call with many objects has left.
  private @Nullable Reference<Tables> large;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Tables(@Nullable Object[] objects, int[] positions, int[] table) {}

  private WrittenObjects(boolean tracks) {
    this.objects = tracks ? new Object[FIRST_LENGTH] : NO_OBJECTS;
    this.positions = tracks ? new int[FIRST_LENGTH] : NO_NUMBERS;
  }

  static WrittenObjects create(boolean tracks) {
    return new Padded(tracks);
  }

  /// Begins a call.
  ///
  /// @param start the payload's position
  void begin(long start) {
    origin = (int) start;
  }

  /// Removes all objects.
  void end() {
    if (next > FIRST) {
      forget();
    }
  }

  private void forget() {
    int withLastSearched = Math.min(next + 1, objects.length);
    Arrays.fill(objects, FIRST, withLastSearched, null);
    if (next > FEW) {
      Arrays.fill(table, 0);
    }
    int used = next;
    next = FIRST;
    if (objects.length > MOST_KEPT) {
      shrink(used);
    }
  }

  /// Replaces the arrays with short ones.
  ///
  /// @param used the number after the last object of the call
  private void shrink(int used) {
    int[] larger = table.length < spareTable.length ? spareTable : table;
    Tables tables = new Tables(objects, positions, larger);
    int[] fewPositions = new int[FIRST_LENGTH];
    objects = new Object[FIRST_LENGTH];
    positions = fewPositions;
    table = NO_NUMBERS;
    spareTable = NO_NUMBERS;
    large =
        tables.objects.length / MOST_SPACIOUS <= used
            ? Kept.of(tables, tables.objects.length)
            : null;
  }

  /// Returns the distance of an object from the payload's start if it was written before. If not,
  /// returns [Session#NEW] and adds it at `position`.
  @SuppressWarnings("ReferenceEquality") // by identity
  int find(Object object, long position) {
    if (next >= FEW) {
      return findAmongMany(object, position);
    }
    objects[next] = object; // ends the search
    int i = FIRST;
    while (objects[i] != object) {
      i++;
    }
    if (i < next) {
      return distance(i);
    }
    positions[i] = (int) position & ~OPEN;
    next++;
    return Session.NEW;
  }

  @SuppressWarnings("ReferenceEquality") // by identity
  private int findAmongMany(Object object, long position) {
    if (next == FEW || 2 * (next - FIRST) > places(table)) {
      fillTable();
    }
    int mask = places(table) - 1;
    int i = hash(object) & mask;
    while (table[FIRST + i] != 0) {
      if (objects[table[FIRST + i]] == object) {
        return distance(table[FIRST + i]);
      }
      i = (i + 1) & mask;
    }
    int number = next;
    add(object, position);
    table[FIRST + i] = number;
    return Session.NEW;
  }

  /// The distance of an object from the payload's start.
  private int distance(int number) {
    int position = positions[number];
    if (position < 0) {
      throw Failures.cycleWritten(Objects.requireNonNull(objects[number]).getClass());
    }
    return (position - origin) & ~OPEN;
  }

  /// Marks the object that was added last as open: its parts are about to be written. A reader
  /// creates it from its parts, so none of them can refer to it.
  ///
  /// @return its number, for [#close]; [Session#NEW] if another object was added last
  @SuppressWarnings("ReferenceEquality") // by identity
  int open(Object object) {
    int last = next - 1;
    if (last < FIRST || objects[last] != object) {
      return Session.NEW;
    }
    positions[last] |= OPEN;
    return last;
  }

  /// Marks a container as open, if a reader creates it from its elements.
  int openContainer(Object container) {
    return CollectionKind.isMade(container.getClass()) || MapKind.isMade(container.getClass())
        ? open(container)
        : Session.NEW;
  }

  /// Removes the mark: the object's parts were written, and others may refer to it.
  void close(int number) {
    if (number != Session.NEW) {
      positions[number] &= ~OPEN;
    }
  }

  private void fillTable() {
    int length = Math.max(128, Integer.highestOneBit(next - FIRST) << 2);
    if (places(table) < length) {
      if (next >= MOST_KEPT) {
        takeLarge();
      }
      table = places(spareTable) < length ? new int[length + 2 * CacheMargin.INTS] : spareTable;
      spareTable = NO_NUMBERS;
    } else {
      Arrays.fill(table, 0);
    }
    int mask = places(table) - 1;
    for (int n = FIRST; n < next; n++) {
      int i = hash(objects[n]) & mask;
      while (table[FIRST + i] != 0) {
        i = (i + 1) & mask;
      }
      table[FIRST + i] = n;
    }
  }

  /// The number of places between a table's margins, a power of two; negative if there is no table.
  private static int places(int[] table) {
    return table.length - 2 * CacheMargin.INTS;
  }

  private static int hash(@Nullable Object object) {
    int hash = System.identityHashCode(object);
    return hash ^ hash >>> 15;
  }

  private void add(Object object, long position) {
    if (next == positions.length - CacheMargin.INTS) {
      if (next >= MOST_KEPT) {
        takeLarge();
      }
      if (next == positions.length - CacheMargin.INTS) {
        // Assign both or neither, since allocating the second may fail.
        @Nullable Object[] moreObjects = Arrays.copyOf(objects, 2 * next);
        positions = Arrays.copyOf(positions, 2 * next);
        objects = moreObjects;
      }
    }
    objects[next] = object;
    positions[next] = (int) position & ~OPEN;
    next++;
  }

  /// Continues in the arrays of an earlier call with many objects, if they are longer.
  private void takeLarge() {
    Tables kept = large == null ? null : large.get();
    large = null;
    if (kept == null) {
      return;
    }
    if (kept.objects.length > objects.length) {
      System.arraycopy(objects, 0, kept.objects, 0, next);
      System.arraycopy(positions, 0, kept.positions, 0, next);
      objects = kept.objects;
      positions = kept.positions;
    }
    spareTable = kept.table;
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends WrittenObjects {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Padded(boolean tracks) {
      super(tracks);
    }
  }
}
