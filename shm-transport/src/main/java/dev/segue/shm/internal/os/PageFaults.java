// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Detects accesses to pages of a mapped file that was truncated.
///
/// Such an access has no effect, and the JVM throws an `InternalError`: not immediately, but at the
/// thread's next safepoint poll, which may come long after the accessing method has returned.
/// {@link #settle()} makes the thread poll.
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

  /// The number of polls: more than one, because a compiler may peel the first iteration.
  @SuppressWarnings({"UnusedVariable", "FieldMayBeFinal"}) // through TURNS
  private static int turns = 2;

  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

  private PageFaults() {}

  /// Whether a mapped file was truncated, so that its last byte is missing. Works for renamed and
  /// deleted files, too.
  ///
  /// @param file the mapping of a whole file; for a closed mapping the result is false
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

  /// Throws the pending error of earlier accesses, if there is one. Takes about a nanosecond.
  ///
  /// A loop whose trip count the compiler does not know has a safepoint poll in each iteration;
  /// this method is nothing but such a loop.
  ///
  /// @throws InternalError when a page was missing
  public static void settle() {
    for (int i = 0; i < (int) TURNS.getOpaque(); i++) {
      // the loop's back edge is a safepoint poll
    }
  }
}
