// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// An object of a [Pool]. It stays there while a call uses it, so taking and returning it stores no
/// reference. A store would need a GC barrier, which with some collectors accesses memory that all
/// threads share.
public abstract class Pooled extends CacheMargin {

  private static final int LOOSE = 0;
  private static final int FREE = 1;
  private static final int TAKEN = 2;
  private static final VarHandle USE;

  static {
    try {
      USE = MethodHandles.lookup().findVarHandle(Pooled.class, "use", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int use;

  protected Pooled() {}

  /// Takes the object for a call, unless another call uses it.
  final boolean take() {
    // Pairs with the release in giveBack: all writes of the last user are visible.
    return use == FREE && USE.compareAndSet(this, FREE, TAKEN);
  }

  /// Ends the use of the object.
  ///
  /// @return false if the object is in no pool yet
  final boolean giveBack() {
    if (use == LOOSE) {
      return false;
    }
    USE.setRelease(this, FREE);
    return true;
  }

  /// Prepares the object for its place in a pool.
  final void enterPool() {
    USE.setRelease(this, FREE);
  }
}
