// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.EnumKind;
import dev.segue.serializer.internal.error.Failures;
import org.jspecify.annotations.Nullable;

/// The state of one call, if its options require any: the objects written or read so far, the
/// allocation budget, contents out of band, and results of hooks. A call has no session if its
/// options need none and it passes nothing out of band. Used by one thread at a time, and pooled,
/// see [Sessions].
///
/// Generated code calls the methods for objects and allocations here, never the classes that
/// implement them.
public abstract class Session extends Pooled {

  /// The result of [#find] for an object that was not written before.
  public static final int NEW = -1;

  private final Options options;
  private final boolean tracks;
  private final WrittenObjects written;
  private final ReadObjects read;

  /// Null if not all allocations are counted.
  private final @Nullable Budget budget;

  /// Counts only allocations that are larger than their bytes in the payload account for; null if
  /// all allocations are counted, or none.
  private final @Nullable Budget beyond;

  /// The remaining work on keys.
  private long keyWork;

  private @Nullable OutgoingContents outgoing;
  private @Nullable IncomingContents incoming;
  private @Nullable HookLog hooks;

  /// Whether the call is aborted before a hook runs, see [UnexpectedHook].
  private boolean isWatched;

  /// Whether several calls share this session, which then never changes.
  private final boolean isShared;

  private boolean isLasting;

  /// The classes of the payload that is being written; null if it needs none of them recorded.
  private @Nullable SeenTypes seenTypes;

  private @Nullable SeenTypes ownSeen;

  /// The nesting depth of values that are read and discarded.
  private int skipping;

  /// Whether rows are being read again, to describe an error.
  private boolean isRereading;

  /// Creates the state of calls with these options.
  public static Session of(Options options) {
    return new Padded(options, false);
  }

  /// Creates a session that any number of calls can share. It only [watches][UnexpectedHook] for
  /// hooks.
  static Session watcher(Options options) {
    Session shared = new Padded(options, true);
    return shared.watching();
  }

  private Session(Options options, boolean isShared) {
    this.options = options;
    this.isShared = isShared;
    this.tracks = options.references();
    this.written = WrittenObjects.create(tracks);
    this.read = ReadObjects.create();
    Limits limits = options.limits();
    this.budget = limits.isBounded() ? Budget.of(limits) : null;
    this.beyond = limits.isByLength() ? Budget.of(limits) : null;
  }

  /// Begins a call that writes.
  ///
  /// @param origin the payload's position
  public Session begin(long origin) {
    return begin(origin, 0);
  }

  /// Begins a call.
  ///
  /// @param origin the payload's position
  /// @param bytes the length of the payload if it is read
  public Session begin(long origin, long bytes) {
    written.begin(origin);
    read.begin(origin);
    if (budget != null) {
      budget.begin(bytes);
    }
    if (beyond != null) {
      beyond.begin(bytes);
    }
    keyWork = options.limits().keyWork(bytes);
    skipping = 0;
    isRereading = false;
    return this;
  }

  /// Ends a call, and clears its state.
  public void end() {
    outgoing = null;
    incoming = null;
    hooks = null;
    isWatched = false;
    seenTypes = null;
    isLasting = false;
    written.end();
    read.end();
  }

  /// Continues with the rest of another call's budget.
  Session within(@Nullable Session caller) {
    if (caller != null) {
      continueFrom(caller);
    }
    return this;
  }

  private void continueFrom(Session other) {
    if (budget != null && other.budget != null) {
      budget.continueFrom(other.budget);
    }
    if (beyond != null && other.beyond != null) {
      beyond.continueFrom(other.beyond);
    }
    keyWork = other.keyWork;
  }

  /// Takes back the rest of the budget from a session that continued this call.
  void settle(Session within) {
    continueFrom(within);
  }

  /// Sets the memory rules of a call that reads.
  ///
  /// @param isLasting whether values may be slices of the payload, if the options ask for slices
  /// @param incoming the contents out of band, or null
  Session reading(boolean isLasting, @Nullable IncomingContents incoming) {
    this.isLasting = isLasting && options.slices();
    this.incoming = incoming;
    return this;
  }

  /// Takes over the memory rules of a call that reads.
  Session like(Session caller) {
    this.incoming = caller.incoming == null ? null : caller.incoming.skipping();
    this.isLasting = caller.isLasting;
    return this;
  }

  /// Sets the receiver of contents out of band.
  public void writing(OutgoingContents outgoing) {
    this.outgoing = outgoing;
  }

  /// Clears the contents out of band: all contents are in the payload.
  public void ignoreIncoming() {
    incoming = null;
  }

  /// Sets the log of hooks, for a call that may write a payload more than once.
  public Session logging(HookLog hooks) {
    this.hooks = hooks;
    hooks.begin();
    return this;
  }

  /// Aborts the call before its first hook runs.
  public Session watching() {
    isWatched = true;
    return this;
  }

  /// Whether several calls share this session.
  public boolean isShared() {
    return isShared;
  }

  /// Starts recording the classes that type references name.
  ///
  /// @param first the lowest number of a registered class
  /// @return null if this is shared by several calls
  public @Nullable SeenTypes startRecordingSeen(int first) {
    if (isShared) {
      return null;
    }
    SeenTypes types = ownSeen;
    if (types == null) {
      types = new SeenTypes(first);
      ownSeen = types;
    }
    types.clear();
    seenTypes = types;
    return types;
  }

  /// Records a class, if the payload's schema depends on the classes that it holds.
  ///
  /// @param number the type number in a type reference that is written
  public void recordSeen(int number) {
    SeenTypes types = seenTypes;
    if (types != null) {
      types.add(number);
    }
  }

  Options options() {
    return options;
  }

  /// Whether values may be slices of the payload.
  public boolean isLasting() {
    return isLasting;
  }

  /// The receiver of contents out of band, in a call that writes; usually null.
  public @Nullable OutgoingContents outgoing() {
    return outgoing;
  }

  /// The contents out of band, in a call that reads; usually null.
  public @Nullable IncomingContents incoming() {
    return incoming;
  }

  /// The log of hooks; null if there is only one attempt to write the payload.
  @Nullable HookLog hooks() {
    if (isWatched) {
      throw UnexpectedHook.create();
    }
    return hooks;
  }

  /// Begins a value that is discarded. Its objects are read nevertheless, since references may
  /// point to them.
  public void beginSkip() {
    skipping++;
  }

  public void endSkip() {
    skipping--;
  }

  /// Whether the current value is discarded.
  public boolean isSkipping() {
    return skipping > 0;
  }

  /// Starts reading rows again, to describe an error: removes the objects read after a position.
  ///
  /// @return false if an outer container is already being read again; this keeps the cost of nested
  ///   containers linear
  public boolean beginReread(long position) {
    if (isRereading) {
      return false;
    }
    isRereading = true;
    if (tracks) {
      read.rewind(position);
    }
    return true;
  }

  public void endReread() {
    isRereading = false;
  }

  /// Whether references are tracked.
  public boolean tracks() {
    return tracks;
  }

  /// The objects that the call has read.
  public ReadObjects readObjects() {
    return read;
  }

  /// Counts an allocation before it happens.
  ///
  /// @throws dev.segue.serializer.SerializationException if it exceeds the budget
  public void charge(long bytes, long position) {
    if (budget != null) {
      budget.charge(bytes, position);
    }
  }

  /// Counts the allocation of an array or a list.
  public void charge(int elements, int widthBytes, long position) {
    if (budget != null) {
      budget.charge(elements, widthBytes, position);
    }
  }

  /// Counts the allocation of an array that is larger than its bytes in the payload account for.
  public void chargeBeyond(int elements, int widthBytes, long position) {
    if (beyond != null) {
      beyond.charge(elements, widthBytes, position);
    } else {
      charge(elements, widthBytes, position);
    }
  }

  /// Counts the allocation of a container.
  public void charge(ContainerKind kind, int rows, long position) {
    if (budget != null) {
      budget.charge(kind, rows, position);
    } else if (kind instanceof EnumKind && beyond != null) {
      beyond.charge(kind, rows, position);
    }
  }

  /// Counts other work before it is done, in estimated nanoseconds.
  ///
  /// @param type the class of the values that take long to create
  public void workOn(Class<?> type, long units) {
    keyWork -= units;
    if (keyWork < 0) {
      throw Failures.work(type);
    }
  }

  /// Whether the work on keys is limited.
  boolean limitsKeyWork() {
    return options.limitsKeyWork();
  }

  /// The remaining work on keys.
  long keyWork() {
    return keyWork;
  }

  /// Counts the work of hashing and comparing keys before it is done, in estimated nanoseconds.
  ///
  /// @throws dev.segue.serializer.SerializationException if it exceeds the allowance for a payload
  ///   of this length
  void work(long units, @Nullable Object key) {
    keyWork -= units;
    if (keyWork < 0) {
      throw Failures.keyWork(key);
    }
  }

  /// Returns the distance of an object from the payload's start if it was written before. If not,
  /// returns [#NEW] and adds it at `position`.
  public int find(Object object, long position) {
    return written.find(object, position);
  }

  /// Marks the object that was added last as open: its parts are about to be written, and nothing
  /// may refer to it until then.
  ///
  /// @return its number, for [#close]
  public int open(Object object) {
    return written.open(object);
  }

  /// Marks a container as open, if a reader creates it from its elements.
  public int openContainer(Object container) {
    return written.openContainer(container);
  }

  /// Removes the mark of an object whose parts were written.
  public void close(int number) {
    written.close(number);
  }

  /// Adds an object that was read, as soon as it exists, before its parts are read.
  ///
  /// @param end the end of its parts
  public void add(Object object, long position, long end) {
    int _ = read.add(object, position, end);
  }

  /// Adds an object that is created from its parts.
  ///
  /// @param end the end of its parts
  /// @return its number, for [#set]
  public int reserve(long position, long end) {
    return read.add(null, position, end);
  }

  /// Sets the object for a reserved number; or the codec, if the codec has created no object.
  public void set(int number, Object object) {
    read.set(number, object);
  }

  /// Sets the object that was reserved last at a position, unless it is set already. For containers
  /// that exist before their elements; called before the elements are read.
  void publish(long position, Object object) {
    read.publish(position, object);
  }

  /// The object that a reference leads to; null if the reader has created nothing for it.
  ///
  /// @param distance the content of the reference, which may be any number
  /// @param position the position of the reference
  @Nullable Object at(int distance, Class<?> expected, long position) {
    return read.at(distance, expected, position, isSkipping());
  }

  /// Runs the actions that wait for the parts of an object that is about to be created from them.
  public void settle(long position, long end) {
    read.settle(position, end);
  }

  /// Runs all waiting actions, after everything has been read.
  public void settle() {
    read.settle();
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends Session {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Padded(Options options, boolean isShared) {
      super(options, isShared);
    }
  }
}
