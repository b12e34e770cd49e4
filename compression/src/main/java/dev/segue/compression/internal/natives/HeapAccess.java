// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.util.concurrent.atomic.AtomicBoolean;

/// Limits the size of heap segments that native code accesses in place.
///
/// Such a call (`Linker.Option.critical(true)`) delays garbage collection until it returns, so it
/// must be short. Larger segments are copied through native scratch memory.
public final class HeapAccess {

  /// The limit for calls that never access heap segments in place.
  public static final long NEVER = -1;

  /// JDK 25.0.0 to 25.0.2: G1 may move an array that native code holds (JDK-8377811).
  private static final boolean ARRAYS_STAY_PUT = arraysStayPut(Runtime.version());

  private static final AtomicBoolean IS_ADVISED = new AtomicBoolean(ARRAYS_STAY_PUT);

  private HeapAccess() {}

  /// On builds that may move arrays, logs once that a newer JDK build is recommended.
  static void advise() {
    if (IS_ADVISED.compareAndSet(false, true)) {
      advise(Runtime.version(), System.getLogger("dev.segue.compression"));
    }
  }

  static void advise(Runtime.Version version, System.Logger logger) {
    if (!arraysStayPut(version)) {
      logger.log(
          System.Logger.Level.INFO,
          "On Java {0}, G1 may move arrays that native code uses (JDK-8377811), so that Segue copies"
              + " heap memory first; Java 25.0.3 or later is recommended.",
          version);
    }
  }

  /// Returns the maximum number of bytes that a native call processes within 0.1 ms; [#NEVER] if
  /// heap segments must never be accessed in place.
  ///
  /// @param bytesPerSecond a low estimate of the speed of the call
  public static long directLimit(long bytesPerSecond) {
    return ARRAYS_STAY_PUT ? bytesPerSecond / 10_000 : NEVER;
  }

  static boolean arraysStayPut(Runtime.Version version) {
    return version.feature() != 25 || version.interim() != 0 || version.update() > 2;
  }
}
