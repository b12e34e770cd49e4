// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

/// Whether, and up to what size, a heap segment may be handed to native code as it is.
///
/// Such a call (`Linker.Option.critical(true)`) lets no garbage collection begin until it returns,
/// so it has to be short: what would take longer is copied through native scratch, piece by piece.
public final class HeapAccess {

  /// JDK 25.0.0 to 25.0.2: G1 may move an array that native code holds (JDK-8377811).
  private static final boolean ARRAYS_STAY_PUT = arraysStayPut(Runtime.version());

  private HeapAccess() {}

  /// The most bytes for which a native call on heap memory ends soon enough, at the bytes per
  /// second that the work reaches on a slow day.
  public static long directLimit(long bytesPerSecond) {
    return ARRAYS_STAY_PUT ? bytesPerSecond / 10_000 : -1;
  }

  static boolean arraysStayPut(Runtime.Version version) {
    return version.feature() != 25 || version.interim() != 0 || version.update() > 2;
  }
}
