// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Measures the allocation of the current thread. Uses reflection, since the module under test does
/// not read `jdk.management`.
public final class Allocation {

  private static final MethodHandle ALLOCATED = allocated();

  private static final long PATIENCE_NANOS = 300_000_000_000L;

  private Allocation() {}

  private static MethodHandle allocated() {
    try {
      Object bean =
          Class.forName("java.lang.management.ManagementFactory")
              .getMethod("getThreadMXBean")
              .invoke(null);
      return MethodHandles.publicLookup()
          .findVirtual(
              Class.forName("com.sun.management.ThreadMXBean"),
              "getCurrentThreadAllocatedBytes",
              MethodType.methodType(long.class))
          .bindTo(bean);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static long ofThisThread() {
    try {
      return (long) ALLOCATED.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// The allocation for each run of a task, once it is compiled.
  ///
  /// @return the minimum of several rounds, in bytes
  public static double perRun(Runnable task) {
    return perRun(1, task);
  }

  private static double perRun(double limit, Runnable task) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 100 && least >= limit; round++) {
      long before = ofThisThread();
      for (int i = 0; i < 10_000; i++) {
        task.run();
      }
      least = Math.min(least, (ofThisThread() - before) / 10_000.0);
    }
    return least;
  }

  /// Measures a task that must allocate nothing. On a busy machine, the JIT may compile late.
  public static double perRunOnceCompiled(Runnable task) {
    return perRunOnceCompiled(1, task);
  }

  /// Measures a task that must allocate less than a limit.
  public static double perRunOnceCompiled(double limit, Runnable task) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    double bytes = perRun(limit, task);
    while (bytes >= limit && System.nanoTime() < deadline) {
      bytes = perRun(limit, task);
    }
    return bytes;
  }
}
