// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The objects that one call has written, by identity, and their positions, for references to them.
///
/// Up to a few objects are searched one by one; a hash table takes over when there are more. The
/// arrays of a call with many objects are kept for the next one with as many, until the garbage
/// collector clears them.
final class WrittenObjects {

  /// The position of an object whose parts are being written has this bit: nothing may refer to the
  /// object yet.
  private static final int OPEN = Integer.MIN_VALUE;

  private static final int FEW = 16;
  private static final int MOST_KEPT = 1 << 12;

  /// Arrays are kept if they have room for at most this many times the objects of the call.
  private static final int MOST_SPACIOUS = 8;

  private static final @Nullable Object[] NO_OBJECTS = {};
  private static final int[] NO_NUMBERS = {};

  /// Empty unless references are tracked.
  private @Nullable Object[] objects;

  /// The low 31 bits of each object's position, and [#OPEN]. Since payloads are shorter than that,
  /// they are enough to compute the distance from the payload's start.
  private int[] positions;

  private int count;
  private int origin;

  /// A hash table of numbers of objects, each plus one.
  private int[] table = NO_NUMBERS;

  /// A larger table of zeros, not in use yet.
  private int[] spareTable = NO_NUMBERS;

  /// Cleared arrays that a call with many objects has left.
  private @Nullable SoftReference<Tables> large;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Tables(@Nullable Object[] objects, int[] positions, int[] table) {}

  WrittenObjects(boolean tracks) {
    this.objects = tracks ? new Object[FEW] : NO_OBJECTS;
    this.positions = tracks ? new int[FEW] : NO_NUMBERS;
  }

  /// Begins a call.
  ///
  /// @param start the payload's position
  void begin(long start) {
    origin = (int) start;
  }

  /// Forgets all objects.
  void end() {
    if (count > 0) {
      forget();
    }
  }

  private void forget() {
    int withLastSearched = Math.min(count + 1, objects.length);
    Arrays.fill(objects, 0, withLastSearched, null);
    if (count > FEW) {
      Arrays.fill(table, 0);
    }
    if (objects.length > MOST_KEPT) {
      if (objects.length / MOST_SPACIOUS <= count) {
        int[] larger = table.length < spareTable.length ? spareTable : table;
        large = new SoftReference<>(new Tables(objects, positions, larger));
      }
      objects = new Object[FEW];
      positions = new int[FEW];
      table = NO_NUMBERS;
      spareTable = NO_NUMBERS;
    }
    count = 0;
  }

  /// Returns the distance of an object from the payload's start if it was written before. If not,
  /// returns [Session#NEW] and adds it at `position`.
  @SuppressWarnings("ReferenceEquality") // by identity
  int find(Object object, long position) {
    if (count >= FEW) {
      return findAmongMany(object, position);
    }
    objects[count] = object; // ends the search
    int i = 0;
    while (objects[i] != object) {
      i++;
    }
    if (i < count) {
      return distance(i);
    }
    positions[i] = (int) position & ~OPEN;
    count++;
    return Session.NEW;
  }

  @SuppressWarnings("ReferenceEquality") // by identity
  private int findAmongMany(Object object, long position) {
    if (count == FEW || 2 * count > table.length) {
      fillTable();
    }
    int mask = table.length - 1;
    int i = hash(object) & mask;
    while (table[i] != 0) {
      if (objects[table[i] - 1] == object) {
        return distance(table[i] - 1);
      }
      i = (i + 1) & mask;
    }
    add(object, position);
    table[i] = count;
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

  /// Marks the object that was added last as one whose parts are about to be written. A reader
  /// creates it from its parts, so none of them can refer to it.
  ///
  /// @return its number, for [#close]; [Session#NEW] if another object was added last
  @SuppressWarnings("ReferenceEquality") // by identity
  int open(Object object) {
    int last = count - 1;
    if (last < 0 || objects[last] != object) {
      return Session.NEW;
    }
    positions[last] |= OPEN;
    return last;
  }

  /// Marks a container in the same way, if a reader creates it from its elements.
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
    int length = Math.max(8 * FEW, Integer.highestOneBit(count) << 2);
    if (table.length < length) {
      if (count >= MOST_KEPT) {
        takeLarge();
      }
      table = spareTable.length < length ? new int[length] : spareTable;
      spareTable = NO_NUMBERS;
    } else {
      Arrays.fill(table, 0);
    }
    int mask = table.length - 1;
    for (int n = 1; n <= count; n++) {
      int i = hash(objects[n - 1]) & mask;
      while (table[i] != 0) {
        i = (i + 1) & mask;
      }
      table[i] = n;
    }
  }

  private static int hash(@Nullable Object object) {
    int hash = System.identityHashCode(object);
    return hash ^ hash >>> 15;
  }

  private void add(Object object, long position) {
    if (count == positions.length) {
      if (count >= MOST_KEPT) {
        takeLarge();
      }
      if (count == positions.length) {
        positions = Arrays.copyOf(positions, 2 * count);
      }
      if (objects.length < positions.length) {
        objects = Arrays.copyOf(objects, positions.length);
      }
    }
    objects[count] = object;
    positions[count] = (int) position & ~OPEN;
    count++;
  }

  /// Continues in the arrays of an earlier call with many objects, where they are longer.
  private void takeLarge() {
    Tables kept = large == null ? null : large.get();
    large = null;
    if (kept == null) {
      return;
    }
    if (kept.objects.length > objects.length) {
      System.arraycopy(objects, 0, kept.objects, 0, count);
      objects = kept.objects;
    }
    if (kept.positions.length > positions.length) {
      System.arraycopy(positions, 0, kept.positions, 0, Math.min(count, positions.length));
      positions = kept.positions;
    }
    spareTable = kept.table;
  }
}
