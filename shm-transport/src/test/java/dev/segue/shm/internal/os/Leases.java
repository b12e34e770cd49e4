// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// Linux file leases: the holder is asked to release a lease when another process opens the file.
final class Leases {

  private static final int F_SETSIG = 10;
  private static final int F_SETLEASE = 1024;
  private static final int F_WRLCK = 1;

  /// A signal that is ignored by default; the default signal of leases would end the process.
  private static final int SIGURG = 23;

  private Leases() {}

  /// Takes a lease of a file that this process has opened once. Closing the descriptor releases it.
  ///
  /// @return false if the file system has no leases
  @SuppressWarnings("restricted")
  static boolean take(int descriptor) {
    Linker linker = Linker.nativeLinker();
    MethodHandle fcntl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    try {
      return (int) fcntl.invokeExact(descriptor, F_SETSIG, SIGURG) == 0
          && (int) fcntl.invokeExact(descriptor, F_SETLEASE, F_WRLCK) == 0;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
