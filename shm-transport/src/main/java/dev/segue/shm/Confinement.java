// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Lets one thread at a time use an object, and refuses a second thread while the first is inside.
///
/// A use begins with {@link #enter()} and ends with {@link #exit()} on the same thread. Different
/// threads may use the object one after another: each use happens before the next. An overlap is
/// always noticed, and the second thread gets an `IllegalStateException`.
///
/// The object is *biased* to the thread that uses it: for that thread, entering is a store to a
/// word of its own and a load of another, without a locked instruction or a fence. Another thread
/// first revokes the bias: it announces the revocation, makes every thread of the process execute a
/// full fence, and then checks whether the owner is inside. Whichever of the two is second sees the
/// other. From then on, threads enter by compare-and-set. After enough consecutive entries, a
/// thread becomes the owner; the number of entries doubles with each revocation.
///
/// No specification promises the fence on all threads: HotSpot executes one (see
/// `docs/adr/0311-one-thread-at-a-time.md`). Other JVMs have no bias, only compare-and-set.
@SuppressWarnings("ReferenceEquality") // Threads are compared by identity.
final class Confinement {

  /// The bias to a thread, and whether that thread is inside. A revoked bias is not used again.
  static final class Bias {
    private final @Nullable Thread thread;
    private boolean inside;

    @SuppressWarnings("UnusedVariable") // Read through REVOKING.
    private boolean revoking;

    private Bias(@Nullable Thread thread, boolean inside) {
      this.thread = thread;
      this.inside = inside;
    }
  }

  private static final Bias UNBIASED = new Bias(null, false);

  /// A revocation costs about as much as this many compare-and-sets.
  private static final int PATIENCE = 4096;

  private static final int MOST_PATIENCE = 1 << 30;

  /// Whether closing a shared arena makes all threads execute a full fence.
  private static final boolean CAN_FENCE_ALL_THREADS =
      isHotSpot(System.getProperty("java.vm.name", ""));

  private static final VarHandle BIAS;
  private static final VarHandle USER;
  private static final VarHandle INSIDE;
  private static final VarHandle REVOKING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      BIAS = lookup.findVarHandle(Confinement.class, "bias", Bias.class);
      USER = lookup.findVarHandle(Confinement.class, "user", Thread.class);
      INSIDE = lookup.findVarHandle(Bias.class, "inside", boolean.class);
      REVOKING = lookup.findVarHandle(Bias.class, "revoking", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String name;
  private final boolean canBias;
  private Bias bias = UNBIASED;

  /// The thread inside, while the object has no bias.
  private @Nullable Thread user;

  // Stored by the thread inside, while the object has no bias.
  private @Nullable Thread lastUser;
  private int inARow;

  private volatile int patience;

  /// @param name the name of the object, for messages
  Confinement(String name) {
    this(name, PATIENCE, CAN_FENCE_ALL_THREADS);
  }

  /// @param patience the number of uses in a row after which a thread gets the bias
  /// @param canBias whether threads can get a bias at all
  Confinement(String name, int patience, boolean canBias) {
    this.name = name;
    this.patience = patience;
    this.canBias = canBias;
  }

  /// Returns whether a virtual machine of this name is HotSpot, the virtual machine of OpenJDK.
  static boolean isHotSpot(String vmName) {
    return vmName.startsWith("OpenJDK") || vmName.contains("HotSpot");
  }

  /// Begins a use.
  ///
  /// @return false, without an effect, when this thread is already inside
  /// @throws IllegalStateException when another thread is inside
  boolean enter() {
    return tryEnter() != null;
  }

  /// Begins a use that ends with {@link #exit(Bias)} in the same method.
  ///
  /// @return the argument for {@link #exit(Bias)}; or null, without an effect, when this thread is
  ///   already inside
  /// @throws IllegalStateException when another thread is inside
  @Nullable Bias tryEnter() {
    Bias mine = (Bias) BIAS.getOpaque(this);
    if (mine.thread == Thread.currentThread()) {
      if (mine.inside) {
        return null;
      }
      INSIDE.setOpaque(mine, true);
      // This fence keeps the compiler from reordering the store and the load. The processor may
      // reorder them, but revoke() corrects that: pairs with fenceAllThreads() there.
      VarHandle.storeStoreFence();
      if (!(boolean) REVOKING.getOpaque(mine)) {
        return mine;
      }
      INSIDE.setRelease(mine, false);
    }
    return enterSlowly(Thread.currentThread()) ? UNBIASED : null;
  }

  /// Ends a use. No other thread takes the bias during the use, so the thread need not be checked.
  ///
  /// @param entered the result of {@link #tryEnter()}
  void exit(Bias entered) {
    if (entered == UNBIASED) {
      exit();
    } else {
      // Release: all accesses of this use before it; pairs with the acquire in revoke().
      INSIDE.setRelease(entered, false);
    }
  }

  /// Ends the use that this thread has begun; does nothing if it has not.
  void exit() {
    Bias mine = (Bias) BIAS.getOpaque(this);
    if (mine.thread == Thread.currentThread()) {
      // Release: all accesses of this use before it; pairs with the acquire in revoke().
      INSIDE.setRelease(mine, false);
    } else if (USER.getOpaque(this) == Thread.currentThread()) {
      // Release: the same; pairs with the compareAndSet() in enterSlowly().
      USER.setRelease(this, null);
    }
  }

  /// Whether this thread is inside.
  boolean isInside() {
    // Plain: a thread sees its own stores, and no other thread stores this value for it.
    Bias mine = bias;
    return mine.thread == Thread.currentThread() ? mine.inside : user == Thread.currentThread();
  }

  private boolean enterSlowly(Thread me) {
    if (USER.getOpaque(this) == me) {
      return false;
    }
    while (true) {
      Bias known = (Bias) BIAS.getVolatile(this);
      if (known.thread == me) {
        awaitRevocation();
        return enter();
      }
      if (known != UNBIASED) {
        revoke(known);
      } else if (!enterAfterAnother(me)) {
        throw inUse((Thread) USER.getVolatile(this));
      } else if (BIAS.getVolatile(this) == UNBIASED) {
        considerBias(me);
        return true;
      } else {
        USER.setRelease(this, null); // It was biased to another thread in between.
      }
    }
  }

  /// Enters after another thread has left, or has ended inside.
  private boolean enterAfterAnother(Thread me) {
    Thread before = (Thread) USER.getVolatile(this);
    return (before == null || !before.isAlive()) && USER.compareAndSet(this, before, me);
  }

  /// Gives the bias to the thread inside, if it is the first user or has entered often enough in a
  /// row.
  private void considerBias(Thread me) {
    if (!canBias) {
      return;
    }
    if (lastUser != null && lastUser != me) {
      lastUser = me;
      inARow = 0;
    } else if (lastUser == null || ++inARow >= patience) {
      lastUser = me;
      inARow = 0;
      // The order matters: a thread that finds no user must find the bias with its owner inside.
      BIAS.setVolatile(this, new Bias(me, true));
      USER.setRelease(this, null);
    }
  }

  /// Takes the bias from another thread.
  ///
  /// @throws IllegalStateException when that thread is inside
  private synchronized void revoke(Bias other) {
    Thread owner = other.thread;
    if (owner == null || BIAS.getVolatile(this) != other) {
      return;
    }
    boolean inside = (boolean) INSIDE.getAcquire(other);
    if (!inside) {
      REVOKING.setVolatile(other, true);
      fenceAllThreads();
      inside = (boolean) INSIDE.getAcquire(other);
    }
    if (inside && owner.isAlive()) {
      REVOKING.setVolatile(other, false);
      throw inUse(owner);
    }
    patience = Math.min(MOST_PATIENCE, 2 * patience);
    BIAS.setVolatile(this, UNBIASED);
  }

  /// Waits until a revocation in progress has ended.
  private synchronized void awaitRevocation() {}

  /// Returns after each thread of the process has executed a full fence, in about ten microseconds:
  /// HotSpot closes a shared arena by a handshake with every thread.
  private static void fenceAllThreads() {
    VarHandle.fullFence();
    Arena.ofShared().close();
    VarHandle.fullFence();
  }

  private IllegalStateException inUse(@Nullable Thread by) {
    return new IllegalStateException(
        "%s is used by two threads at once, %s and %s: it is for one thread at a time"
            .formatted(name, Thread.currentThread(), by == null ? "one that has just left" : by));
  }
}
