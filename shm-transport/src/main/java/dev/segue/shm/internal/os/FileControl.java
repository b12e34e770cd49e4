// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The lock commands of `fcntl` that belong to an open file description, on 64-bit Linux.
@SuppressWarnings("restricted") // Linking is what this class is for.
final class FileControl {

  /// Whether the constants and the structure below are those of this system.
  static final boolean AVAILABLE = Libc.AVAILABLE && Libc.FUTEX_NUMBER >= 0;

  private static final int F_OFD_GETLK = 36;
  private static final int F_OFD_SETLK = 37;
  private static final short F_WRLCK = 1;
  private static final short F_UNLCK = 2;
  private static final short SEEK_SET = 0;

  /// `struct flock`; these commands require a process id of 0.
  private static final StructLayout FLOCK =
      MemoryLayout.structLayout(
          JAVA_SHORT.withName("l_type"),
          JAVA_SHORT.withName("l_whence"),
          MemoryLayout.paddingLayout(4),
          JAVA_LONG.withName("l_start"),
          JAVA_LONG.withName("l_len"),
          JAVA_INT.withName("l_pid"),
          MemoryLayout.paddingLayout(4));

  private static final VarHandle TYPE = FLOCK.varHandle(PathElement.groupElement("l_type"));
  private static final VarHandle WHENCE = FLOCK.varHandle(PathElement.groupElement("l_whence"));
  private static final VarHandle START = FLOCK.varHandle(PathElement.groupElement("l_start"));
  private static final VarHandle LENGTH = FLOCK.varHandle(PathElement.groupElement("l_len"));

  private FileControl() {}

  private static final class Handles {
    private static final Linker LINKER = Linker.nativeLinker();

    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    /// `int fcntl(int fd, int op, ...)`, as `fcntl(int fd, int op, struct flock *lock)`
    static final MethodHandle FCNTL =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS),
            Linker.Option.firstVariadicArg(2),
            Linker.Option.captureCallState("errno"));
  }

  /// Queries the lock of one byte, to test whether the system has such locks.
  ///
  /// @return 0, or the error number
  static int probe(int descriptor, long index) {
    return call(descriptor, F_OFD_GETLK, F_WRLCK, index);
  }

  /// Locks one byte, without waiting.
  ///
  /// @return 0, or the error number
  static int tryLock(int descriptor, long index) {
    return call(descriptor, F_OFD_SETLK, F_WRLCK, index);
  }

  /// Unlocks one byte.
  ///
  /// @return 0, or the error number
  static int unlock(int descriptor, long index) {
    return call(descriptor, F_OFD_SETLK, F_UNLCK, index);
  }

  private static int call(int descriptor, int command, short type, long index) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lock = arena.allocate(FLOCK);
      TYPE.set(lock, 0L, type);
      WHENCE.set(lock, 0L, SEEK_SET);
      START.set(lock, 0L, index);
      LENGTH.set(lock, 0L, 1L);
      MemorySegment state = arena.allocate(Handles.STATE);
      int result = (int) Handles.FCNTL.invokeExact(state, descriptor, command, lock);
      return result == 0 ? 0 : (int) Handles.ERRNO.get(state, 0L);
    } catch (Throwable e) {
      throw Libc.threw(e);
    }
  }
}
