// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// What becomes of an access to a page that a mapped file does not have any more.
///
/// The access ends without effect, and an `InternalError` is thrown: not at once, but when the
/// thread next looks whether the JVM wants something of it, which may be long after the method that
/// made the access has returned. {@link #settle()} makes the thread look.
public final class PageFaults {

  private static final VarHandle TURNS;

  static {
    try {
      TURNS =
          MethodHandles.lookup()
              .findStaticVarHandle(PageFaults.class, "turns", int.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// How often to look: more than once, for a compiler may take the first turn out of the loop.
  @SuppressWarnings({"UnusedVariable", "FieldMayBeFinal"}) // through TURNS
  private static int turns = 2;

  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

  private PageFaults() {}

  /// Whether the end of a mapped file is not there any more: that is where it was cut, whatever its
  /// name is by now, if it has one.
  ///
  /// @param file a whole file, mapped; of one that was unmapped, nobody can say, and the answer is
  ///   no
  public static boolean isTruncated(MemorySegment file) {
    try {
      byte _ = (byte) BYTE.getOpaque(file, file.byteSize() - 1);
      settle();
      return false;
    } catch (InternalError e) {
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Throws what accesses before this have left to be thrown, here or where this is compiled into.
  ///
  /// A loop whose end the compiler cannot foresee has such a look in each turn: that is all of it.
  /// About a nanosecond.
  ///
  /// @throws InternalError when a page was missing
  public static void settle() {
    for (int i = 0; i < (int) TURNS.getOpaque(); i++) {
      // looks
    }
  }
}
