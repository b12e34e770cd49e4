// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Failures;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The objects that one call has read, in the order of their positions, so that a reference finds
/// its object by binary search. Each has a number in this order; the first is [#FIRST].
///
/// The arrays of a call with many objects are [kept][Kept] for the next one with as many, until the
/// garbage collector clears them. Both arrays always have the same length.
public abstract class ReadObjects extends CacheMargin {

  /// The number of the first object, which is its index: each array begins and ends with a
  /// [margin][CacheMargin].
  private static final int FIRST = CacheMargin.INTS;

  private static final int FEW = 16;
  private static final int MOST_KEPT = 1 << 12;

  /// The maximum capacity of retained arrays, as a multiple of the number of objects in the call.
  private static final int MOST_SPACIOUS = 8;

  private static final @Nullable Object[] NO_OBJECTS = {};
  private static final long[] NO_EXTENTS = {};

  private @Nullable Object[] objects = NO_OBJECTS;

  /// The low 32 bits of each object's position and of its end. Payloads are shorter than 2^32
  /// bytes, so these bits suffice to compute distances from the payload's start.
  private long[] extents = NO_EXTENTS;

  /// The number of the next object.
  private int next = FIRST;

  private int origin;
  private final Cycles cycles = Cycles.of(this);

  /// The first distance from the payload's start at which a waiting action may be due.
  private int dueAt = Integer.MAX_VALUE;

  /// Cleared arrays that a call with many objects has left.
  private @Nullable Reference<Tables> large;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Tables(@Nullable Object[] objects, long[] extents) {}

  private ReadObjects() {}

  static ReadObjects create() {
    return new Padded();
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
    Arrays.fill(objects, FIRST, next, null);
    int used = next;
    next = FIRST;
    dueAt = Integer.MAX_VALUE;
    cycles.end();
    if (objects.length > MOST_KEPT) {
      Tables tables = new Tables(objects, extents);
      objects = NO_OBJECTS;
      extents = NO_EXTENTS;
      large =
          tables.objects.length / MOST_SPACIOUS <= used
              ? Kept.of(tables, tables.objects.length)
              : null;
    }
  }

  /// Adds an object, or null for one that is created later.
  ///
  /// @return its number, for [#set]
  int add(@Nullable Object object, long position, long end) {
    if (next >= extents.length - CacheMargin.INTS) {
      grow();
    }
    objects[next] = object;
    extents[next] = (position << Integer.SIZE) | (end & 0xffff_ffffL);
    return next++;
  }

  private void grow() {
    if (next >= MOST_KEPT) {
      takeLarge();
    }
    if (next >= extents.length - CacheMargin.INTS) {
      int length = 2 * Math.max(FIRST + FEW, next);
      // Assign both or neither, since allocating the second may fail.
      @Nullable Object[] moreObjects = Arrays.copyOf(objects, length);
      extents = Arrays.copyOf(extents, length);
      objects = moreObjects;
    }
  }

  /// Continues in the arrays of an earlier call with many objects, if they are longer.
  private void takeLarge() {
    Tables kept = large == null ? null : large.get();
    large = null;
    if (kept != null && kept.extents.length > extents.length) {
      System.arraycopy(objects, 0, kept.objects, 0, next);
      System.arraycopy(extents, 0, kept.extents, 0, next);
      objects = kept.objects;
      extents = kept.extents;
    }
  }

  /// Sets the object that was added as null.
  void set(int number, Object object) {
    objects[number] = object;
  }

  /// Sets the object that was added last at a position. Called before its parts are read.
  void publish(long position, Object object) {
    int last = search(distance(position) + 1) - 1;
    if (last >= FIRST && startOf(last) == distance(position)) {
      objects[last] = object;
    }
  }

  private int distance(long position) {
    return (int) position - origin;
  }

  /// The distance of an object from the payload's start.
  int startOf(int number) {
    return (int) (extents[number] >>> Integer.SIZE) - origin;
  }

  /// The distance of an object's end from the payload's start.
  int endOf(int number) {
    return (int) extents[number] - origin;
  }

  /// The number of the first object at or after a distance from the payload's start.
  private int search(int distance) {
    int low = FIRST;
    int high = next;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (startOf(middle) < distance) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The object that a reference leads to; null if the reader has created nothing for it.
  ///
  /// @param distance the content of the reference, which may be any number
  /// @param position the position of the reference
  /// @param isSkipping whether the reference itself is discarded
  @Nullable Object at(int distance, Class<?> expected, long position, boolean isSkipping) {
    int i = search(distance);
    if (i == next || startOf(i) != distance) {
      throw Failures.malformed("corrupt: no object begins at offset " + distance, position);
    }
    Object object = firstAt(i);
    if (object == null) {
      throw Failures.cycle(expected, position);
    }
    if (object instanceof Absent absent) {
      absent.checkAbsent(isSkipping, position);
      return null;
    }
    if (!expected.isInstance(object)) {
      throw Failures.typeMismatch(object.getClass(), expected, position);
    }
    cycles.refer(i, distance(position));
    return object;
  }

  /// The outermost existing object at a position. The first part of an object may begin at the same
  /// position.
  private @Nullable Object firstAt(int first) {
    int start = startOf(first);
    for (int i = first; i < next && startOf(i) == start; i++) {
      if (objects[i] != null) {
        return objects[i];
      }
    }
    return null;
  }

  /// Removes the objects after a position, and the links among them, so that they can be read
  /// again.
  void rewind(long position) {
    int kept = search(distance(position) + 1);
    Arrays.fill(objects, kept, Math.max(kept, next), null);
    next = kept;
    cycles.rewind(distance(position));
  }

  /// The number that the next object gets.
  public int next() {
    return next;
  }

  /// The object with a number; null if it does not exist yet.
  public @Nullable Object object(int number) {
    return objects[number];
  }

  /// The number of the first object at or after a position.
  public int firstAtOrAfter(long position) {
    return search(distance(position));
  }

  /// The first link at or after a position.
  public int linkAtOrAfter(long position) {
    return cycles.linkAt(distance(position));
  }

  /// The links between incomplete objects.
  public Cycles cycles() {
    return cycles;
  }

  /// Defers an action until an object and everything reachable from it are complete.
  public void await(int object, Runnable action) {
    dueAt = Math.min(dueAt, cycles.await(object, action));
  }

  /// Runs the actions that wait for parts of a key that has been read.
  ///
  /// @param position the end of the key's parts
  /// @param first the number of the first object in the key
  public void settleKey(long position, int first) {
    if (distance(position) >= dueAt) {
      dueAt = cycles.settle(distance(position), first);
    }
  }

  /// Runs the actions that wait for the parts of an object that is about to be created from them.
  void settle(long position, long end) {
    if (distance(end) >= dueAt) {
      dueAt = cycles.settle(distance(end), search(distance(position)));
    }
  }

  /// Runs the actions that wait for objects that end before a position.
  public void settle(long position) {
    if (distance(position) >= dueAt) {
      dueAt = cycles.settle(distance(position), 0);
    }
  }

  /// Runs all waiting actions, after everything has been read.
  void settle() {
    if (dueAt != Integer.MAX_VALUE) {
      dueAt = cycles.settle(Integer.MAX_VALUE, 0);
    }
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends ReadObjects {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
