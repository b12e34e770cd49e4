// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Sequences;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one call keeps besides its position, where options ask for it: the objects it has met, with
/// the positions of their bytes, and how much it may still allocate. Where no option does, and no
/// call hands memory over, there is no session. Used by one thread at a time, and pooled, see
/// [Sessions].
///
/// Objects are noted in the order of their positions, when writing and when reading, so that a
/// position read is found by bisection. A written object is searched for among the last few one by
/// one; a hash table takes over when there are more. The arrays of a call with many objects are
/// kept for the next one with as many, until the garbage collector clears them.
public final class Session {

  /// What [#find] says of an object not met before.
  public static final int NEW = -1;

  /// In the position of an object whose parts are being written, which nothing may refer to yet.
  private static final int OPEN = Integer.MIN_VALUE;

  private static final int FEW = 16;
  private static final int MOST_KEPT = 1 << 12;

  /// How many times as many objects the arrays may have room for as the call had that leaves them.
  private static final int MOST_SPACIOUS = 8;

  private static final @Nullable Object[] NO_OBJECTS = {};
  private static final int[] NO_NUMBERS = {};
  private static final long[] NO_EXTENTS = {};

  private final Options options;
  private long origin;
  private long budget;

  /// Empty unless references are tracked.
  private @Nullable Object[] objects;

  private int[] positions;
  private int count;

  /// Where objects begin and end that are read, packed.
  private long[] extents = NO_EXTENTS;

  /// From where on something that waits may be done.
  private int dueAt = Integer.MAX_VALUE;

  private final Cycles cycles = new Cycles(this);
  private int[] table = NO_NUMBERS;

  /// One of zeros that is yet to be used.
  private int[] spareTable = NO_NUMBERS;

  /// Empty ones, of a call with many objects.
  private @Nullable SoftReference<Tables> large;

  private int skipping;
  private @Nullable Handover handover;
  private @Nullable HookLog hooks;
  private boolean isLasting;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Tables(@Nullable Object[] objects, int[] positions, long[] extents, int[] table) {}

  public Session(Options options) {
    this.options = options;
    this.objects = options.references() ? new Object[FEW] : NO_OBJECTS;
    this.positions = options.references() ? new int[FEW] : NO_NUMBERS;
  }

  Options options() {
    return options;
  }

  /// Begins a call.
  ///
  /// @param origin where the payload begins
  public Session begin(long origin) {
    this.origin = origin;
    this.budget = options.maxAllocationBytes();
    this.skipping = 0;
    return this;
  }

  /// Lets a call that goes on with another's work allocate what is left of that one's allowance.
  Session within(@Nullable Session caller) {
    if (caller != null) {
      budget = caller.budget;
    }
    return this;
  }

  /// Takes over what is left of the allowance of a call that went on with this one's work.
  public void settle(Session within) {
    budget = within.budget;
  }

  /// Sets the memory rules of a call that reads.
  ///
  /// @param isLasting whether values may be slices of the payload, where the options ask for that
  /// @param handover the contents out of band, or null
  Session reading(boolean isLasting, @Nullable Handover handover) {
    this.isLasting = isLasting && options.slices();
    this.handover = handover;
    return this;
  }

  boolean isLasting() {
    return isLasting;
  }

  /// Whether the call was told anything about memory.
  public boolean isAboutMemory() {
    return handover != null || isLasting;
  }

  /// Takes over what a call was told about memory.
  public Session like(Session caller) {
    this.handover = caller.handover == null ? null : caller.handover.skipping();
    this.isLasting = caller.isLasting;
    return this;
  }

  /// What goes beside the payload, or null.
  public Session with(@Nullable Handover handover) {
    this.handover = handover;
    return this;
  }

  /// What keeps the results of hooks, of a call that may write a payload more than once.
  public Session logging(HookLog hooks) {
    this.hooks = hooks;
    hooks.begin();
    return this;
  }

  /// What keeps the results of hooks, or null.
  @Nullable HookLog hooks() {
    return hooks;
  }

  public @Nullable Handover handover() {
    return handover;
  }

  /// Forgets what was met.
  public void end() {
    handover = null;
    hooks = null;
    isLasting = false;
    if (count > 0) {
      forgetObjects();
    }
  }

  private void forgetObjects() {
    int withLastSearched = Math.min(count + 1, objects.length);
    Arrays.fill(objects, 0, withLastSearched, null);
    if (count > FEW) {
      Arrays.fill(table, 0);
    }
    if (objects.length > MOST_KEPT) {
      if (objects.length / MOST_SPACIOUS <= count) {
        int[] larger = table.length < spareTable.length ? spareTable : table;
        large = new SoftReference<>(new Tables(objects, positions, extents, larger));
      }
      objects = new Object[FEW];
      positions = new int[FEW];
      extents = NO_EXTENTS;
      table = NO_NUMBERS;
      spareTable = NO_NUMBERS;
    }
    count = 0;
    dueAt = Integer.MAX_VALUE;
    cycles.end();
  }

  /// Begins to read what is thrown away, but for references to it.
  public void beginSkip() {
    skipping++;
  }

  public void endSkip() {
    skipping--;
  }

  /// Whether what is read is thrown away.
  public boolean isSkipping() {
    return skipping > 0;
  }

  public boolean tracks() {
    return options.references();
  }

  /// Counts an allocation that is about to happen.
  ///
  /// @throws dev.segue.serializer.SerializationException if it goes beyond what is allowed
  public void charge(long bytes, long position) {
    budget -= bytes;
    if (budget < 0) {
      throw Failures.allocation(options.maxAllocationBytes(), position);
    }
  }

  /// Counts the allocation of an array or a list.
  public void charge(int elements, int widthBytes, long position) {
    charge(Sequences.HEADER_ESTIMATE_BYTES + (long) elements * widthBytes, position);
  }

  /// Counts the allocation of a container.
  public void charge(ContainerKind kind, int rows, long position) {
    charge(kind.baseBytes(), position);
    charge(rows, kind.rowBytes(), position);
  }

  /// Where an object about to be written stands already, from the payload's beginning; or [#NEW],
  /// and from now on it stands at `position`.
  @SuppressWarnings("ReferenceEquality") // identity is what it is about
  public int find(Object object, long position) {
    if (count >= FEW) {
      return findAmongMany(object, offset(position));
    }
    objects[count] = object; // which ends the search
    int i = 0;
    while (objects[i] != object) {
      i++;
    }
    if (i < count) {
      return met(i);
    }
    positions[i] = offset(position);
    count++;
    return NEW;
  }

  @SuppressWarnings("ReferenceEquality") // identity is what it is about
  private int findAmongMany(Object object, int offset) {
    if (count == FEW || 2 * count > table.length) {
      fillTable();
    }
    int mask = table.length - 1;
    int i = hash(object) & mask;
    while (table[i] != 0) {
      if (objects[table[i] - 1] == object) {
        return met(table[i] - 1);
      }
      i = (i + 1) & mask;
    }
    note(object, offset);
    table[i] = count;
    return NEW;
  }

  /// Where an object stands that is met once more.
  private int met(int number) {
    int position = positions[number];
    if (position < 0) {
      throw Failures.cycleWritten(Objects.requireNonNull(objects[number]).getClass());
    }
    return position;
  }

  /// Notes that the parts of an object are about to be written, the one that was looked for last of
  /// all. It is made of them when it is read, so none of them can refer to it.
  ///
  /// @return its number, for [#close]
  @SuppressWarnings("ReferenceEquality") // identity is what it is about
  public int open(Object object) {
    int last = count - 1;
    if (last < 0 || objects[last] != object) {
      return NEW;
    }
    positions[last] |= OPEN;
    return last;
  }

  /// The same for a container, if it is one that is made of its elements.
  public int openContainer(Object container) {
    return CollectionKind.isMade(container.getClass()) || MapKind.isMade(container.getClass())
        ? open(container)
        : NEW;
  }

  /// Notes that the parts of an object were written, so that others may refer to it.
  public void close(int number) {
    if (number != NEW) {
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

  private int offset(long position) {
    return (int) (position - origin);
  }

  private int note(@Nullable Object object, int offset) {
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
    positions[count] = offset;
    return count++;
  }

  /// Goes on in the arrays that a call with many objects has left, where they are longer.
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
    if (kept.extents.length > extents.length) {
      System.arraycopy(extents, 0, kept.extents, 0, Math.min(count, extents.length));
      extents = kept.extents;
    }
    spareTable = kept.table;
  }

  private int noteRead(@Nullable Object object, long position, long end) {
    if (count >= extents.length) {
      if (count >= MOST_KEPT) {
        takeLarge();
      }
      if (count >= extents.length) {
        extents = Arrays.copyOf(extents, Math.max(FEW, 2 * count));
      }
      if (objects.length < extents.length) {
        objects = Arrays.copyOf(objects, extents.length);
      }
    }
    objects[count] = object;
    extents[count] = ((position - origin) << Integer.SIZE) | (end - origin);
    return count++;
  }

  /// The first object that was read at an offset or behind it.
  private int search(int offset) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (startOf(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Notes an object as soon as it is there, before its parts are read.
  ///
  /// @param end where its parts end
  public void add(Object object, long position, long end) {
    noteRead(object, position, end);
  }

  /// Notes that an object will be there once its parts are.
  ///
  /// @param end where its parts end
  /// @return its number, for [#set]
  public int reserve(long position, long end) {
    return noteRead(null, position, end);
  }

  /// How many objects were noted.
  public int count() {
    return count;
  }

  /// The first object noted at a position or behind it.
  public int firstBehind(long position) {
    return search(offset(position));
  }

  /// The first link at a position or behind it.
  public int linkBehind(long position) {
    return cycles.linkAt(offset(position));
  }

  int startOf(int number) {
    return (int) (extents[number] >>> Integer.SIZE);
  }

  int endOf(int number) {
    return (int) extents[number];
  }

  /// An object that was noted.
  public @Nullable Object object(int number) {
    return objects[number];
  }

  /// What is known of cycles in what was read.
  public Cycles cycles() {
    return cycles;
  }

  /// Lets an action wait until an object is complete, and all that it leads to.
  public void await(int object, Runnable action) {
    dueAt = Math.min(dueAt, cycles.await(object, action));
  }

  /// Does what has waited for parts of a key that was read.
  ///
  /// @param position where the key's parts end
  /// @param first the first object that is a part of it
  public void settleKey(long position, int first) {
    if (offset(position) >= dueAt) {
      dueAt = cycles.settle(offset(position), first);
    }
  }

  /// Does what has waited for parts of an object that is about to be made of them.
  public void settle(long position, long end) {
    if (offset(end) >= dueAt) {
      dueAt = cycles.settle(offset(end), search(offset(position)));
    }
  }

  /// Does what has waited for objects that were complete before a position.
  public void settle(long position) {
    if (offset(position) >= dueAt) {
      dueAt = cycles.settle(offset(position), 0);
    }
  }

  /// Does all that has waited: everything was read.
  public void settle() {
    if (dueAt != Integer.MAX_VALUE) {
      dueAt = cycles.settle(Integer.MAX_VALUE, 0);
    }
  }

  /// Notes the object that a number was reserved for; if there is none, the codec that read none.
  public void set(int number, Object object) {
    objects[number] = object;
  }

  /// Notes the object at a position that was reserved last of all, if it was not: for containers
  /// that are there before their elements are.
  void publish(long position, Object object) {
    int last = search(offset(position) + 1) - 1;
    if (last >= 0 && startOf(last) == offset(position)) {
      objects[last] = object;
    }
  }

  /// The object that a back reference leads to; null if nothing was made of it.
  ///
  /// @param offset what was read, which may be anything
  /// @param position where it was read
  @Nullable Object at(int offset, Class<?> expected, long position) {
    int i = search(offset);
    if (i == count || startOf(i) != offset) {
      throw Failures.malformed("corrupt: no object begins at offset " + offset, position);
    }
    Object object = firstAt(i);
    if (object == null) {
      throw Failures.cycle(expected, position);
    }
    if (object instanceof Absent absent) {
      absent.checkAbsent(isSkipping(), position);
      return null;
    }
    if (!expected.isInstance(object)) {
      throw Failures.typeMismatch(object.getClass(), expected, position);
    }
    cycles.refer(i, offset(position));
    return object;
  }

  /// An object that is one of the parts of another may begin where that does, and be it.
  private @Nullable Object firstAt(int first) {
    int offset = startOf(first);
    for (int i = first; i < count && startOf(i) == offset; i++) {
      if (objects[i] != null) {
        return objects[i];
      }
    }
    return null;
  }
}
