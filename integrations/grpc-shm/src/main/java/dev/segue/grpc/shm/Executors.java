// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Threads that all channels and servers of the process share. They are daemons, and end when they
/// are not used.
final class Executors {

  /// Runs tasks on the thread that submits them.
  static final Executor DIRECT = Runnable::run;

  private static final long LINGER_SECONDS = 10;

  private Executors() {}

  /// Runs the callbacks of calls without an executor of their own.
  static Executor callbacks() {
    return Shared.CALLBACKS;
  }

  /// Runs tasks that wait for room in a lane.
  static Executor helpers() {
    return Shared.HELPERS;
  }

  /// Runs deadlines.
  static ScheduledThreadPoolExecutor timer() {
    return Shared.TIMER;
  }

  private static final class Shared {
    static final Executor CALLBACKS = cached("segue-grpc-shm-executor");
    static final Executor HELPERS = cached("segue-grpc-shm-writer");
    static final ScheduledThreadPoolExecutor TIMER = newTimer();

    private Shared() {}

    private static Executor cached(String name) {
      return new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          LINGER_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          factory(name));
    }

    private static ScheduledThreadPoolExecutor newTimer() {
      ScheduledThreadPoolExecutor timer =
          new ScheduledThreadPoolExecutor(1, factory("segue-grpc-shm-timer"));
      timer.setRemoveOnCancelPolicy(true);
      timer.setKeepAliveTime(LINGER_SECONDS, TimeUnit.SECONDS);
      timer.allowCoreThreadTimeOut(true);
      return timer;
    }

    private static ThreadFactory factory(String name) {
      return Thread.ofPlatform()
          .daemon()
          .name(name + "-", 0)
          .inheritInheritableThreadLocals(false)
          .factory();
    }
  }
}
