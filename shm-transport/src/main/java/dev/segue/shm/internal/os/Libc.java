// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/// The C library functions of Linux that the JDK does not expose.
///
/// On other systems, without native access for this module, or with the system property
/// `dev.segue.shm.portable` set (to test the behaviour on other systems), {@link #AVAILABLE} is
/// false and callers use a portable alternative.
@SuppressWarnings("restricted") // Linking is what this class is for.
final class Libc {

  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int ENOSPC = 28;
  static final int ETIMEDOUT = 110;

  /// From `<fcntl.h>` on Linux, the same on all 64-bit architectures that the JDK supports.
  static final int O_RDWR = 2;

  static final int O_NONBLOCK = 0x800;
  static final int O_PATH = 0x20_0000;

  /// The same on all 64-bit architectures that the JDK supports.
  private static final long FUTEX_WAITV_NUMBER = 449;

  private static final int CLOCK_MONOTONIC = 1;

  private static final int O_CREAT = 0x40;
  private static final int O_EXCL = 0x80;
  private static final int O_CLOEXEC = 0x8_0000;
  private static final int OWNER_READS_AND_WRITES = 0600;

  static final boolean AVAILABLE =
      isLinux()
          && Libc.class.getModule().isNativeAccessEnabled()
          && !Boolean.getBoolean("dev.segue.shm.portable");

  /// Whether the functions are unavailable only because native access is not enabled.
  static final boolean LACKS_NATIVE_ACCESS =
      isLinux()
          && !Libc.class.getModule().isNativeAccessEnabled()
          && !Boolean.getBoolean("dev.segue.shm.portable");

  static final long FUTEX_NUMBER = futexNumber();

  /// The flag `O_NOFOLLOW`, or 0 if it is unknown on this architecture.
  static final int O_NOFOLLOW = noFollow();

  private Libc() {}

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  /// The argument for `--enable-native-access`.
  static String moduleName() {
    Module module = Libc.class.getModule();
    return module.isNamed() ? module.getName() : "ALL-UNNAMED";
  }

  private static final class Handles {
    private static final Linker LINKER = Linker.nativeLinker();

    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    /// `int open(const char *pathname, int flags, ...)`, as `open(const char *pathname, int flags,
    /// mode_t mode)`
    static final MethodHandle OPEN =
        link(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2),
            Linker.Option.captureCallState("errno"));

    /// `int close(int fd)`
    static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    /// `int posix_fallocate(int fd, off_t offset, off_t len)`: the error number, not `-1`
    static final MethodHandle POSIX_FALLOCATE =
        link("posix_fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));

    /// `long syscall(long number, ...)`, as `futex(uint32_t *uaddr, int futex_op, uint32_t val,
    /// const struct timespec *timeout, uint32_t *uaddr2, uint32_t val3)`
    static final MethodHandle FUTEX =
        link(
            "syscall",
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
            Linker.Option.firstVariadicArg(1));

    /// `long syscall(long number, ...)`, as `futex_waitv(struct futex_waitv *waiters, unsigned int
    /// nr_futexes, unsigned int flags, struct timespec *timeout, clockid_t clockid)`
    static final MethodHandle FUTEX_WAITV =
        link(
            "syscall",
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
            Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"));

    /// `int clock_gettime(clockid_t clockid, struct timespec *tp)`
    static final MethodHandle CLOCK_GETTIME =
        link("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

    private static MethodHandle link(
        String name, FunctionDescriptor type, Linker.Option... options) {
      return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
    }
  }

  /// The number of the `futex` system call on this architecture, or -1 if unknown.
  private static long futexNumber() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> 202;
      case "aarch64", "riscv64" -> 98;
      default -> -1;
    };
  }

  private static int noFollow() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "riscv64", "s390x" -> 0x2_0000;
      case "aarch64", "ppc64le" -> 0x8000;
      default -> 0;
    };
  }

  /// Calls `futex`.
  ///
  /// @return its result; -1 also after a signal, a timeout or a changed word
  static long futex(MemorySegment word, int operation, int value, MemorySegment timespec) {
    try {
      return (long)
          Handles.FUTEX.invokeExact(
              FUTEX_NUMBER, word, operation, value, timespec, MemorySegment.NULL, 0);
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /// Calls `futex_waitv`.
  ///
  /// @param deadline by the monotonic clock
  /// @return 0 after a wake-up, or the error number
  static int futexWaitv(MemorySegment waiters, int count, MemorySegment deadline) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Handles.STATE);
      long result =
          (long)
              Handles.FUTEX_WAITV.invokeExact(
                  state, FUTEX_WAITV_NUMBER, waiters, count, 0, deadline, CLOCK_MONOTONIC);
      return result >= 0 ? 0 : (int) Handles.ERRNO.get(state, 0L);
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /// Reads the monotonic clock.
  static void readClock(MemorySegment timespec) {
    try {
      int ignored = (int) Handles.CLOCK_GETTIME.invokeExact(CLOCK_MONOTONIC, timespec);
      assert ignored == 0;
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /// Returns or throws the exception for a throwable that a downcall threw.
  static RuntimeException threw(Throwable e) {
    if (e instanceof RuntimeException unchecked) {
      return unchecked; // The memory was unmapped.
    }
    if (e instanceof VirtualMachineError error) {
      throw error; // A page is missing, or worse; the JVM reports it at this call.
    }
    throw new AssertionError("a C function threw", e);
  }

  /// Allocates the space of an open file and sets its length.
  ///
  /// @return 0, or the error number
  static int allocate(int descriptor, long sizeBytes) {
    try {
      int error;
      do {
        error = (int) Handles.POSIX_FALLOCATE.invokeExact(descriptor, 0L, sizeBytes);
      } while (error == EINTR);
      return error;
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /// Creates a file that only its owner can access, for reading and writing.
  ///
  /// @return a descriptor, to be closed, or the negated error number
  static int create(Path file) {
    return open(file, O_RDWR | O_CREAT | O_EXCL);
  }

  /// Opens a file.
  ///
  /// @return a descriptor, to be closed, or the negated error number
  static int open(Path file, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(file.toString());
      MemorySegment state = arena.allocate(Handles.STATE);
      int result =
          (int) Handles.OPEN.invokeExact(state, name, flags | O_CLOEXEC, OWNER_READS_AND_WRITES);
      return result >= 0 ? result : -(int) Handles.ERRNO.get(state, 0L);
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /// Closes a descriptor.
  static void close(int descriptor) {
    try {
      int ignored = (int) Handles.CLOSE.invokeExact(descriptor);
      assert ignored == 0;
    } catch (Throwable e) {
      throw threw(e);
    }
  }
}
