// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What one call keeps besides its position, where options ask for it: the objects it has met, with
/// the positions of their bytes, and how much it may still allocate. Where no option does, and no
/// call hands memory over, there is no session. Used by one thread at a time, and pooled, see
/// [Sessions].
///
/// Objects are noted in the order of their positions, when writing and when reading, so that a
/// position read is found by bisection. A written object is searched for among the last few one by
/// one; a hash table takes over when there are more.
public final class Session {

  /// What [#find] says of an object not met before.
  static final int NEW = -1;

  private static final int FEW = 16;
  private static final int MOST_KEPT = 1 << 12;
  private static final @Nullable Object[] NO_OBJECTS = {};
  private static final int[] NO_NUMBERS = {};

  private final Options options;
  private long origin;
  private long budget;

  /// Empty unless references are tracked.
  private @Nullable Object[] objects;

  private int[] positions;
  private int count;
  private int[] table = NO_NUMBERS;
  private int skipping;
  private @Nullable Handover handover;
  private boolean isLasting;

  Session(Options options) {
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
  Session begin(long origin) {
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
  void settle(Session within) {
    budget = within.budget;
  }

  /// Lets what is read be a part of the payload's memory, where the options ask for that: it is the
  /// caller's, and stays as it is.
  Session lasting() {
    isLasting = options.slices();
    return this;
  }

  boolean isLasting() {
    return isLasting;
  }

  /// Whether the call was told anything about memory.
  boolean isAboutMemory() {
    return handover != null || isLasting;
  }

  /// Takes over what a call was told about memory.
  Session like(Session caller) {
    this.handover = caller.handover == null ? null : caller.handover.skipping();
    this.isLasting = caller.isLasting;
    return this;
  }

  /// What goes beside the payload, or null.
  Session with(@Nullable Handover handover) {
    this.handover = handover;
    return this;
  }

  @Nullable Handover handover() {
    return handover;
  }

  /// Forgets what was met.
  void end() {
    if (objects.length > MOST_KEPT) {
      objects = new Object[FEW];
      positions = new int[FEW];
      table = NO_NUMBERS;
    } else {
      int withLastSearched = Math.min(count + 1, objects.length);
      Arrays.fill(objects, 0, withLastSearched, null);
      if (count > FEW) {
        Arrays.fill(table, 0);
      }
    }
    count = 0;
    handover = null;
    isLasting = false;
  }

  /// Begins to read what is thrown away, but for references to it.
  void beginSkip() {
    skipping++;
  }

  void endSkip() {
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
      return positions[i];
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
        return positions[table[i] - 1];
      }
      i = (i + 1) & mask;
    }
    note(object, offset);
    table[i] = count;
    return NEW;
  }

  private void fillTable() {
    int length = Math.max(8 * FEW, Integer.highestOneBit(count) << 2);
    if (table.length < length) {
      table = new int[length];
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
    if (count == objects.length) {
      objects = Arrays.copyOf(objects, 2 * count);
      positions = Arrays.copyOf(positions, 2 * count);
    }
    objects[count] = object;
    positions[count] = offset;
    return count++;
  }

  /// Notes an object as soon as it is there, before its parts are read.
  public void add(Object object, long position) {
    note(object, offset(position));
  }

  /// Notes that an object will be there once its parts are.
  ///
  /// @return its number, for [#set]
  public int reserve(long position) {
    return note(null, offset(position));
  }

  /// Notes the object that a number was reserved for; if there is none, the codec that read none.
  public void set(int number, Object object) {
    objects[number] = object;
  }

  /// Notes the object at a position that was reserved last of all, if it was not: for containers
  /// that are there before their elements are.
  void publish(long position, Object object) {
    int i = Arrays.binarySearch(positions, 0, count, offset(position));
    if (i >= 0) {
      objects[i] = object;
    }
  }

  /// The object that a back reference leads to; null if nothing was made of it.
  ///
  /// @param offset what was read, which may be anything
  /// @param position where it was read
  @Nullable Object at(int offset, Class<?> expected, long position) {
    int i = Arrays.binarySearch(positions, 0, count, offset);
    if (i < 0) {
      throw Failures.malformed("corrupt: no object begins at offset " + offset, position);
    }
    Object object = firstAt(i);
    if (object == null) {
      throw Failures.cycle(expected, position);
    }
    if (object instanceof InterpretedCodec absent) {
      absent.checkAbsent(isSkipping(), position);
      return null;
    }
    if (!expected.isInstance(object)) {
      throw Failures.typeMismatch(object.getClass(), expected, position);
    }
    return object;
  }

  /// An object that is one of the parts of another may begin where that does, and be it.
  private @Nullable Object firstAt(int found) {
    int offset = positions[found];
    int first = found;
    while (first > 0 && positions[first - 1] == offset) {
      first--;
    }
    for (int i = first; i < count && positions[i] == offset; i++) {
      if (objects[i] != null) {
        return objects[i];
      }
    }
    return null;
  }
}
