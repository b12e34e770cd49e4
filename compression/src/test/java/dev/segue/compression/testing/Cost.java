// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// Measures the cost of calls on this thread: heap bytes and CPU time. Uses reflection, since the
/// module under test does not read `jdk.management`.
public final class Cost {

  private static final MethodHandle BYTES = ofThisThread("getCurrentThreadAllocatedBytes");
  private static final MethodHandle CPU_TIME = ofThisThread("getCurrentThreadCpuTime");
  private static final long PATIENCE_NANOS = 300_000_000_000L;
  private static final int WORK_PER_BATCH = 1_000_000;

  /// Receives the results of calls, so that they are used.
  @SuppressWarnings("UnusedVariable")
  private static volatile long sink;

  private Cost() {}

  private static MethodHandle ofThisThread(String method) {
    try {
      Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
      Class<?> bean = Class.forName("com.sun.management.ThreadMXBean");
      return MethodHandles.publicLookup()
          .findVirtual(bean, method, MethodType.methodType(long.class))
          .bindTo(factory.getMethod("getThreadMXBean").invoke(null));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long bytes() {
    return ask(BYTES);
  }

  private static long ask(MethodHandle question) {
    try {
      return (long) question.invokeExact();
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }

  /// The CPU time of a call in nanoseconds, once it is compiled: the median of many calls. Unlike
  /// elapsed time, it is not longer on a busy machine.
  public static long cpuNanos(Runnable call) {
    long[] nanos = new long[300];
    for (int i = 0; i < nanos.length; i++) {
      long before = ask(CPU_TIME);
      call.run();
      nanos[i] = ask(CPU_TIME) - before;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  /// The number of bytes that this thread has allocated on the heap so far.
  public static long bytesSoFar() {
    return bytes();
  }

  /// The number of bytes that a call allocates once it is compiled. Repeats the call until it
  /// allocates nothing, or up to a limit.
  ///
  /// @param length the number of bytes that a call processes, which determines the batch size
  public static long bytesPerCall(LongSupplier call, int length) {
    int calls = Math.clamp(WORK_PER_BATCH / Math.max(length, 1), 1, 2000);
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    do {
      long results = 0;
      long before = bytes();
      for (int i = 0; i < calls; i++) {
        results += call.getAsLong();
      }
      sink = results;
      least = Math.min(least, (bytes() - before) / calls);
    } while (least > 0 && System.nanoTime() - start < PATIENCE_NANOS);
    return least;
  }
}
